import { mkdir, rm } from 'node:fs/promises';
import { copyFolder } from '#tests/support/prepared-data.ts';
import { makeDataDir } from '#tests/support/process.ts';
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
    const { job, rich } = await prepareContent(board, reading.feeds);
    await prepareQueues(board, [`${job}`, `${rich}`]);
  } finally {
    await reading.stop();
    // Copy the data before the server removes it, and after its database has stopped.
    await server.stop((dataDir) => copyFolder(dataDir, folder));
  }
  return {
    start: () =>
      startIsolatedServer({}, 'empty', async (dataDir) => {
        await rm(dataDir, { recursive: true });
        await mkdir(dataDir);
        await copyFolder(folder, dataDir);
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Adds a draft, reports, and a claim that waits for a site admin. */
async function prepareQueues(board: IsolatedBoard, reported: string[]): Promise<void> {
  const callAs = async (email: string) => {
    const authorization = `Bearer ${await accessToken(email, board)}`;
    return async (path: string, body: object, headers: Record<string, string> = {}) => {
      const response = await fetch(`${board.url}/api${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response;
    };
  };
  const asOwner = await callAs(demoPerson('companyadmin').email);
  const asMember = await callAs(demoPerson('user').email);
  await asOwner('/job-drafts', { title: 'A draft', company: { id: board.company.id } });
  for (const id of reported) {
    await asMember(`/jobs/${id}/reports`, { reason: 'scam', text: 'They ask for money.' });
  }
  const claim = await asMember('/claims', { company: { id: board.company.id } });
  const { id } = await claim.json();
  const version = { 'if-match': claim.headers.get('etag') ?? '' };
  await asMember(`/claims/${id}/submit`, { message: 'I work there.' }, version);
}
