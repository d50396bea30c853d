import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['src/lib/protocol.ts', 'src/games/*/generated.ts']), // written by tools/make_protocol.py
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // TypeScript says both itself, and knows better.
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    rules: {
      // What is assigned last is read when a derived value or an effect runs again.
      'no-useless-assignment': 'off',
      // Sets that are drawn from are replaced; what changes in place does so unseen, or beside a state that shows it.
      'svelte/prefer-svelte-reactivity': 'off',
      // `{' '}` is a space that Svelte would trim.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  // Plain JavaScript only configures tools, and is no part of what TypeScript looks at.
  { files: ['**/*.js'], extends: [ts.configs.disableTypeChecked] },
);
