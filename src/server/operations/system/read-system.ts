import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { and, count, eq, gt, inArray, isNull, notLike, type SQL, sql } from 'drizzle-orm';
import { DEMO_ID_PREFIX } from '#server/auth/embedded-provider/people.ts';
import type { Database } from '#server/db/client.ts';
import { mails } from '#server/db/mail-tables.ts';
import { readMigrations } from '#server/db/migrations.ts';
import { task_runs } from '#server/db/operation-tables.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { sources } from '#server/db/source-tables.ts';
import { summarizeInbox } from '#server/modules/inbox/queries.ts';
import { readMailState } from '#server/modules/mail/queries.ts';
import { findWrittenPages } from '#server/modules/pages/queries.ts';
import { readSettingsRow } from '#server/modules/settings/queries.ts';
import type { Config } from '#server/platform/config/config.ts';
import { ignoreMissing } from '#server/platform/files.ts';
import { isLoopback } from '#server/platform/loopback.ts';
import { VERSION } from '#server/platform/version.ts';
import type { SystemStatus } from '#shared/contract/system.ts';
import { SETUP_CHECKS, type SetupCheck } from '#shared/domain/setup.ts';
import { COMMAND_RUNS } from './task-runs.ts';
import { findWarnings } from './warnings.ts';

/** The settings that the state of the board depends on. */
export type SystemConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'mail' | 'pagesDir' | 'publicUrl' | 'signIn' | 'uploadsBucket'
>;

/** Reads the state of the board. */
export async function readSystem(db: Database, config: SystemConfig): Promise<SystemStatus> {
  const [database, disk, mail, queue, runs, ofSources, counts, inbox, written, { setup }, sent] =
    await Promise.all([
      readDatabase(db, config),
      readDisk(config),
      readMail(db, config),
      readQueue(db),
      db.select().from(task_runs).orderBy(task_runs.name),
      readSources(db),
      countRows(db, config),
      summarizeInbox(db),
      findWrittenPages(db, config.pagesDir),
      readSettingsRow(db),
      db.$count(mails, eq(mails.status, 'sent')),
    ]);
  const [backup, imported] = COMMAND_RUNS.map((name) => runs.find((run) => run.name === name));
  const isDone: Record<SetupCheck, boolean> = {
    jobs: ofSources.count > 0 || counts.jobs > 0,
    imprint: written.has('imprint'),
    mail: sent > 0,
    backup: Boolean(backup?.succeeded_at),
  };
  const status: Omit<SystemStatus, 'warnings'> = {
    version: VERSION,
    database,
    disk,
    uploads: config.uploadsBucket ? 'bucket' : 'folder',
    mail,
    queue,
    tasks: runs
      .filter(({ name }) => !COMMAND_RUNS.some((command) => command === name))
      .map(({ name, succeeded_at, failed_at }) => ({
        name,
        succeeded: succeeded_at?.toISOString() ?? null,
        failed: failed_at?.toISOString() ?? null,
      })),
    lastbackup: backup?.succeeded_at?.toISOString() ?? null,
    lastimport: imported?.succeeded_at?.toISOString() ?? null,
    sources: ofSources,
    counts,
    setup: {
      step: setup,
      // Without a mail server, no test mail can be sent.
      checks: SETUP_CHECKS.filter((name) => name !== 'mail' || mail.sending !== 'off').map(
        (name) => ({ name, done: isDone[name] }),
      ),
    },
  };
  const warnings = findWarnings({
    ...status,
    now: new Date(),
    hasOpenDemoSignIn: config.signIn?.embedded === 'everywhere',
    isPublic: !isLoopback(new URL(config.publicUrl).hostname),
    inbox,
    written: { imprint: written.has('imprint'), contact: written.has('contact-us') },
  });
  return { ...status, warnings };
}

async function readDatabase(db: Database, { databaseUrl }: SystemConfig) {
  const known = await readMigrations();
  const { rows } = await db.execute<{ version: string; bytes: string; migrations: string }>(
    sql`select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes,
      (select count(*) from drizzle.__drizzle_migrations) as migrations`,
  );
  const [row] = rows;
  return {
    version: row?.version ?? '',
    embedded: databaseUrl === undefined,
    bytes: Number(row?.bytes),
    migrations: Number(row?.migrations),
    migration: known.at(-1)?.name ?? '',
  };
}

/**
 * Reads how much space the disk of the data folder has. If the folder does not exist, for example because uploads are
 * in a bucket, uses the folder above it.
 */
async function readDisk({ dataDir }: Pick<SystemConfig, 'dataDir'>): Promise<SystemStatus['disk']> {
  const folder = resolve(dataDir);
  const found = await ignoreMissing(() => statfs(folder));
  if (!found) return readDisk({ dataDir: dirname(folder) });
  return { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
}

const PAUSED = { admin: 'paused', restored: 'restored' } as const;

async function readMail(db: Database, { mail }: SystemConfig) {
  const [{ waiting, paused }, failed] = await Promise.all([
    readMailState(db),
    db.$count(
      mails,
      and(
        inArray(mails.status, ['failed', 'unknown']),
        gt(mails.created_at, sql`now() - interval '7 days'`),
      ),
    ),
  ]);
  const whileOn = mail.delivery === 'smtp' ? ('on' as const) : ('off' as const);
  return { sending: paused ? PAUSED[paused] : whileOn, waiting, failed };
}

async function readQueue(db: Database) {
  const { rows } = await db.execute<{ waiting: string; failed: string }>(
    sql`select count(*) filter (where attempts < max_attempts) as waiting,
      count(*) filter (where attempts >= max_attempts) as failed from graphile_worker.jobs`,
  );
  return { waiting: Number(rows[0]?.waiting), failed: Number(rows[0]?.failed) };
}

async function readSources(db: Database): Promise<SystemStatus['sources']> {
  const number = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::integer`;
  const isRead = sql`${sources.state} in ('active', 'asking')`;
  const [row] = await db
    .select({
      count: number(isRead),
      lastrun: sql<Date | null>`max(${sources.confirmed_at})`.mapWith(sources.confirmed_at),
      proposed: number(eq(sources.state, 'proposed')),
      asking: number(eq(sources.state, 'asking')),
      failing: number(sql`${isRead} and ${sources.failures} > 0`),
      stopped: number(eq(sources.paused_by, 'failing')),
      restored: number(eq(sources.paused_by, 'restored')),
    })
    .from(sources);
  if (!row) throw new Error('a count has no row');
  return { ...row, lastrun: row.lastrun?.toISOString() ?? null };
}

async function countRows(db: Database, { signIn }: SystemConfig): Promise<SystemStatus['counts']> {
  // On a board whose sign-in requires proof, nobody can sign in with an account of the demo sign-in, so such site
  // admins do not count.
  const isDemo = signIn?.embedded && signIn.embedded !== 'with proof';
  const isAdmin = and(
    eq(accounts.role, 'siteadmin'),
    isNull(accounts.blocked_at),
    isDemo ? undefined : notLike(accounts.id, `${DEMO_ID_PREFIX}%`),
  );
  const [open, [company], [person], siteadmins] = await Promise.all([
    db.$count(jobs, isNull(jobs.closed_at)),
    db.select({ count: count() }).from(companies),
    db.select({ count: count() }).from(accounts),
    db.$count(accounts, isAdmin),
  ]);
  return { jobs: open, companies: company?.count ?? 0, people: person?.count ?? 0, siteadmins };
}
