import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

const { projects: _, ...shared } = stories;

/**
 * Takes pictures of all screens and states, for people to look at: `npm run screens`. They are written to `screens`,
 * with a page that shows them side by side.
 */
export default defineConfig({
  ...shared,
  testDir: 'e2e/screens',
  testMatch: '**/*.screens.ts',
  outputDir: 'test-results/screens',
  globalTeardown: './e2e/screens/write-contact-sheet.ts',
});
