/** Sees to it that the browser tests have a browser, or says in one line what to install. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './find-chromium.mjs';

const TEN_MINUTES = 600_000;

/** @type {[program: string, ...parameters: string[]][]} */
const ways = [['npx', 'playwright', 'install', 'chromium']];
if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
  ways.push(['apt-get', 'update']);
  // Older Debian and Ubuntu have the whole browser alone.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    ways.push(['apt-get', 'install', '-y', name]);
  }
}

for (const [program, ...parameters] of ways) {
  if (findChromium()) break;
  process.stderr.write(`No Chromium yet: ${[program, ...parameters].join(' ')}\n`);
  spawnSync(program, parameters, {
    stdio: ['ignore', 2, 2],
    timeout: TEN_MINUTES,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
if (!findChromium()) {
  process.stderr.write(
    'The browser tests need Chromium: install it, or name one in CHROMIUM_PATH.\n',
  );
  process.exit(1);
}
