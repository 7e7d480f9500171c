/**
 * `npm run torture -- [--rounds N] [--seed N]`: kills the server and its database while they are written to, as often
 * as is said, then cuts, delays and blocks the way to a database elsewhere as often, and looks each time whether all
 * that was acknowledged is there. The seed is another one each time unless it is said.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale, ROOT } from './build-if-stale.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
  },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    process.stderr.write(`--${name} must be a whole number from 1 on\n`);
    process.exit(2);
  }
}
buildIfStale();
process.stdout.write(`Twice ${values.rounds} rounds, --seed ${values.seed}\n`);
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'torture/torture.test.ts'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      // On a disk as boards are, and not in memory as other tests.
      TMPDIR: tmpdir(),
      TORTURE_ROUNDS: values.rounds,
      TORTURE_SEED: values.seed,
    },
  },
);
process.exitCode = status ?? 1;
