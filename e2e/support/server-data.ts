import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openEmbeddedPostgres } from '#server/db/embedded-postgres/open-embedded-postgres.ts';
import type { Role } from '#shared/domain/roles.ts';
import { run } from '#tests/support/process.ts';
import type { IsolatedServer } from './isolated-server.ts';

/** The data folder and URL of the board that most stories share, for operators' commands. */
const { E2E_DATA_DIR = '', E2E_BASE_URL = '' } = process.env;

type Board = Pick<IsolatedServer, 'dataDir' | 'url'>;

const SHARED_BOARD: Board = { dataDir: E2E_DATA_DIR, url: E2E_BASE_URL };

/** Runs a board command beside the running server. Returns its output. */
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

export async function accessToken(email: string, board = SHARED_BOARD): Promise<string> {
  const printed = await command(board, 'token', email);
  const [token] = /^[\w-]+\.[\w-]+\.[\w-]+$/m.exec(printed) ?? [];
  if (!token) throw new Error('no token was printed');
  return token;
}

export async function setRole(email: string, role: Role, company?: string): Promise<void> {
  await command(SHARED_BOARD, 'account', 'set-role', email, role, ...(company ? [company] : []));
}

/** Stores mails directly in the database of a board, because few actions on its pages cause mails. */
export async function addMails(
  { dataDir }: Pick<Board, 'dataDir'>,
  added: { subject: string; status: string; failure?: string; expires_at?: Date }[],
): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'command' });
  const client = new pg.Client({ connectionString: postgres.connectionString });
  const content = {
    heading: 'Type this code',
    paragraphs: ['Type it into the window that waits for it.'],
    code: 'ABCD-1234',
    reason: 'Someone entered this address.',
  };
  try {
    await client.connect();
    for (const [index, { subject, status, failure, expires_at }] of added.entries()) {
      // Mails of the same millisecond would have no fixed order.
      const age = added.length - index;
      const id = randomUUID();
      await client.query(
        `insert into mails (id, to_address, subject, content, message_id, status, failure, attempts, finished_at, expires_at, created_at)
        values ($1, 'ada@example.com', $2, $3, $4, $5, $6, 1, now(), $7, now() - $8 * interval '1 second')`,
        [id, subject, content, `<${id}@board.example>`, status, failure, expires_at, age],
      );
    }
  } finally {
    await client.end();
    await postgres.release();
  }
}

/** Makes jobs look as if they had been posted a month earlier. */
export async function makeOlder({ dataDir }: Pick<Board, 'dataDir'>, ids: string[]): Promise<void> {
  await updateJobs(dataDir, `date = date - interval '30 days'`, ids);
}

/** Moves the closing dates of jobs into the past. */
export async function makeOverdue(
  { dataDir }: Pick<Board, 'dataDir'>,
  ids: string[],
): Promise<void> {
  await updateJobs(dataDir, `validthrough = current_date - 2`, ids);
}

/** Makes an email address the verified one of its account, because the demo sign-in asks for no proof. */
export function verifyEmail({ dataDir }: Pick<Board, 'dataDir'>, email: string): Promise<void> {
  return change(dataDir, 'update accounts set verified_email = email where email = $1', [email]);
}

function updateJobs(dataDir: string, values: string, ids: string[]): Promise<void> {
  return change(dataDir, `update jobs set ${values} where id = any($1)`, [ids]);
}

/** Changes rows in the database of a board. */
async function change(dataDir: string, statement: string, values: unknown[]): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataDir, purpose: 'command' });
  const client = new pg.Client({ connectionString: postgres.connectionString });
  try {
    await client.connect();
    const { rowCount } = await client.query(statement, values);
    if (!rowCount) throw new Error(`no row was changed: ${statement}`);
  } finally {
    await client.end();
    await postgres.release();
  }
}

/** Deletes an account in the database, because the API asks for a mailed code. */
export function deleteAccount(id: string, { dataDir } = SHARED_BOARD): Promise<void> {
  return change(dataDir, 'delete from accounts where id = $1', [id]);
}
