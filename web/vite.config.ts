import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** A game is loaded when a table needs it, in a file of its own that bears its name. */
const chunkName = ({ facadeModuleId }: { facadeModuleId: string | null }) =>
  `assets/${facadeModuleId?.match(/games\/(\w+)\/index\.ts$/)?.[1] ?? '[name]'}-[hash].js`;

export default defineConfig({
  base: '/',
  define: { __BUILD__: JSON.stringify(build) },
  plugins: [svelte(), buildFile],
  build: {
    outDir: '../src/palatine/server/client',
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0, // so that a page needs no data: addresses
    rolldownOptions: { output: { chunkFileNames: chunkName } },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  // Tests of plain functions need no page; one of components or effects begins with
  // the line "// @vitest-environment jsdom", and then has Svelte as a browser has it.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts'] },
});
