import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { source_previews, source_runs, sources } from '#server/db/source-tables.ts';
import { SYSTEMS } from '#server/job-feeds/systems/systems.ts';
import { failedPreview } from '../previews/failed-preview.ts';
import type { PreviewRow, SourceRow } from '../queries.ts';

/**
 * How long a lease lasts unless it is renewed (s). If the process of a run was killed, the source is read again after
 * this time.
 */
export const LEASE_SECONDS = 60;

/**
 * How many sources of one system are read at the same time. Reading more would not be faster, because the hosts of a
 * system take one request at a time.
 */
const RUNS_PER_SYSTEM = 2;

const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;
const leaseUntil = (now: Date) => sql`${moment(now)} + make_interval(secs => ${LEASE_SECONDS})`;

/**
 * Claims the source that has been due longest, for this process. Several processes may claim at the same time: each
 * gets a different source. If the process that holds the lease of a source did not renew it, the source is claimed
 * again, and its unfinished run is marked as interrupted.
 * @param id the only source that may be claimed; by default, any
 * @returns undefined if no source is due
 */
export async function claimDueSource(
  db: Database,
  now: Date,
  id?: string,
): Promise<SourceRow | undefined> {
  return db.transaction(async (tx) => {
    const busy = sql`select system from ${sources} where leased_until > ${moment(now)}
      group by system having count(*) >= ${RUNS_PER_SYSTEM}`;
    const known = sql.param(SYSTEMS.map((system) => system.id));
    const due = sql`(select id from ${sources}
      where state in ('active', 'asking') and next_run_at <= ${moment(now)}
        and (leased_until is null or leased_until <= ${moment(now)})
        and ${id === undefined ? sql`system = any(${known}::text[]) and system not in (${busy})` : sql`id = ${id}`}
      order by next_run_at limit 1 for update skip locked)`;
    const [source] = await tx
      .update(sources)
      .set({ leased_until: leaseUntil(now) })
      .where(eq(sources.id, due))
      .returning();
    if (source) {
      await tx
        .update(source_runs)
        .set({ outcome: 'interrupted', ended_at: now })
        .where(and(eq(source_runs.source_id, source.id), eq(source_runs.outcome, 'running')));
    }
    return source;
  });
}

const ENDED_EARLY = 'The reading of this site ended unexpectedly. Try again later.';

/**
 * Claims the preview that has waited longest, like `claimDueSource`. A preview whose process was killed is not claimed
 * again, because its site may have been the cause: it ends with an error.
 */
export async function claimPreview(db: Database, now: Date): Promise<PreviewRow | undefined> {
  await db
    .update(source_previews)
    .set({ result: failedPreview(ENDED_EARLY), leased_until: null })
    .where(and(isNull(source_previews.result), lte(source_previews.leased_until, now)));
  const waiting = sql`(select id from ${source_previews}
    where result is null and leased_until is null
    order by created_at limit 1 for update skip locked)`;
  const [preview] = await db
    .update(source_previews)
    .set({ leased_until: leaseUntil(now) })
    .where(eq(source_previews.id, waiting))
    .returning();
  return preview;
}

/** Whether a source is due or a preview waits, so that a process must be started. */
export async function hasWork(db: Database, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists(select from ${sources}
      where state in ('active', 'asking') and next_run_at <= ${moment(now)}
        and (leased_until is null or leased_until <= ${moment(now)}))
    or exists(select from ${source_previews}
      where result is null and (leased_until is null or leased_until <= ${moment(now)})) as found`);
  return rows[0]?.found ?? false;
}

/**
 * Renews the lease of a source.
 * @returns false if the source was removed, paused, or claimed by another process, so that its run must end
 */
async function renewLease(db: Database, source: SourceRow, now: Date): Promise<boolean> {
  const isHeld = and(eq(sources.id, source.id), sql`${sources.leased_until} is not null`, isRead);
  // Skip a locked row: only the transaction that applies the list locks it, and no other process can claim the source
  // meanwhile. Waiting for the lock would only occupy a connection.
  const free = db
    .select({ id: sources.id })
    .from(sources)
    .where(isHeld)
    .for('update', { skipLocked: true });
  const { rowCount } = await db
    .update(sources)
    .set({ leased_until: leaseUntil(now) })
    .where(inArray(sources.id, free));
  return rowCount === 1 || (await db.$count(sources, isHeld)) === 1;
}

/** Thrown if a source was removed or paused, or another process runs it, so that its run must end. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';

  constructor() {
    super('the source was paused or removed');
  }
}

/** The lease of a run. */
type HeldLease = {
  /** Aborts if the lease is lost, or if the process stops. */
  signal: AbortSignal;
  /** Ends the renewal of the lease. */
  release(): void;
};

type Holding = { clock: () => Date; logger: FastifyBaseLogger };

/** Renews the lease of a source again and again until it is released. */
export function holdLease(
  db: Database,
  source: SourceRow,
  { clock, logger, signal }: Holding & { signal: AbortSignal | undefined },
): HeldLease {
  const lost = new AbortController();
  const release = renewRegularly(logger, async () => {
    if (!(await renewLease(db, source, clock()))) lost.abort(new LeaseLostError());
  });
  return { signal: signal ? AbortSignal.any([signal, lost.signal]) : lost.signal, release };
}

/**
 * Renews the lease of a preview again and again.
 * @returns a function that ends the renewal
 */
export function holdPreview(
  db: Database,
  { id }: PreviewRow,
  { clock, logger }: Holding,
): () => void {
  return renewRegularly(logger, async () => {
    await db
      .update(source_previews)
      .set({ leased_until: leaseUntil(clock()) })
      .where(and(eq(source_previews.id, id), isNull(source_previews.result)));
  });
}

function renewRegularly(logger: FastifyBaseLogger, renew: () => Promise<void>): () => void {
  const renewal = setInterval(
    () => {
      renew().catch((error: unknown) =>
        logger.warn({ err: error }, 'Lease of a source not renewed'),
      );
    },
    (LEASE_SECONDS * 1_000) / 3,
  );
  renewal.unref();
  return () => clearInterval(renewal);
}

/** SQL: whether the source is read on its schedule, that is, neither paused nor proposed. */
export const isRead = sql`${sources.state} in ('active', 'asking')`;
