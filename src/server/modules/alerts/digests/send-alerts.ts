import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { alert_addresses, alert_searches, alerts } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { databaseCode, isDatabaseUnreachable } from '#server/db/database-errors.ts';
import { accounts } from '#server/db/schema.ts';
import { isPaused } from '#server/mail/pause.ts';
import { readListColumns } from '#server/modules/search/search-jobs.ts';
import { askUsefulness } from '../addresses/ask-usefulness.ts';
import type { AlertAddress } from '../links/alert-links.ts';
import { readNames } from '../searches/describe-searches.ts';
import type { AlertMailer } from '../subscribe/subscribe.ts';
import { digestMail } from './digest-mail.ts';
import { nextDue } from './due-time.ts';
import { mailCapacity } from './mail-capacity.ts';
import type { MailedJob } from './mail-jobs.ts';
import { isDue, readLastMatch, readNewJobs, recordSent } from './new-jobs.ts';

/** How many addresses are read at a time. */
const BATCH = 200;

/** How long a run takes at most (ms). The next one continues. */
const RUN_TIME = 8_000;

/** After how long a digest is tried again that cannot be queued now, or whose job is closing (seconds). */
const RETRY_SECONDS = 900;
const CLOSING_SECONDS = 20;

/** The SQLSTATE of a statement that took too long, which may be due to the address alone. */
const STATEMENT_TIMEOUT = '57014';

export type AlertOptions = AlertMailer & {
  /** The maximum number of mails per minute. */
  rate: number;
  logger: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * Queues a mail for each address with due alerts that have new jobs. Each transaction stores a mail together with its jobs,
 * so nothing is lost or mailed twice if the process ends. One process does this at a time. While mails are paused, as after
 * the restoration of a backup, nothing is queued.
 * @returns the number of mails
 */
export async function sendAlerts(
  db: Database,
  { rate, logger, ...mailer }: AlertOptions,
  signal?: AbortSignal,
): Promise<number> {
  if (!mailer.outbox.canSend || (await isPaused(db))) return 0;
  // The transaction only holds the lock.
  return db.transaction(async (lock) => {
    const { rows } = await lock.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.alertDigests}) as free`,
    );
    if (!rows[0]?.free) return 0;
    const capacity = await mailCapacity(db, rate);
    const run = {
      mailer,
      logger,
      jobs: new Map<string, MailedJob>(),
      until: Date.now() + RUN_TIME,
    };
    const digests = await sendDue(db, run, capacity, signal);
    const asked = await askUsefulness(db, mailer, capacity - digests);
    return digests + asked;
  });
}

type Run = {
  mailer: AlertMailer;
  logger: AlertOptions['logger'];
  /** The jobs that were read, because many addresses get the same ones. */
  jobs: Map<string, MailedJob>;
  /** When the run ends. */
  until: number;
};

async function sendDue(
  db: Database,
  run: Run,
  capacity: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  let mails = 0;
  while (mails < capacity) {
    const due = await listDueAddresses(db, Math.min(BATCH, capacity - mails));
    let handled = 0;
    for (const id of due) {
      if (Date.now() > run.until || signal?.aborted) return mails;
      const outcome = await sendDigest(db, run, id).catch((error: unknown) =>
        postpone(db, run, id, error),
      );
      if (outcome === 'queued') mails += 1;
      if (outcome !== 'busy') handled += 1;
    }
    // The others are being changed at the moment.
    if (handled === 0) break;
  }
  return mails;
}

/**
 * Tries a digest that failed again later, so that it does not keep those of other addresses from being sent. If the
 * connection was lost, throws, so that the run ends and the next one tries the digest again.
 */
async function postpone(
  db: Database,
  { logger }: Run,
  address: string,
  error: unknown,
): Promise<'failed'> {
  if (isDatabaseUnreachable(error) && databaseCode(error) !== STATEMENT_TIMEOUT) throw error;
  logger.warn({ err: error, address }, 'Digest of an address not queued; retrying in minutes');
  await db
    .update(alerts)
    .set({ due_at: later(RETRY_SECONDS) })
    .where(and(eq(alerts.address_id, address), isDue));
  return 'failed';
}

const later = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Lists addresses with due alerts that get mails, the one that has waited longest first. */
async function listDueAddresses(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: alerts.address_id })
    .from(alerts)
    .innerJoin(
      alert_addresses,
      and(eq(alert_addresses.id, alerts.address_id), isNull(alert_addresses.paused_at)),
    )
    .where(isDue)
    .groupBy(alerts.address_id)
    .orderBy(asc(sql`min(${alerts.due_at})`))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Reads jobs. Deleted ones are missing. */
async function readJobs(db: Database, { jobs }: Run, ids: string[]): Promise<MailedJob[]> {
  const missing = ids.filter((id) => !jobs.has(id));
  if (missing.length > 0) {
    for (const row of await readListColumns(db, missing)) jobs.set(row.id, row);
  }
  return ids.flatMap((id) => jobs.get(id) ?? []);
}

/**
 * Queues the mail of one address, or moves its due time on if there are no new jobs. `busy`: another transaction changes the
 * address.
 */
async function sendDigest(
  db: Database,
  run: Run,
  id: string,
): Promise<'queued' | 'nothing' | 'busy'> {
  return db.transaction(async (tx) => {
    const address = await tryLock(tx, id);
    if (!address) return 'busy';
    const due = await tx
      .select({
        id: alerts.id,
        search_id: alerts.search_id,
        query: alert_searches.query,
        frequency: alerts.frequency,
        typed: alerts.typed,
        created_at: alerts.created_at,
        confirmed_at: alerts.confirmed_at,
      })
      .from(alerts)
      .innerJoin(alert_searches, eq(alert_searches.id, alerts.search_id))
      .where(and(eq(alerts.address_id, id), isDue))
      .orderBy(asc(alerts.id))
      .for('update', { of: alerts });
    // Read the matches in a statement after the lock, so that it sees all that have made the alerts due.
    const last = await readLastMatch(
      tx,
      due.map(({ search_id }) => search_id),
    );
    const mayGet = address.address !== null && !(await isBlocked(tx, address));
    const found = mayGet ? await readNewJobs(tx, id, last) : undefined;
    if (found?.isClosing) {
      await tx
        .update(alerts)
        .set({ due_at: later(CLOSING_SECONDS) })
        .where(inIds(due));
      return 'nothing';
    }
    const jobs = found ? await readJobs(tx, run, found.newest) : [];
    if (!found || jobs.length === 0 || address.address === null) {
      await moveOn(tx, address, due, last);
      return 'nothing';
    }
    const finding = due.filter((alert) => found.alerts.includes(alert.id));
    const names = await readNames(
      tx,
      finding.map(({ query }) => query),
    );
    const mail = digestMail(
      { address, alerts: finding, jobs, total: found.keys.length, names },
      run.mailer.site,
    );
    if ((await run.mailer.outbox.queue(tx, { ...mail, to: address.address })) === 'refused') {
      await tx
        .update(alerts)
        .set({ due_at: later(RETRY_SECONDS) })
        .where(inIds(due));
      return 'nothing';
    }
    await recordSent(tx, id, found.keys);
    await moveOn(tx, address, due, last);
    return 'queued';
  });
}

const inIds = (due: { id: string }[]) =>
  inArray(
    alerts.id,
    due.map(({ id }) => id),
  );

/** Locks an address, unless another transaction has locked it. */
async function tryLock(tx: Database, id: string): Promise<AlertAddress | undefined> {
  const [address] = await tx
    .select()
    .from(alert_addresses)
    .where(and(eq(alert_addresses.id, id), isNull(alert_addresses.paused_at)))
    .for('update', { skipLocked: true });
  return address;
}

/** Whether the address belongs to a person whom a site admin has blocked. */
async function isBlocked(tx: Database, { account_id }: AlertAddress): Promise<boolean> {
  if (account_id === null) return false;
  const blocked = and(eq(accounts.id, account_id), lte(accounts.blocked_at, sql`now()`));
  return (await tx.$count(accounts, blocked)) > 0;
}

type Scheduled = Pick<typeof alerts.$inferSelect, 'id' | 'frequency' | 'confirmed_at'>;

/**
 * Counts the matches of alerts up to `last` as seen, and sets when the alerts are due next. One that is due with each new job
 * waits for the next job.
 */
async function moveOn(
  tx: Database,
  address: AlertAddress,
  due: Scheduled[],
  last: number,
): Promise<void> {
  const now = new Date();
  const times = due.map(({ frequency, confirmed_at }) =>
    nextDue(
      {
        frequency,
        addressId: address.id,
        timeZone: address.time_zone,
        confirmedAt: confirmed_at ?? now,
      },
      now,
    ),
  );
  for (const time of new Set(times.map((each) => each?.getTime()))) {
    const same = due.filter((_, index) => times[index]?.getTime() === time);
    await tx
      .update(alerts)
      .set({
        seen_at: now,
        seen_number: sql`greatest(${alerts.seen_number}, ${last})`,
        due_at: time === undefined ? null : new Date(time),
      })
      .where(inIds(same));
  }
}
