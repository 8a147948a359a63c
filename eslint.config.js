import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './ui/svelte.config.js';

export default ts.config(
  {
    ignores: ['**/node_modules/', '**/target/', 'ui/dist/', 'ui/src/lib/types/', 'tests/e2e/artifacts/', 'src-tauri/'],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['error'] }],
      'max-lines': ['error', { max: 400, skipBlankLines: true }],
    },
  },
  { files: ['**/*.mjs'], rules: { 'no-console': 'off' } },
);
