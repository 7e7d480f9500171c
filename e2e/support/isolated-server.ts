import { type Content, copyDataDir } from '#tests/support/prepared-data.ts';
import { freePort, type Running, run } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';

/** A production server with its own data. */
export type IsolatedServer = {
  url: string;
  dataDir: string;
  /** Stops the server with this signal, and starts it again with the same port and data. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Stops the server and removes its data, once `save` has copied what it wants. */
  stop(save?: (dataDir: string) => Promise<void>): Promise<void>;
};

/** Starts a server with a copy of prepared data. `fill` adds to the copy before the start. */
export async function startIsolatedServer(
  settings: Record<string, string> = {},
  content: Content = 'demo',
  fill = async (_dataDir: string) => {},
): Promise<IsolatedServer> {
  const dataDir = await copyDataDir(content);
  await fill(dataDir);
  const port = await freePort();
  let running: Running;
  const start = () => {
    running = run('main', {
      PORT: String(port),
      DATA_DIR: dataDir,
      // Raise the rate limit, because all stories send their requests from one address.
      RATE_LIMIT_SCALE: '1000',
      // A story that needs sources reads them in the test's process, from a local server.
      READ_SOURCES: 'false',
      ...settings,
    });
    return running.says('Composable Jobs is ready at');
  };
  const end = async (signal: NodeJS.Signals) => {
    // If the server ended by itself, print its output, which says why.
    if (running.child.exitCode !== null) process.stderr.write(running.output());
    running.child.kill(signal);
    return running.ended;
  };
  await start();
  return {
    url: `http://localhost:${port}`,
    dataDir,
    async restart(signal) {
      await end(signal);
      await start();
    },
    async stop(save) {
      await end('SIGTERM');
      await save?.(dataDir);
      await removeFolder(dataDir);
    },
  };
}
