/**
 * `npm run walk -- [--minutes N] [--seed N] [--as PERSON] [--path FILE]`: walks through the board at random as a visitor,
 * a member, an owner of a company and a site admin, until something breaks or the time is over. A failure prints its
 * seed and its shortest path; `--path` repeats a path.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './build-if-stale.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
    as: { type: 'string' },
    path: { type: 'string' },
  },
});
const { minutes, seed, as, path } = values;
for (const [option, value] of Object.entries({ minutes, seed })) {
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    process.stderr.write(`--${option} must be a positive integer\n`);
    process.exit(2);
  }
}
process.stdout.write(`--seed ${seed}\n`);
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', 'e2e/walk'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      WALK_MINUTES: minutes,
      WALK_SEED: seed,
      ...(as && { WALK_AS: as }),
      ...(path && { WALK_PATH: path }),
    },
  },
);
process.exitCode = status ?? 1;
