/**
 * `npm run api-properties -- [--calls N] [--seed N]`: calls every endpoint with good, edge and hostile input, as
 * the API's description has it, and holds each answer to that. The seed is another one each time unless it is said.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale, ROOT } from './build-if-stale.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
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
process.stdout.write(`${values.calls} calls, --seed ${values.seed}\n`);
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'security/api-properties.test.ts'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, API_CALLS: values.calls, API_SEED: values.seed },
  },
);
process.exitCode = status ?? 1;
