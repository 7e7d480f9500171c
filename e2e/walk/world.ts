import { mkdir } from 'node:fs/promises';
import { copyFolder } from '#tests/support/prepared-data.ts';
import { makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { type IsolatedBoard, withApi } from '../support/isolated-board.ts';
import { type IsolatedServer, startIsolatedServer } from '../support/isolated-server.ts';
import { prepareContent } from '../support/pictures/content.ts';
import { accessToken } from '../support/server-data.ts';
import { demoPerson } from '../support/sign-in.ts';
import { startFeeds } from '../support/source-board.ts';

/** The data of a board on which something waits on every screen. Each walk starts with a copy. */
export type World = {
  /** Starts a server with a new copy of the data. */
  start(): Promise<IsolatedServer>;
  remove(): Promise<void>;
};

export async function makeWorld(): Promise<World> {
  const folder = await makeDataDir();
  const server = await startIsolatedServer();
  const reading = await startFeeds(server);
  try {
    const board = await withApi(server);
    await prepareContent(board, reading.feeds);
    await addDraft(board);
  } finally {
    await reading.stop();
    // Copy the data before the server removes it, and after its database has stopped.
    await server.stop((dataDir) => copyFolder(dataDir, folder));
  }
  return {
    start: () =>
      startIsolatedServer({}, 'empty', async (dataDir) => {
        await removeFolder(dataDir);
        await mkdir(dataDir);
        await copyFolder(folder, dataDir);
      }),
    remove: () => removeFolder(folder),
  };
}

/** Adds a draft. */
async function addDraft(board: IsolatedBoard): Promise<void> {
  const token = await accessToken(demoPerson('companyadmin').email, board);
  const response = await fetch(`${board.url}/api/job-drafts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'A draft', company: { id: board.company.id } }),
  });
  if (!response.ok) throw new Error(await response.text());
}
