import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['out', 'dist', '.cache', 'test-results', 'tests/fixtures'] },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        project: [
          './tsconfig.node.json',
          './tsconfig.shared.json',
          './tsconfig.renderer.json',
          './tsconfig.tests.json',
        ],
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/unbound-method': 'off', // our interfaces are plain objects of functions
      '@typescript-eslint/require-await': 'off', // async is part of the signature they implement
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }], // what is left out by naming it
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser }, globals: globals.browser },
    // In templates the parser sees `any` where svelte-check sees the types.
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['renderer/**'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.mjs', '**/*.js'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
  { files: ['renderer/public/*.js'], languageOptions: { globals: globals.browser } },
);
