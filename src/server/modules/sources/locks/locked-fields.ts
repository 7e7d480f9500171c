import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { job_html } from '#server/db/html-tables.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { source_jobs, sources } from '#server/db/source-tables.ts';
import { badInput, notFound } from '#server/http/api/problem.ts';
import { writeWithFacts } from '#server/modules/facts/commands.ts';
import type { LockedField } from '#shared/contract/sources.ts';
import { FIELD_COLUMNS, fieldOf, fieldsOf, isJobField } from '../runs/job-fields.ts';
import { findEditedFields, findValuesBeforeEdits } from '../writes/human-changes.ts';
import { SOURCE_COLUMNS } from '../writes/write-jobs.ts';

/** The maximum number of locked fields that are listed. */
const MAX_LOCKS = 500;

/**
 * Lists the fields of the open jobs of a source that people have edited, each with the edited value and the value at
 * the source.
 */
export async function listLockedFields(db: Database, sourceId: string): Promise<LockedField[]> {
  const rows = await db
    .select({ job: jobs, stated: source_jobs.stated })
    .from(source_jobs)
    .innerJoin(sources, eq(sources.id, source_jobs.source_id))
    .innerJoin(
      jobs,
      and(
        eq(jobs.id, source_jobs.job_id),
        eq(jobs.source_id, source_jobs.external_id),
        eq(jobs.company_id, sources.company_id),
      ),
    )
    .where(
      and(
        eq(source_jobs.source_id, sourceId),
        sql`${jobs.closed_at} is null`,
        // A field is locked only if a person has edited it. Each edit is an event, so look for an event by a person.
        sql`exists (select from ${audit_events} where ${audit_events.kind} = 'job'
          and ${audit_events.thing_id} = ${jobs.id}::text and ${audit_events.action} = 'update'
          and ${audit_events.actor} like 'actor-%')`,
      ),
    )
    .orderBy(jobs.title, jobs.id)
    .limit(MAX_LOCKS);
  const ids = rows.map(({ job }) => job.id);
  const [edits, former] = await Promise.all([
    findEditedFields(db, ids, SOURCE_COLUMNS),
    findValuesBeforeEdits(db, ids, SOURCE_COLUMNS),
  ]);
  return rows
    .flatMap(({ job, stated: latest }) => {
      const stated: Record<string, unknown> = { ...former.get(job.id), ...latest };
      const columns = Object.keys(edits.get(job.id) ?? {});
      const fields = new Set(columns.flatMap((column) => fieldOf(column) ?? []));
      const values = fieldsOf(job);
      return [...fields].map((field) => ({
        job: { id: job.id, title: job.title },
        field,
        value: values[field],
        stated: FIELD_COLUMNS[field].some((name) => name in stated)
          ? fieldsOf({ ...job, ...stated })[field]
          : null,
      }));
    })
    .slice(0, MAX_LOCKS);
}

/**
 * Unlocks a field that a person has edited, so that runs may change it again, and gives it the value at the source if
 * that is known. Records the change of the value and the unlocking in the audit trail. Runs in the caller's
 * transaction, which has locked the job.
 * @throws ProblemError 400, 404 if the job does not come from a source
 */
export async function unlockField(
  tx: Database,
  { actor, id, field }: { actor: string; id: string; field: string },
): Promise<void> {
  if (!isJobField(field)) {
    const names = Object.keys(FIELD_COLUMNS).join(', ');
    throw badInput([{ path: 'field', message: `must be one of ${names}` }]);
  }
  const [row] = await tx
    .select({ title: jobs.title, stated: source_jobs.stated, source: source_jobs.source_id })
    .from(jobs)
    .innerJoin(
      source_jobs,
      and(eq(source_jobs.job_id, jobs.id), eq(source_jobs.external_id, jobs.source_id)),
    )
    .where(eq(jobs.id, id));
  if (!row) throw notFound('job from a source');
  const { title, source } = row;
  const former = await findValuesBeforeEdits(tx, [id], SOURCE_COLUMNS);
  const stated: Record<string, unknown> = { ...former.get(id), ...row.stated };
  const columns = FIELD_COLUMNS[field].filter((column) => column in stated);
  if (columns.length > 0) {
    const assignments = sql.raw(columns.map((name) => `"${name}" = stated."${name}"`).join(', '));
    await writeWithFacts(tx, async () => {
      await tx.execute(sql`
        update ${jobs} set ${assignments}, version = jobs.version + 1, updated_at = now()
        from jsonb_populate_record(null::jobs, ${JSON.stringify(stated)}::jsonb) as stated
        where jobs.id = ${id}::uuid`);
      return { ids: [id] };
    });
    await tx.delete(job_html).where(eq(job_html.id, id));
  }
  // Insert this event after the change of the value, so that it is the latest event of the field.
  await tx.insert(audit_events).values({
    actor,
    action: 'unlock',
    kind: 'job',
    thing_id: id,
    before: null,
    after: { title, field, columns: FIELD_COLUMNS[field] },
  });
  // Make the next run read the job's entry again, even if the list has not changed.
  const unlocked = sql.param([...FIELD_COLUMNS[field]]);
  await tx
    .update(source_jobs)
    .set({ digest: null, stated: sql`${source_jobs.stated} - ${unlocked}::text[]` })
    .where(eq(source_jobs.job_id, id));
  await tx.update(sources).set({ validators: {} }).where(eq(sources.id, source));
}
