import pg from 'pg';
import { openEmbeddedPostgres } from '#server/db/embedded-postgres/open-embedded-postgres.ts';
import { run } from '#server/testing/process.ts';
import type { Role } from '#shared/domain/roles.ts';
import type { OwnServer } from './own-server.ts';

/** The board that all stories are told on, as its operator reaches it. */
const { E2E_DATA_DIR = '', E2E_BASE_URL = '' } = process.env;

type Board = Pick<OwnServer, 'dataDir' | 'url'>;

const EVERYONES: Board = { dataDir: E2E_DATA_DIR, url: E2E_BASE_URL };

/** Runs a command of the board's beside the running server; gives all that it prints. */
async function command(
  { dataDir, url }: Board,
  program: 'account' | 'token',
  ...parameters: string[]
): Promise<string> {
  const settings = { DATA_DIR: dataDir, PORT: new URL(url).port };
  const running = run(program, settings, parameters);
  const code = await running.ended;
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${running.output()}`);
  return running.output();
}

export async function accessToken(email: string, board = EVERYONES): Promise<string> {
  const printed = await command(board, 'token', email);
  const [token] = /^[\w-]+\.[\w-]+\.[\w-]+$/m.exec(printed) ?? [];
  if (!token) throw new Error('no token was printed');
  return token;
}

export async function giveRole(email: string, role: Role, company?: string): Promise<void> {
  await command(EVERYONES, 'account', 'set-role', email, role, ...(company ? [company] : []));
}

/** Behind the server's back: there is no call for it. */
export async function deleteAccount(id: string): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataDir: E2E_DATA_DIR, purpose: 'command' });
  const client = new pg.Client({ connectionString: postgres.connectionString });
  try {
    await client.connect();
    const { rowCount } = await client.query('delete from accounts where id = $1', [id]);
    if (rowCount !== 1) throw new Error(`there was no account ${id}`);
  } finally {
    await client.end();
    await postgres.release();
  }
}
