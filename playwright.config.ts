import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.mjs';
import { keepFilesInMemory } from './tests/support/files-in-memory.ts';

keepFilesInMemory();
const executablePath = findChromium();

/**
 * Features of the browser's own interface, which stories do not need. The address bar prepares two unused pages for
 * each context.
 */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * A feature that keeps a spare process for the next page. Stories end before they use the spare process, which costs a
 * tenth of their time.
 */
const SPARE_PROCESS = 'SpareRendererForSitePerProcess';

/**
 * The features that Playwright disables. They must be repeated here, because the browser reads only the last
 * `--disable-features`.
 */
const PLAYWRIGHT_DISABLES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const STORIES = join(import.meta.dirname, 'e2e');

/** The kinds of boards of the stories, by the files that make them. The stories that take longest come first. */
const BOARDS = [
  'world',
  'recorded-board',
  'source-board',
  'isolated-board',
  'public-board',
  'large-board',
];

/**
 * Groups the stories by their boards. A worker starts a new board whenever its next story needs another one, which takes
 * seconds, and it takes the stories project by project.
 */
function projectsByBoard() {
  const files = readdirSync(STORIES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.e2e.ts'),
  );
  const boardOf = (file: string) => {
    const source = readFileSync(join(STORIES, file), 'utf8');
    return BOARDS.find((board) => source.includes(`/${board}.ts'`));
  };
  return [...BOARDS, undefined].map((board) => ({
    name: board ?? 'shared board',
    testMatch: files.filter((file) => boardOf(file) === board).map((file) => `**/${file}`),
  }));
}

export default defineConfig({
  testDir: 'e2e',
  projects: projectsByBoard(),
  globalSetup: './e2e/support/start-server.ts',
  fullyParallel: true,
  workers: 3,
  // The timeouts are long, because the machine may be busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_BASE_URL ?? '',
    // Record no traces, which take a fifth of the time. Run a failing story again with `--trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Prevent the browser from contacting its maker, because the network may forbid it.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${[...PLAYWRIGHT_DISABLES, ...UNUSED_FEATURES, SPARE_PROCESS].join(',')}`,
      ],
    },
  },
});
