import { and, eq, inArray } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { source_jobs, sources } from '#server/db/source-tables.ts';
import {
  isOpenHere,
  MODEL_FIELDS,
  type ModelJob,
  type ModelSource,
} from '#server/modules/sources/testing/model-source.ts';

type JobRow = typeof jobs.$inferSelect;

/** The ids of a source, of its company, and of another company, to which jobs may be moved. */
export type Place = { source: string; company: string; otherCompany: string };

/** The rows of the board that belong to a source. */
export async function readBoard(db: Database, { source, company, otherCompany }: Place) {
  const [rows, ledger, [row], events] = await Promise.all([
    db
      .select()
      .from(jobs)
      .where(inArray(jobs.company_id, [company, otherCompany]))
      .orderBy(jobs.id),
    db
      .select()
      .from(source_jobs)
      .where(eq(source_jobs.source_id, source))
      .orderBy(source_jobs.external_id),
    db.select().from(sources).where(eq(sources.id, source)),
    db.$count(audit_events, and(eq(audit_events.kind, 'job'))),
  ]);
  if (!row) throw new Error('no source');
  return { rows, ledger, source: row, events };
}

export type BoardState = Awaited<ReturnType<typeof readBoard>>;

/**
 * Finds the row of a job, and stores its id by the key of the job: a job must keep its row even if its id at the source
 * changes.
 */
export function rowOf(
  { rows }: BoardState,
  ids: Map<number, string>,
  job: ModelJob,
): JobRow | undefined {
  const known = ids.get(job.key);
  const row = rows.find(({ id, source_id }) => (known ? id === known : source_id === job.id));
  if (row) ids.set(job.key, row.id);
  return row;
}

/** Compares the board with the model: jobs, ledger and state. */
export function expectSame(
  board: BoardState,
  model: ModelSource,
  { place, ids }: { place: Place; ids: Map<number, string> },
): void {
  const existing = model.jobs.filter(({ isDeleted }) => !isDeleted);
  expect(existing.map((job) => describeRow(rowOf(board, ids, job), place))).toEqual(
    existing.map((job) => describeJob(job)),
  );
  const known = new Set(ids.values());
  expect(
    board.rows.filter(({ id }) => !known.has(id)),
    'jobs that the model does not have',
  ).toEqual([]);
  expectSameLedger(board, model, ids);
  expect(board.source.state).toBe(model.isAsking ? 'asking' : 'active');
  expect(board.source.may_close).toBe(model.mayClose);
}

function describeRow(row: JobRow | undefined, { otherCompany }: Place) {
  if (!row) return 'missing';
  return {
    ...Object.fromEntries(MODEL_FIELDS.map((field) => [field, row[field]])),
    id: row.source_id,
    state: row.closed_at === null ? 'open' : 'closed',
    closedBy: row.closed_at === null ? null : (row.closed_by ?? 'source'),
    isMoved: row.company_id === otherCompany,
    isKeptOpen: row.kept_open,
    date: row.date,
  };
}

function describeJob(job: ModelJob) {
  return {
    ...job.values,
    id: job.id,
    state: job.state,
    closedBy: job.closedBy === 'person' ? 'admin' : job.closedBy,
    isMoved: job.isMoved,
    isKeptOpen: job.isKeptOpen,
    date: job.posted,
  };
}

function expectSameLedger(board: BoardState, model: ModelSource, ids: Map<number, string>): void {
  const entries = new Map(board.ledger.map((entry) => [entry.external_id, entry]));
  for (const job of model.jobs) {
    for (const id of job.ids) {
      expect(entries.get(id)?.job_id, `the job of ${id}`).toBe(ids.get(job.key));
    }
    const own = entries.get(job.id);
    expect(
      own && {
        missingSince: missingSince(board, own.job_id),
        vanishedAt: own.vanished_at,
        reposts: own.reposts,
        firstSeen: own.first_seen_at,
      },
      `the entry of ${job.id}`,
    ).toEqual({
      missingSince: job.missingSince,
      vanishedAt: job.vanishedAt,
      reposts: job.reposts,
      firstSeen: job.firstSeen,
    });
  }
  const owners = board.rows.map(
    (row) =>
      board.ledger.filter((each) => each.job_id === row.id && each.external_id === row.source_id)
        .length,
  );
  expect(owners, 'entries that own a job').toEqual(board.rows.map(() => 1));
}

/** The time since which lists have lacked all ids of a job. */
function missingSince({ ledger }: BoardState, job: string | null): Date | null {
  const times = ledger.filter(({ job_id }) => job_id === job).map((each) => each.missing_since);
  if (times.includes(null)) return null;
  return new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)));
}

/** The locked fields that the API should list, each with the person's value and the source's value. */
export function expectedLocks(model: ModelSource, ids: Map<number, string>) {
  return model.jobs
    .filter(isOpenHere)
    .flatMap((job) =>
      [...job.locked].map((field) => ({
        job: ids.get(job.key),
        field,
        value: job.values[field],
        stated: job.stated[field],
      })),
    )
    .sort(byJobAndField);
}

export function byJobAndField(
  one: { job: string | undefined; field: string },
  other: { job: string | undefined; field: string },
): number {
  return `${one.job} ${one.field}` < `${other.job} ${other.field}` ? -1 : 1;
}
