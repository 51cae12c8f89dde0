import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{unit,contract,faults}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // As for the browser: what only a second try passes on a busy machine is told, and stops nobody.
    retry: 1,
  },
});
