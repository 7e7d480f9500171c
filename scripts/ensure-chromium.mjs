/** Installs Chromium for the browser tests if necessary. If that fails, explains in one line how to install it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, isHeadlessShell } from './find-chromium.mjs';

const TEN_MINUTES = 600_000;

/** @type {[program: string, ...parameters: string[]][]} */
const commands = [['npx', 'playwright', 'install', '--only-shell', 'chromium']];
if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
  commands.push(['apt-get', 'update']);
  // Older versions of Debian and Ubuntu have no headless shell.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    commands.push(['apt-get', 'install', '-y', name]);
  }
}

for (const [program, ...parameters] of commands) {
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
if (!isHeadlessShell(findChromium())) {
  process.stderr.write(
    'The browser tests take a fifth less time in the headless shell: npx playwright install --only-shell chromium\n',
  );
}
