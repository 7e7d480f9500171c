import { chromium } from '@playwright/test';
import { inPath, isProgram } from './find-program.mjs';

/** The program of Chromium's headless shell. The shell has no windows, so tests take a fifth less processor time. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Finds a browser for the tests: the browser at CHROMIUM_PATH, a browser of the system, or Playwright's own browser.
 * Prefers the headless shell.
 * @returns {string | undefined} the program's path
 */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const browser = chromium.executablePath();
  return [...inPath([SHELL]), shellBeside(browser), ...inPath(NAMES), browser].find(isProgram);
}

/** @param {string | undefined} program */
export const isHeadlessShell = (program = '') => program.includes('headless-shell');

/**
 * Returns the path of Playwright's headless shell of the same version, for which Playwright has no API.
 * @param {string} browser the path of the full browser
 */
function shellBeside(browser) {
  const extension = process.platform === 'win32' ? '.exe' : '';
  return browser.replace(
    /chromium-(\d+)([\\/])chrome-([^\\/]+).*/,
    `chromium_headless_shell-$1$2chrome-headless-shell-$3$2chrome-headless-shell${extension}`,
  );
}
