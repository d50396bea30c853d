import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The hash of the sources, when the project's own build runs this; see hatch_build.py. */
const build = process.env.PALATINE_BUILD ?? 'dev';

/** Says last, when all else is written, which build it is. */
const buildFile: Plugin = {
  name: 'build-file',
  apply: 'build',
  writeBundle: ({ dir }) => writeFileSync(join(dir ?? '.', 'build.txt'), build + '\n'),
};

/** Packs what is worth it as small as can be; the server has no Brotli of its own. */
const packedFiles: Plugin = {
  name: 'packed-files',
  apply: 'build',
  writeBundle({ dir = '.' }, bundle) {
    for (const name of Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name)))
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(readFileSync(join(dir, name))));
  },
};

/** Tells the service worker which files there are: all that the page consists of, and itself not. */
const shellFiles: Plugin = {
  name: 'shell-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const open = readdirSync('public').filter((name) => !name.endsWith('.png')); // those are for installing
      const files = ['', ...built, ...open].map((name) => `/${name}`).sort();
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') throw new Error('the service worker is missing');
      worker.code = worker.code.replace(/JSON\.parse\((["'`])__FILES__\1\)/, JSON.stringify(files));
      if (worker.code.includes('__FILES__')) throw new Error('the service worker has no place for the files');
    },
  },
};

/** A game is loaded when a table needs it, in a file of its own that bears its name. */
const chunkName = ({ facadeModuleId }: { facadeModuleId: string | null }) =>
  `assets/${facadeModuleId?.match(/(\w+)\/index\.ts$/)?.[1] ?? '[name]'}-[hash].js`;

/** The service worker is looked for at one address, whatever the build. */
const entryName = ({ name }: { name: string }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js');

/** The words of the house, in a file of their own for each language. */
const words = {
  debugName: 'words',
  priority: 3,
  test: /src[\\/]palatine[\\/]words[\\/]/,
  name: (id: string) => `words-${id.match(/words[\\/]([\w-]+)[\\/]/)?.[1]}`,
};

/**
 * What pages and games have in common, in two files, ours and what others have written: a dozen small ones would
 * come later, and one that is much larger than the page's own would keep it waiting.
 */
const common = { debugName: 'common', name: 'common', minShareCount: 2, priority: 1 };
const others = { debugName: 'others', name: 'others', test: /node_modules/, minShareCount: 2, priority: 2 };

export default defineConfig({
  base: '/',
  define: { __BUILD__: JSON.stringify(build) },
  plugins: [svelte(), shellFiles, packedFiles, buildFile],
  build: {
    outDir: '../src/palatine/server/client',
    emptyOutDir: true,
    manifest: 'manifest.json', // by which the server tells a page what it will ask for
    sourcemap: false,
    assetsInlineLimit: 0, // so that a page needs no data: addresses
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: {
        chunkFileNames: chunkName,
        entryFileNames: entryName,
        codeSplitting: { groups: [words, others, common] },
      },
    },
  },
  server: {
    fs: { allow: ['.', '../src/palatine/words', '../tests/words'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
  // Tests of plain functions need no page; one of components or effects begins with
  // the line "// @vitest-environment jsdom", and then has Svelte as a browser has it.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 }, // a busy machine is slow, not wrong
});
