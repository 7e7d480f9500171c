import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { pages } from '#server/db/page-tables.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { accounts, companies, jobs, uploads } from '#server/db/schema.ts';
import { source_previews, sources } from '#server/db/source-tables.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { setRole } from '#server/modules/accounts/commands.ts';
import { type EndpointName, endpoints } from '#shared/contract/endpoints.ts';
import type { Role } from '#shared/domain/roles.ts';
import { createAccount } from '../support/factories.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { CALLS, createWorld, type World } from './access-calls.ts';
import type { RowName } from './access-matrix.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();

/**
 * Every write that requires the role of a company admin or site admin. People change their own account and data in any
 * role. A preview changes nothing.
 */
const WRITES: RowName[] = [
  ...(Object.keys(endpoints) as EndpointName[]).filter(
    (name) =>
      !(name.startsWith('GET ') || name.includes('/personal-data') || name.endsWith('/preview')) &&
      Array.isArray(endpoints[name].access),
  ),
  'POST /api/accounts (another’s)',
  'PUT /api/accounts/:id (another’s)',
] as RowName[];

const stored = async () => ({
  jobs: await board.db.select().from(jobs).orderBy(jobs.id),
  drafts: await board.db.select().from(job_drafts).orderBy(job_drafts.id),
  claims: await board.db.select().from(company_claims).orderBy(company_claims.id),
  companies: await board.db.select().from(companies).orderBy(companies.id),
  renames: await board.db.select().from(company_renames).orderBy(company_renames.id),
  uploads: await board.db.select().from(uploads),
  mails: await board.db.select().from(mails).orderBy(mails.id),
  sources: await board.db.select().from(sources).orderBy(sources.id),
  previews: await board.db.select().from(source_previews).orderBy(source_previews.id),
  mailState: await board.db.select().from(mail_state),
  pages: await board.db.select().from(pages).orderBy(pages.slug),
  accounts: await board.db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .orderBy(accounts.id),
});

function makeWorld(): Promise<World> {
  return createWorld(board, { styleSheet: '', upload: '' });
}

/** Makes the request of a site admin. */
async function requestOf(world: World, name: RowName): Promise<InjectOptions> {
  const { method, url, body, headers } = (await CALLS[name]?.(world, 'site admin')) ?? {};
  const [ownMethod = '', path = ''] = name.split(' ');
  return {
    method: (method ?? ownMethod) as 'POST',
    url: url ?? path,
    ...(body !== undefined && { payload: body }),
    headers: { ...headers, authorization: `Bearer ${world.tokens['site admin']}` },
  };
}

async function isWaitingForALock(): Promise<boolean> {
  const { rows } = await board.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

test(statement(26), async () => {
  expect(WRITES).toHaveLength(59);
  // All writes share one world, because none of them may change anything.
  const world = await makeWorld();
  const changeRole = (db: Pick<Database, 'update'>, role: Role) =>
    db.update(accounts).set({ role }).where(eq(accounts.id, world.ids['site admin']));
  for (const name of WRITES) {
    await changeRole(board.db, 'siteadmin');
    const request = await requestOf(world, name);
    const before = await stored();

    // The write waits for the transaction that revokes the role.
    let response: Promise<{ statusCode: number }> | undefined;
    await board.db.transaction(async (tx) => {
      await changeRole(tx, 'user');
      response = board.app.inject(request);
      await Promise.race([response, expect.poll(isWaitingForALock).toBe(true)]);
    });
    expect([name, (await response)?.statusCode]).toEqual([name, 403]);
    expect([name, await stored()]).toEqual([name, before]);
  }

  // Revoke the role after authorization, before the whole body has arrived.
  await changeRole(board.db, 'siteadmin');
  const { payload, ...request } = await requestOf(world, 'POST /api/companies');
  // The last site admin cannot be removed.
  await createAccount(board.db, { role: 'siteadmin' });
  const before = await stored();
  async function* slowly() {
    await setRole(board.db, ACTORS.account, world.ids['site admin'], { role: 'user' });
    yield JSON.stringify(payload);
  }
  const headers = { ...request.headers, 'content-type': 'application/json' };
  const response = await board.app.inject({
    ...request,
    headers,
    payload: Readable.from(slowly()),
  });
  expect(response.statusCode).toBe(403);
  expect(await stored()).toEqual(before);
});

test('no role can be revoked between the authorization of a write and its commit', async () => {
  const world = await makeWorld();
  const admin = world.ids['company admin'];
  const before = (await stored()).jobs.length;
  await board.db.transaction(async (tx) => {
    // The lock makes the creation of the job wait.
    await tx.execute(sql`lock table ${jobs} in share mode`);
    const { headers, ...request } = await requestOf(world, 'POST /api/jobs');
    const authorization = `Bearer ${world.tokens['company admin']}`;
    const posted = board.app.inject({ ...request, headers: { ...headers, authorization } });
    await Promise.race([posted, expect.poll(isWaitingForALock).toBe(true)]);
    const taken = setRole(board.db, ACTORS.account, admin, { role: 'user' });
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await Promise.race([
      taken,
      expect.poll(async () => (await board.db.execute(waiting)).rows.length).toBe(2),
    ]);
    const [account] = await board.db.select().from(accounts).where(eq(accounts.id, admin));
    expect(account?.role).toBe('companyadmin');
    return { posted, taken };
  });
  await expect.poll(async () => (await board.db.select().from(jobs)).length).toBe(before + 1);
  const roleOf = async () =>
    (await board.db.select().from(accounts).where(eq(accounts.id, admin)))[0]?.role;
  await expect.poll(roleOf).toBe('user');
});
