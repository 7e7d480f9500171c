import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell has no windows of its own to prepare: the stories take a fifth less of the processor in it. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The browser of the tests: the one at CHROMIUM_PATH, the system's, or Playwright's own; of each, the headless shell
 * before the whole browser.
 * @returns {string | undefined} the program's path
 */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const whole = chromium.executablePath();
  return [...inPath([SHELL]), shellBeside(whole), ...inPath(NAMES), whole].find(isProgram);
}

/** @param {string[]} names */
function inPath(names) {
  const { PATH = '' } = process.env;
  return PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
}

/**
 * Where Playwright puts the headless shell of the same version, for which it has no call.
 * @param {string} whole the path of the whole browser
 */
function shellBeside(whole) {
  const extension = process.platform === 'win32' ? '.exe' : '';
  return whole.replace(
    /chromium-(\d+)([\\/])chrome-([^\\/]+).*/,
    `chromium_headless_shell-$1$2chrome-headless-shell-$3$2chrome-headless-shell${extension}`,
  );
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
