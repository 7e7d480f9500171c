import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const START_TIMEOUT = 60_000;

/** Settings of whoever runs the tests must not lead them to that person's board. */
const SETTINGS =
  /^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_URL|SITE_NAME|DEMO_DATA|LOG_LEVEL|AUTH_.*)$/;

/** The production server on a demo board of its own, for all browser tests of the run. */
export default async function startServer(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'composable-jobs-e2e-'));
  // As root, PostgreSQL runs as another user, who has to get in.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const inherited = Object.entries(process.env).filter(([name]) => !SETTINGS.test(name));
  const server = spawn(process.execPath, ['scripts/run.mjs', 'main'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...Object.fromEntries(inherited), PORT: String(port), DATA_DIR: dataDir },
  });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  try {
    await untilReady(server, url);
  } catch (error) {
    await stop();
    throw error;
  }
  // Read by the configuration, which each worker evaluates anew.
  process.env.E2E_BASE_URL = url;
  return stop;
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.');
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await delay(50);
  }
  throw new Error(`The server was not ready after ${START_TIMEOUT} ms.`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (!address || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
