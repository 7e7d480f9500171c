/** Checks the types of all projects, two projects at a time. More checkers within one project would repeat work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './build-if-stale.mjs';

/** The largest project comes first, so that the slowest one does not run alone at the end. */
const projects = ['.', 'tests', 'src/server', 'src/web', 'src/shared'];

async function checkProjects() {
  for (let project = projects.shift(); project; project = projects.shift()) {
    const parameters = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project];
    const child = spawn(process.execPath, [...parameters, '--checkers', '1'], {
      cwd: ROOT,
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, checkProjects));
