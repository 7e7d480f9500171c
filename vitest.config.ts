import { defineConfig } from 'vitest/config';
import { keepFilesInMemory } from './src/server/testing/files-in-memory.ts';

keepFilesInMemory();

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'checks/**/*.test.ts', 'bench/**/*.test.{ts,mjs}'],
    globalSetup: './src/server/testing/global-setup.ts',
    // As pages are rendered for users: React's other build takes twice as long.
    env: { NODE_ENV: 'production' },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Each file has a database of its own on one server; two cores run two files.
    maxWorkers: 2,
  },
});
