import { ROOT } from '../../scripts/build-if-stale.mjs';
import { runProgram } from './processes.mjs';

/**
 * Makes an access token of a site admin.
 * @param {Pick<import('./server.mjs').Product, 'environment'>} product
 */
export async function siteAdminToken({ environment }) {
  const { stdout } = await runProgram(
    process.execPath,
    ['scripts/run.mjs', 'board', 'token', 'siteadmin@example.com'],
    { cwd: ROOT, env: environment },
  );
  return stdout.trim();
}
