import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.mjs';
import { keepFilesInMemory } from './tests/support/files-in-memory.ts';

keepFilesInMemory();
const executablePath = findChromium();

/**
 * Of the browser's own interface. Its address bar prepares two pages for each context, which takes as long as a story's
 * page does, and nobody sees them.
 */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process for a page that the browser expects next: a story ends before it is used, and it costs a tenth of the time. */
const SPARE_PROCESS = 'SpareRendererForSitePerProcess';

/** Playwright disables these itself; of several `--disable-features`, the browser reads the last alone. */
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

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/support/start-server.ts',
  fullyParallel: true,
  workers: 3,
  // What comes in the end, comes late on a machine that is busy with something else.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_BASE_URL ?? '',
    // A trace of every story took a fifth of the time; for one that fails, run it with `--trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // A browser that talks to its maker would be refused where there is no network.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${[...PLAYWRIGHT_DISABLES, ...UNUSED_FEATURES, SPARE_PROCESS].join(',')}`,
      ],
    },
  },
});
