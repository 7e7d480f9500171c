import { and, desc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { categoryDefinition } from '#shared/contract/categories.ts';
import { PICTURE_SETTINGS } from '#shared/domain/board-settings.ts';
import { auditedCategory, restoreCategory, updateCategory } from '../categories/commands.ts';
import { lockCategories } from '../categories/queries.ts';
import { writeWithFacts } from '../facts/commands.ts';
import { findMergedJob } from '../merges/follow-merges.ts';
import { actAgain, lockMerge, moveBack, restoreLeftovers } from '../merges/undo-merge.ts';
import { PageNotRestoredError, undoPageChange } from '../pages/commands.ts';
import { changeSettings, SETTINGS_ID } from '../settings/commands.ts';
import { acceptable, lockSettings } from '../settings/queries.ts';
import { touchUploads } from '../uploads/commands.ts';
import { restoreDeletedDrafts } from './deleted-drafts.ts';
import { restoreDeletedSources } from './deleted-sources.ts';
import { reinstateAdmins } from './reinstate-admins.ts';

/** Thrown if a row cannot be restored. The message gives the reason in one line. */
export class NotRestoredError extends Error {}

export type Restored = {
  kind: 'job' | 'company' | 'settings' | 'page' | 'category';
  id: string;
  /** The title of a job or the name of a company. */
  name: string;
  /** The numbers of jobs, unpublished jobs, sources and company admins that were restored together with a company. */
  jobs: number;
  drafts: number;
  sources: number;
  admins: number;
  /** What was not restored: a missing logo, and the ids of skipped jobs and accounts. */
  left: { logo?: string; jobs: string[]; admins: string[] };
};

/** The actor of the restore: the id of an account, or the command. `permit` throws if the actor may not restore. */
export type Restorer = { actor?: string; permit?: Permit };

/**
 * Throws if the caller may not restore. It locks the caller's account, so it must run after companies are locked, as in
 * every write.
 */
type Permit = (tx: Database) => Promise<unknown>;

const anyone: Permit = async () => {};

/** The event that recorded the deletion of a job or a company. */
export type Deletion = { id: number; thing_id: string; before: Record<string, unknown> };

/**
 * Restores the job or the company that an event deleted, with the same id. A company is restored with its logo, company
 * admins, jobs, unpublished jobs and sources; the sources are paused. Restores everything or nothing.
 * @throws NotRestoredError
 */
export async function restoreDeleted(
  db: Database,
  eventId: number,
  { actor = ACTORS.audit, permit = anyone }: Restorer = {},
): Promise<Restored> {
  return withActor(db, actor, async (tx) => {
    const [event] = await tx.select().from(audit_events).where(eq(audit_events.id, eventId));
    if (!event) throw await refusal(tx, permit, `There is no event ${eventId}.`);
    const { kind, action, id, thing_id, before } = event;
    if (kind === 'merge' && action === 'create') {
      return restoreCompany(tx, await deletionByMerge(tx, event), permit);
    }
    if (kind === 'settings') return undoSettings(tx, event, { actor, permit });
    if (kind === 'page') return undoPage(tx, event, { actor, permit });
    if (kind === 'category' && before) return undoCategory(tx, event, { actor, permit });
    if ((kind !== 'job' && kind !== 'company') || action !== 'delete' || !before) {
      throw await refusal(
        tx,
        permit,
        `Event ${id} neither deletes a job or a company nor merges companies, so it cannot be undone.`,
      );
    }
    const deletion = { id, thing_id, before };
    return kind === 'job' ? restoreJob(tx, deletion, permit) : restoreCompany(tx, deletion, permit);
  });
}

/** Gives the settings that an event changed their former values, unless they have been changed since. */
async function undoSettings(
  tx: Database,
  { id, before }: typeof audit_events.$inferSelect,
  { actor, permit }: Required<Restorer>,
): Promise<Restored> {
  await permit(tx);
  await lockSettings(tx);
  const changed = Object.keys(before ?? {});
  const [later] = await tx
    .select({ id: audit_events.id })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.kind, 'settings'),
        gt(audit_events.id, id),
        sql`${audit_events.after} ?| ${sql.param(changed)}::text[]`,
      ),
    )
    .limit(1);
  if (later) {
    throw new NotRestoredError(
      `The same settings were changed again by event ${later.id}. Undo that one first.`,
    );
  }
  const values = acceptable(before ?? {});
  const pictures = PICTURE_SETTINGS.map((name) => values[name] ?? '');
  if ((await touchUploads(tx, pictures)).length > 0) {
    throw new NotRestoredError(
      'A logo or icon of that change was replaced more than a day ago and no longer exists. Upload it again in the settings.',
    );
  }
  await changeSettings(tx, { actor, values });
  return { ...NOTHING_ELSE, kind: 'settings', id: SETTINGS_ID, name: '' };
}

/** What is restored beside a thing that has neither jobs nor people. */
const NOTHING_ELSE: Omit<Restored, 'kind' | 'id' | 'name'> = {
  jobs: 0,
  drafts: 0,
  sources: 0,
  admins: 0,
  left: { jobs: [], admins: [] },
};

/** Restores a deleted category, or gives a changed one its former definition, unless it has been changed since. */
async function undoCategory(
  tx: Database,
  { id, thing_id, action, before, after }: typeof audit_events.$inferSelect,
  { actor, permit }: Required<Restorer>,
): Promise<Restored> {
  await permit(tx);
  await lockCategories(tx);
  const slug = String(after?.slug ?? thing_id);
  const [later] = await tx
    .select({ id: audit_events.id })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.kind, 'category'),
        gt(audit_events.id, id),
        eq(audit_events.thing_id, slug),
      ),
    )
    .limit(1);
  if (later) {
    throw new NotRestoredError(
      `The same category was changed again by event ${later.id}. Undo that one first.`,
    );
  }
  const former = auditedCategory.parse(before);
  try {
    if (action === 'delete') await restoreCategory(tx, actor, former);
    else {
      // The place in the list stays: changes of a category do not move it.
      const edited = categoryDefinition.parse(former);
      await updateCategory(tx, actor, { slug, edited, ifMatch: undefined });
    }
  } catch (error) {
    if (error instanceof ProblemError) throw new NotRestoredError(error.message);
    throw error;
  }
  return { ...NOTHING_ELSE, kind: 'category', id: former.slug, name: former.name };
}

/** Undoes the change of a page, unless it has been changed since. */
async function undoPage(
  tx: Database,
  event: typeof audit_events.$inferSelect,
  { actor, permit }: Required<Restorer>,
): Promise<Restored> {
  await permit(tx);
  try {
    await undoPageChange(tx, { actor, event });
  } catch (error) {
    if (!(error instanceof PageNotRestoredError)) throw error;
    throw new NotRestoredError(error.message);
  }
  const name = String((event.before ?? event.after)?.title ?? '');
  return { ...NOTHING_ELSE, kind: 'page', id: event.thing_id, name };
}

/**
 * The error with this message for a caller who may restore. For other callers, `permit` throws, so that they learn
 * nothing about the audit trail.
 */
async function refusal(tx: Database, permit: Permit, message: string): Promise<NotRestoredError> {
  await permit(tx);
  return new NotRestoredError(message);
}

/** The event that recorded the deletion of a company by its merge into another one. */
async function deletionByMerge(tx: Database, merge: { id: number; thing_id: string }) {
  const [deletion] = await tx
    .select({
      id: audit_events.id,
      thing_id: audit_events.thing_id,
      before: audit_events.before,
    })
    .from(audit_events)
    .where(
      and(
        sql`${audit_events.at} = (select at from ${audit_events} where id = ${merge.id})`,
        eq(audit_events.kind, 'company'),
        eq(audit_events.thing_id, merge.thing_id),
        eq(audit_events.action, 'delete'),
      ),
    );
  if (!deletion?.before) throw new NotRestoredError(`Event ${merge.id} has no deleted company.`);
  return { ...deletion, before: deletion.before };
}

async function restoreJob(tx: Database, deletion: Deletion, permit: Permit): Promise<Restored> {
  const { id: eventId, thing_id: id, before } = deletion;
  const companyId = String(before.company_id);
  const [company] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('key share');
  await permit(tx);
  const remaining = await findMergedJob(tx, id);
  if (remaining) {
    throw new NotRestoredError(
      `Job ${id} was a duplicate of job ${remaining} when their companies were merged. Undo the merge instead.`,
    );
  }
  if (!company) throw await withoutCompany(tx, id, companyId);
  const restored = await restoreJobs(tx, [eventId]);
  if (restored.length === 0) {
    const successor = and(
      eq(jobs.company_id, companyId),
      sql`${jobs.source} = ${before.source}`,
      sql`${jobs.source_id} = ${before.source_id}`,
    );
    throw await inItsPlace(tx, jobs, 'job', id, successor);
  }
  const name = String(before.title);
  return {
    kind: 'job',
    id,
    name,
    jobs: 0,
    drafts: 0,
    sources: 0,
    admins: 0,
    left: { jobs: [], admins: [] },
  };
}

/**
 * Restores the jobs that these events deleted, whose companies must exist and be locked. Skips jobs that exist, and
 * jobs that an import has created again.
 * @returns the ids of the restored jobs
 */
export async function restoreJobs(tx: Database, eventIds: (number | string)[]): Promise<string[]> {
  const events = sql.param(eventIds);
  const { ids } = await writeWithFacts(tx, async () => ({
    ids: await insertAgain(tx, jobs, sql`event.id = any(${events}::bigint[])`),
  }));
  return ids;
}

async function withoutCompany(tx: Database, jobId: string, companyId: string) {
  const [deleted] = await tx
    .select({ id: audit_events.id })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.kind, 'company'),
        eq(audit_events.thing_id, companyId),
        eq(audit_events.action, 'delete'),
      ),
    )
    .orderBy(desc(audit_events.id))
    .limit(1);
  return new NotRestoredError(
    deleted
      ? `The company of job ${jobId} was deleted by event ${deleted.id}. Restore the company first.`
      : `Company ${companyId} of job ${jobId} no longer exists, and no event records its deletion.`,
  );
}

/**
 * Restores a company with its logo, company admins, jobs, unpublished jobs and sources. If the company was merged into
 * another one, the merge is undone.
 * @throws NotRestoredError
 */
export async function restoreCompany(
  tx: Database,
  deletion: Deletion,
  permit: Permit = anyone,
): Promise<Restored> {
  const { id: eventId, thing_id: id, before } = deletion;
  const merged = await lockMerge(tx, id);
  await permit(tx);
  const latest = await latestDeletion(tx, id);
  if (latest !== eventId) {
    throw new NotRestoredError(
      `Company ${id} was deleted or merged again by event ${latest}. Undo that one instead.`,
    );
  }
  if (merged && !merged.target) {
    throw new NotRestoredError(
      `The company ${merged.merge.into_id}, into which it was merged, no longer exists. Restore that one first.`,
    );
  }
  const logo = String(before.logo ?? '');
  const hasLogo = (await touchUploads(tx, [logo])).length === 0;
  const restored = await insertAgain(
    tx,
    companies,
    sql`event.id = ${eventId}`,
    hasLogo ? {} : { logo: sql`''` },
  );
  if (restored.length === 0) {
    const successor = and(
      sql`${companies.source} = ${before.source}`,
      sql`${companies.source_id} = ${before.source_id}`,
    );
    throw await inItsPlace(tx, companies, 'company', id, successor);
  }
  const movedBack = merged ? await moveBack(tx, merged.merge, eventId) : 0;
  const admins = await reinstateAdmins(tx, eventId, id);
  if (merged) await actAgain(tx, merged.merge);
  const itsJobs = await restoreJobsOf(tx, eventId, merged ? [id, merged.merge.into_id] : [id]);
  if (merged) await restoreLeftovers(tx, merged.leftovers);
  const drafts = await restoreDeletedDrafts(tx, eventId, id);
  const sources = await restoreDeletedSources(tx, eventId, id);
  return {
    kind: 'company',
    id,
    name: String(before.name),
    jobs: itsJobs.restored + movedBack,
    drafts,
    sources,
    admins: admins.restored,
    left: { ...(!hasLogo && { logo }), jobs: itsJobs.left, admins: admins.left },
  };
}

/**
 * The event of the company's latest deletion. Events of earlier deletions do not have the rows of the company at its
 * latest one.
 */
async function latestDeletion(tx: Database, id: string): Promise<number | undefined> {
  const [event] = await tx
    .select({ id: audit_events.id })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.kind, 'company'),
        eq(audit_events.thing_id, id),
        eq(audit_events.action, 'delete'),
      ),
    )
    .orderBy(desc(audit_events.id))
    .limit(1);
  return event?.id;
}

/**
 * Restores the jobs that were deleted in the transaction that deleted the company. In a merge, these are the duplicates
 * of both companies.
 */
async function restoreJobsOf(tx: Database, eventId: number, companyIds: string[]) {
  // If a transaction deleted a job twice, restore the later state.
  const { rows: deleted } = await tx.execute<{ id: string; event_id: string }>(sql`
    select thing_id as id, max(id) as event_id from ${audit_events}
    where at = (select at from ${audit_events} where id = ${eventId})
      and kind = 'job' and action = 'delete' and before ->> 'company_id' = any(${sql.param(companyIds)}::text[])
    group by thing_id
  `);
  const events = deleted.map(({ event_id }) => event_id);
  const restored = new Set(await restoreJobs(tx, events));
  const left = deleted.map(({ id }) => id).filter((id) => !restored.has(id));
  return { restored: restored.size, left };
}

/**
 * A version above all versions that the row had when it was deleted. A form that was opened before the deletion then
 * cannot overwrite the restored row.
 */
const VERSION = sql`(
  select max((deleted.before ->> 'version')::integer) + 1 from ${audit_events} deleted
  where deleted.kind = event.kind and deleted.thing_id = event.thing_id and deleted.action = 'delete'
)`;

/**
 * Inserts the rows that these events deleted. The values are exact, because PostgreSQL itself wrote them into the
 * events. New columns get their defaults, and columns that no longer exist are ignored. Rows that conflict with
 * existing ones are skipped.
 * @returns the ids of the inserted rows
 */
async function insertAgain(
  tx: Database,
  table: PgTable,
  events: SQL,
  changed: Record<string, SQL> = {},
): Promise<string[]> {
  // Insert with one statement for each set of columns. The events differ in their columns only if a migration ran
  // between them.
  const { rows: groups } = await tx.execute<{ names: string[]; events: string[] }>(sql`
    select names, array_agg(id) as events
    from ${audit_events} event, lateral (
      select array_agg(name order by name) as names from jsonb_object_keys(before) as name
    ) as columns
    where ${events} group by names
  `);
  const inserted: string[] = [];
  for (const group of groups) {
    const known = new Set(group.names);
    const names = Object.values(getTableColumns(table))
      .filter(({ name, generated }) => known.has(name) && !generated)
      .map(({ name }) => name);
    const values = names.map(
      (name) =>
        changed[name] ?? (name === 'version' ? VERSION : sql`row_was.${sql.identifier(name)}`),
    );
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into ${table} (${list(names.map((name) => sql.identifier(name)))})
      select ${list(values)}
      from ${audit_events} event, jsonb_populate_record(null::${table}, event.before) row_was
      where event.id = any(${sql.param(group.events)}::bigint[])
      on conflict do nothing
      returning id
    `);
    inserted.push(...rows.map(({ id }) => id));
  }
  return inserted;
}

const list = (parts: Parameters<typeof sql.join>[0]) => sql.join(parts, sql`, `);

/**
 * Explains why a row could not be inserted: it exists, or an import has created another row for the same id at the
 * source.
 */
async function inItsPlace(
  tx: Database,
  table: typeof companies | typeof jobs,
  kind: 'job' | 'company',
  id: string,
  successor: SQL | undefined,
) {
  const find = async (condition: SQL | undefined) =>
    (
      await tx
        .select({ id: table.id })
        .from(table as typeof companies)
        .where(condition)
    )[0];
  if (await find(eq(table.id, id))) return new NotRestoredError(`The ${kind} ${id} exists.`);
  const other = await find(successor);
  return new NotRestoredError(
    other
      ? `An import has created the ${kind} ${id} again as ${other.id}. Delete that one first.`
      : `The ${kind} ${id} is being changed right now. Try again.`,
  );
}
