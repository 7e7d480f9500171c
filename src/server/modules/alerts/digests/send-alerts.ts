import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import {
  alert_addresses,
  alert_searches,
  alert_sent_jobs,
  alerts,
} from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';
import { isPaused } from '#server/mail/pause.ts';
import { readListColumns } from '#server/modules/search/search-jobs.ts';
import { askUsefulness } from '../addresses/ask-usefulness.ts';
import { lastMatch } from '../commands.ts';
import type { AlertAddress } from '../links/alert-links.ts';
import { readCompanyNames } from '../searches/describe-searches.ts';
import type { AlertSite } from '../subscribe/subscribe.ts';
import { digestMail } from './digest-mail.ts';
import { nextDue } from './due-time.ts';
import { mailCapacity } from './mail-capacity.ts';
import type { MailedJob } from './mail-jobs.ts';
import { isDue, type NewJob, readNewJobs } from './new-jobs.ts';

/** How many addresses are read at a time. */
const BATCH = 200;

/** How long a run takes at most (ms). The next one continues. */
const RUN_TIME = 8_000;

/** After how long a digest is tried again whose mailbox has received too many mails (minutes). */
const RETRY_MINUTES = 15;

export type AlertOptions = AlertSite & {
  /** The maximum number of mails per minute. */
  rate: number;
};

/**
 * Queues a mail for each address with due alerts that have new jobs. Each transaction stores a mail together with its jobs,
 * so nothing is lost or mailed twice if the process ends. One process does this at a time. While mails are paused, as after
 * the restoration of a backup, nothing is queued.
 * @returns the number of mails
 */
export async function sendAlerts(
  db: Database,
  { rate, ...site }: AlertOptions,
  signal?: AbortSignal,
): Promise<number> {
  if (!site.outbox.canSend || (await isPaused(db))) return 0;
  // The transaction only holds the lock.
  return db.transaction(async (lock) => {
    const { rows } = await lock.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.alertDigests}) as free`,
    );
    if (!rows[0]?.free) return 0;
    const capacity = await mailCapacity(db, rate);
    const run = { site, jobs: new Map<string, MailedJob>(), until: Date.now() + RUN_TIME };
    const digests = await sendDue(db, run, capacity, signal);
    const asked = await askUsefulness(db, site, capacity - digests);
    return digests + asked;
  });
}

type Run = {
  site: AlertSite;
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
  for (;;) {
    const due = await listDueAddresses(db);
    if (due.length === 0) return mails;
    await readJobs(db, run, await readNewJobs(db, due));
    let handled = 0;
    for (const id of due) {
      if (mails >= capacity || Date.now() > run.until || signal?.aborted) return mails;
      const outcome = await sendDigest(db, run, id);
      if (outcome === 'queued') mails += 1;
      if (outcome !== 'busy') handled += 1;
    }
    // The others are being changed at the moment.
    if (handled === 0) return mails;
  }
}

/** Lists addresses with due alerts, the one that has waited longest first. */
async function listDueAddresses(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: alerts.address_id })
    .from(alerts)
    .where(isDue)
    .groupBy(alerts.address_id)
    .orderBy(asc(sql`min(${alerts.due_at})`))
    .limit(BATCH);
  return rows.map(({ id }) => id);
}

/** Reads those jobs that the run has not read yet. */
async function readJobs(db: Database, { jobs }: Run, found: NewJob[]): Promise<void> {
  const missing = new Set(found.map(({ job }) => job).filter((job) => !jobs.has(job)));
  if (missing.size === 0) return;
  for (const row of await readListColumns(db, [...missing])) jobs.set(row.id, row);
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
    // Read the jobs in a statement after the lock, so that it sees all matches that have made the alerts due.
    const found = await readNewJobs(tx, [id]);
    await readJobs(tx, run, found);
    // A job that was deleted meanwhile is left out.
    const listed = found.filter(({ job }) => run.jobs.has(job));
    const mayGet = address.address !== null && !(await isBlocked(tx, address));
    if (address.address === null || listed.length === 0 || !mayGet) {
      await moveOn(tx, address, due);
      return 'nothing';
    }
    const byKey = new Map(listed.map(({ key, job }) => [key, job]));
    const finding = new Set(listed.map(({ alert }) => alert));
    const named = due.filter((alert) => finding.has(alert.id));
    const mail = digestMail(
      {
        address,
        alerts: named,
        jobs: [...byKey.values()].flatMap((job) => run.jobs.get(job) ?? []),
        names: await readCompanyNames(
          tx,
          named.map(({ query }) => query),
        ),
      },
      run.site,
    );
    if ((await run.site.outbox.queue(tx, { ...mail, to: address.address })) === 'refused') {
      await tx
        .update(alerts)
        .set({ due_at: sql`now() + make_interval(mins => ${RETRY_MINUTES})` })
        .where(inIds(due));
      return 'nothing';
    }
    await tx
      .insert(alert_sent_jobs)
      .values([...byKey.keys()].map((job_key) => ({ address_id: id, job_key })))
      .onConflictDoNothing();
    await tx.update(alerts).set({ seen_at: lastMatch() }).where(inIds(due));
    await moveOn(tx, address, due);
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

/** Sets when alerts are due next. One that is due with each new job waits for the next job. */
async function moveOn(tx: Database, address: AlertAddress, due: Scheduled[]): Promise<void> {
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
      .set({ due_at: time === undefined ? null : new Date(time) })
      .where(inIds(same));
  }
}

/**
 * Makes alerts due that send mails at once and have new jobs but no due time: their jobs were matched while a mail was being
 * queued.
 */
export async function findOverlooked(db: Database): Promise<void> {
  await db.execute(sql`
    update alerts set due_at = now()
    where frequency = 'immediate' and due_at is null and confirmed_at is not null
      and exists (select from alert_matches match where match.search_id = alerts.search_id and match.matched_at > alerts.seen_at)
      and exists (select from alert_addresses owner where owner.id = alerts.address_id and owner.paused_at is null)`);
}
