import { rm } from 'node:fs/promises';
import { copyDataDir } from '#tests/support/prepared-data.ts';
import { freePort, type Running, run } from '#tests/support/process.ts';

/** A production server on a demo board of its own. */
export type OwnServer = {
  url: string;
  dataDir: string;
  /** Ends it by this signal and starts it again on the same port and data. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
};

export async function startOwnServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const dataDir = await copyDataDir('demo');
  const port = await freePort();
  let running: Running;
  const start = () => {
    running = run('main', {
      PORT: String(port),
      DATA_DIR: dataDir,
      // Everybody in the stories comes from one address.
      RATE_LIMIT_SCALE: '1000',
      ...settings,
    });
    return running.says('Composable Jobs is ready at');
  };
  const end = async (signal: NodeJS.Signals) => {
    // One that has ended by itself says why, which no story could.
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
    async stop() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
