import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { accountOf } from '#server/modules/audit/actors.ts';
import { storeUpload } from '#server/modules/uploads/commands.ts';
import { lastSoonDate } from '#shared/domain/job-lifetime.ts';
import type { Role } from '#shared/domain/roles.ts';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '../support/factories.ts';
import { twoColors } from '../support/pictures.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A caller. Each of its requests has one of the `authorization` headers, or none. */
export type Caller = {
  name: string;
  authorization: string[];
  /** The id of the caller's account; undefined for a token without an account. */
  id?: string;
  role?: Role;
  company?: string;
};

/** An entity whose id a path can contain. */
export type Target = {
  kind: 'job' | 'company' | 'account';
  id: string;
  state: 'open' | 'closed' | 'deleted' | 'unknown';
  company?: string;
};

/** A digest of each row, by table and id. */
export type Rows = Map<string, string>;

export type TestBoard = {
  testApp: TestApp;
  document: unknown;
  callers: Caller[];
  targets: Target[];
  companies: string[];
  logo: string;
  picture: Buffer;
  rows(): Promise<Rows>;
  /** The actors of the audit events since the last call. */
  newActors(): Promise<string[]>;
  /** Restores these rows to their original state. */
  restore(changed: string[]): Promise<void>;
  close(): Promise<void>;
};

/** The tables by the prefix of their row keys, in the order of their foreign keys. */
const TABLES = {
  company: { table: 'companies', column: 'id' },
  job: { table: 'jobs', column: 'id' },
  account: { table: 'accounts', column: 'id' },
  upload: { table: 'uploads', column: 'name' },
  key: { table: 'idempotency_keys', column: 'key' },
};

/** Starts the production app on a board with a few entities of each kind. */
export async function openTestBoard(): Promise<TestBoard> {
  const testApp = await startTestApp();
  const { db, app } = testApp;
  const picture = await twoColors(8, 8).png().toBuffer();
  const logo = await storeUpload(db, openUploadStorage(testApp), Buffer.from('drawn'));
  const [ours, theirs, spare] = await Promise.all([
    createCompany(db, { name: 'Ours', logo }),
    createCompany(db, { name: 'Theirs' }),
    createCompany(db, { name: 'Spare', description: 'x'.repeat(500) }),
  ]);
  const closed = { closed_at: new Date('2026-01-31T12:00:00Z'), closed_by: 'admin' } as const;
  const jobTargets: Target[] = [];
  // The open jobs can be renewed.
  const validthrough = lastSoonDate(new Date());
  for (const { id: company_id } of [ours, theirs]) {
    const job = (values = {}) => createJob(db, { company_id, validthrough, ...values });
    const add = (state: Target['state'], { id }: { id: string }) =>
      jobTargets.push({ kind: 'job', id, state, company: company_id });
    add('open', await job({ description: 'Weave **sailcloth**, remotely.' }));
    add('closed', await job(closed));
    const deleted = await job({ title: 'Deleted' });
    await db.execute(sql`delete from jobs where id = ${deleted.id}`);
    add('deleted', deleted);
    for (const location of ['Porto', 'Berlin, Germany']) add('open', await job({ location }));
  }

  const people: [string, Parameters<typeof createAccount>[1]][] = [
    ['a user', {}],
    ['our company admin', { role: 'companyadmin', company_id: ours.id }],
    ['another company’s admin', { role: 'companyadmin', company_id: theirs.id }],
    ['a site admin', { role: 'siteadmin' }],
  ];
  const bearer = async (...parameters: Parameters<typeof tokenFor>) =>
    `Bearer ${await tokenFor(...parameters)}`;
  const newcomer = `auth0|${uuidv7()}`;
  const callers: Caller[] = [
    { name: 'nobody', authorization: [] },
    { name: 'a newcomer', id: newcomer, authorization: [await bearer(db, newcomer)] },
  ];
  for (const [name, values] of people) {
    const { id, role, company_id } = await createAccount(db, values);
    callers.push({
      name,
      id,
      role,
      ...(company_id && { company: company_id }),
      authorization: [await bearer(db, id)],
    });
  }
  const admin = callers.at(-1)?.id ?? '';
  callers.push({
    name: 'a bad token',
    authorization: [
      'Bearer',
      'Bearer nonsense',
      'Basic YWRtaW46YWRtaW4=',
      await bearer(db, admin, { claims: { exp: 1 } }),
      await bearer(db, admin, { claims: { aud: 'https://elsewhere.example' } }),
      await bearer(db, admin, { header: { alg: 'none' }, sign: () => Buffer.alloc(0) }),
      `${await bearer(db, admin)}x`,
    ],
  });

  await copyTables(db);
  const [unknown] = [uuidv7()];
  const targets: Target[] = [
    ...jobTargets,
    ...[ours, theirs, spare].map(({ id }) => ({ kind: 'company', id, state: 'open' }) as const),
    ...callers.flatMap(({ id, role }) =>
      id ? [{ kind: 'account', id, state: role ? 'open' : 'unknown' } as const] : [],
    ),
    ...(['job', 'company', 'account'] as const).flatMap((kind) => [
      { kind, id: unknown, state: 'unknown' } as const,
      { kind, id: 'nope', state: 'unknown' } as const,
    ]),
  ];
  const description = await app.inject({ url: apiDescription.openApi() });
  let lastEvent = 0;
  const initial = await digestRows(db);

  const board: TestBoard = {
    testApp,
    document: description.json(),
    callers,
    targets,
    companies: [ours.id, theirs.id, spare.id],
    logo,
    picture,
    rows: () => digestRows(db),
    async newActors() {
      const { rows } = await db.execute<{ id: string; actor: string }>(
        sql`select id, ${accountOf(sql`actor`)} as actor from audit_events where id > ${lastEvent} order by id`,
      );
      lastEvent = Number(rows.at(-1)?.id ?? lastEvent);
      return rows.map(({ actor }) => actor);
    },
    async restore(changed) {
      await restoreTables(db, changed, initial);
      await board.newActors();
    },
    close: () => testApp.close(),
  };
  await board.newActors();
  return board;
}

type Db = TestApp['db'];

const identifier = (name: string) => sql.raw(name);

async function copyTables(db: Db): Promise<void> {
  await db.execute(sql`create schema initial`);
  for (const { table } of Object.values(TABLES)) {
    await db.execute(sql`create table initial.${identifier(table)} as table ${identifier(table)}`);
  }
}

/** Restores the changed rows. Many rows refer to a company, so a changed company restores all tables. */
async function restoreTables(db: Db, changed: string[], initial: Rows): Promise<void> {
  const whole = changed.some((key) => key.startsWith('company ') && initial.has(key));
  const ids = changed.map((key) => key.slice(key.indexOf(' ') + 1));
  const touched = Object.entries(TABLES).filter(
    ([kind]) => whole || changed.some((key) => key.startsWith(`${kind} `)),
  );
  const among = (column: string) =>
    whole ? sql`true` : sql`${identifier(column)}::text in ${ids}`;
  await db.transaction(async (tx) => {
    for (const [, { table, column }] of touched.toReversed()) {
      await tx.execute(sql`delete from ${identifier(table)} where ${among(column)}`);
    }
    for (const [, { table, column }] of touched) {
      await tx.execute(
        sql`insert into ${identifier(table)} select * from initial.${identifier(table)} where ${among(column)}`,
      );
    }
  });
}

async function digestRows(db: Db): Promise<Rows> {
  const tables = Object.entries(TABLES).map(
    ([kind, { table, column }]) =>
      // Reading one's own account records the sign-in, and changes nothing else.
      sql`select ${kind} || ' ' || ${identifier(column)} as key, md5((to_jsonb(t) - 'last_sign_in_at')::text) as digest from ${identifier(table)} t`,
  );
  const { rows } = await db.execute<{ key: string; digest: string }>(
    sql.join(tables, sql` union all `),
  );
  return new Map(rows.map(({ key, digest }) => [key, digest]));
}

/** The keys of rows that were added, changed or removed. */
export function changesBetween(before: Rows, after: Rows): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key)).sort();
}
