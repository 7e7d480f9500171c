import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { categories, job_categories } from '#server/db/category-tables.ts';
import type { Database } from '#server/db/client.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { requireVersion } from '#server/http/api/etag.ts';
import { badInput, notFound, ProblemError } from '#server/http/api/problem.ts';
import { followSearchedCategory } from '#server/modules/alerts/searches/commands.ts';
import { isKnownSkill } from '#server/modules/search/skill-filter.ts';
import {
  type CategoryCorrections,
  type CategoryDefinition,
  categoryDefinition,
} from '#shared/contract/categories.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { MAX_CATEGORIES } from '#shared/limits.ts';
import { type Category, definitionOf, lockCategories, readCorrections } from './queries.ts';

/** What the audit trail records of a category. A deleted one also has its corrections by hand and its version. */
export const auditedCategory = categoryDefinition.extend({
  position: z.int(),
  corrections: z.record(z.string(), z.boolean()).optional(),
  version: z.int().optional(),
});

type AuditedCategory = z.output<typeof auditedCategory>;

const auditedOf = (category: Category): AuditedCategory => ({
  ...definitionOf(category),
  position: category.position,
});

type Change = { action: AuditAction; before?: AuditedCategory; after?: AuditedCategory };

/** Records a change under the slug that the category had before. Returns the id of the event. */
async function record(
  tx: Database,
  actor: string,
  { action, before, after }: Change,
): Promise<number> {
  const [event] = await tx
    .insert(audit_events)
    .values({
      actor,
      kind: 'category',
      thing_id: (before ?? after)?.slug ?? '',
      action,
      before: before ?? null,
      after: after ?? null,
    })
    .returning({ id: audit_events.id });
  if (!event) throw new Error('No audit event was stored');
  return event.id;
}

function slugTaken(): ProblemError {
  const message = 'must be a slug that no other category has';
  return new ProblemError(409, `slug ${message}.`, { errors: [{ path: 'slug', message }] });
}

/**
 * Refuses skills that the search does not know, because they match no job. A skill that the category has already stays.
 * @throws ProblemError 400
 */
function requireKnownSkills({ skills }: CategoryDefinition, stored: readonly string[] = []): void {
  const unknown = skills.find((skill) => !stored.includes(skill) && !isKnownSkill(skill));
  if (unknown === undefined) return;
  const message = `must not have “${unknown}”, which the search does not know as a skill: put it into the words`;
  throw badInput([{ path: 'skills', message }]);
}

/**
 * Adds a category at the end of the list.
 * @throws ProblemError 400 if a skill is unknown, 409 if the slug is taken, or the board has too many categories
 */
export async function createCategory(
  tx: Database,
  actor: string,
  definition: CategoryDefinition,
): Promise<void> {
  requireKnownSkills(definition);
  const all = await lockCategories(tx);
  if (all.some(({ slug }) => slug === definition.slug)) throw slugTaken();
  await addCategory(tx, actor, { ...definition, position: all.length }, all.length);
}

/** Adds a category. @param number the number of categories that exist */
async function addCategory(
  tx: Database,
  actor: string,
  category: AuditedCategory,
  number: number,
): Promise<void> {
  if (number >= MAX_CATEGORIES) {
    throw new ProblemError(
      409,
      `A board has at most ${MAX_CATEGORIES} categories. Delete one before you add another.`,
    );
  }
  const { corrections: _, version = 1, ...columns } = category;
  await tx.insert(categories).values({ ...columns, version });
  await record(tx, actor, { action: 'create', after: columns });
}

type EditedCategory = CategoryDefinition & { position?: number | undefined };

type Edit = { slug: string; edited: EditedCategory; ifMatch: string | undefined };

/**
 * Changes a category, perhaps its slug and its place in the list.
 * @throws ProblemError 400 if another skill is unknown, 404, 409 if the new slug is taken, 412
 */
export async function updateCategory(
  tx: Database,
  actor: string,
  { slug, edited, ifMatch }: Edit,
): Promise<void> {
  const all = await lockCategories(tx);
  const stored = all.find((category) => category.slug === slug);
  if (!stored) throw notFound('category');
  requireVersion(ifMatch, stored.version);
  requireKnownSkills(edited, stored.skills);
  if (edited.slug !== slug && all.some((other) => other.slug === edited.slug)) throw slugTaken();
  const { position = stored.position, ...definition } = edited;
  await changeCategory(tx, actor, stored, { ...definition, position: stored.position });
  const others = all.filter((category) => category !== stored);
  const order = [...others.slice(0, position), stored, ...others.slice(position)];
  await storeOrder(
    tx,
    order.map((category) => (category === stored ? edited.slug : category.slug)),
  );
  if (edited.slug !== slug) await followSearchedCategory(tx, slug, edited.slug);
}

/** Writes a category that differs from the stored one, and records the change. */
async function changeCategory(
  tx: Database,
  actor: string,
  stored: Category,
  after: AuditedCategory,
): Promise<void> {
  const before = auditedOf(stored);
  if (JSON.stringify(inOrder(before)) === JSON.stringify(inOrder(after))) return;
  const { corrections: _, ...columns } = after;
  await tx
    .update(categories)
    .set({ ...columns, version: stored.version + 1 })
    .where(eq(categories.slug, stored.slug));
  await record(tx, actor, { action: 'update', before, after: columns });
}

const inOrder = ({ slug, name, description, words, skills, position }: AuditedCategory) => [
  slug,
  name,
  description,
  words,
  skills,
  position,
];

/** Numbers the categories in this order. The order is not audited, because nothing is lost with it. */
async function storeOrder(tx: Database, slugs: string[]): Promise<void> {
  await tx.execute(sql`update ${categories} set position = listed.place - 1
    from unnest(${sql.param(slugs)}::text[]) with ordinality as listed (slug, place)
    where ${categories.slug} = listed.slug and ${categories.position} <> listed.place - 1`);
}

/**
 * Deletes a category. Returns the id of the audit event, which can be undone.
 * @throws ProblemError 404, 412
 */
export async function deleteCategory(
  tx: Database,
  actor: string,
  slug: string,
  ifMatch?: string,
): Promise<number> {
  const all = await lockCategories(tx);
  const stored = all.find((category) => category.slug === slug);
  if (!stored) throw notFound('category');
  requireVersion(ifMatch, stored.version);
  const event = await removeCategory(tx, actor, stored);
  await storeOrder(
    tx,
    all.flatMap((category) => (category === stored ? [] : [category.slug])),
  );
  return event;
}

async function removeCategory(tx: Database, actor: string, stored: Category): Promise<number> {
  const corrections = await readCorrections(tx, stored.slug);
  await tx.delete(categories).where(eq(categories.slug, stored.slug));
  return record(tx, actor, {
    action: 'delete',
    before: { ...auditedOf(stored), corrections, version: stored.version },
  });
}

/**
 * Adds a deleted category again, at its former place and with its corrections. Jobs that no longer exist are left out.
 * @throws ProblemError 409 if the slug is taken, or the board has too many categories
 */
export async function restoreCategory(
  tx: Database,
  actor: string,
  deleted: AuditedCategory,
): Promise<void> {
  const all = await lockCategories(tx);
  const { slug, corrections = {}, version = 0 } = deleted;
  if (all.some((category) => category.slug === slug)) throw slugTaken();
  // A form that was opened before the deletion cannot overwrite the restored category.
  await addCategory(tx, actor, { ...deleted, version: version + 1 }, all.length);
  const slugs = all.map((category) => category.slug);
  await storeOrder(tx, [
    ...slugs.slice(0, deleted.position),
    slug,
    ...slugs.slice(deleted.position),
  ]);
  const ids = Object.keys(corrections);
  if (ids.length === 0) return;
  const existing = await tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.id, ids));
  if (existing.length === 0) return;
  await tx
    .insert(job_categories)
    .values(
      existing.map(({ id }) => ({ job_id: id, category: slug, belongs: corrections[id] ?? false })),
    );
}

/**
 * Replaces all categories by a list. A category keeps the corrections of its jobs if the list has its slug.
 * @throws ProblemError 400 if another skill is unknown, 409 if the list is too long
 */
export async function replaceCategories(
  tx: Database,
  actor: string,
  definitions: CategoryDefinition[],
): Promise<void> {
  const all = await lockCategories(tx);
  const kept = new Set(definitions.map(({ slug }) => slug));
  const removed = all.filter(({ slug }) => !kept.has(slug));
  for (const category of removed) await removeCategory(tx, actor, category);
  let number = all.length - removed.length;
  for (const [position, definition] of definitions.entries()) {
    const stored = all.find(({ slug }) => slug === definition.slug);
    requireKnownSkills(definition, stored?.skills);
    if (stored) {
      await changeCategory(tx, actor, stored, { ...definition, position: stored.position });
    } else {
      await addCategory(tx, actor, { ...definition, position }, number);
      number += 1;
    }
  }
  await storeOrder(
    tx,
    definitions.map(({ slug }) => slug),
  );
}

/**
 * Prepares corrections of the categories of a job, before the job is written. Categories that they do not name keep following
 * from its title and its skills, or stay as they were corrected before.
 * @param corrections slugs of no category are ignored, because a category may have been deleted since they were chosen
 * @returns a function that stores the corrections, to be called after the write
 */
export async function prepareCorrections(
  tx: Database,
  id: string,
  corrections: CategoryCorrections | undefined,
): Promise<() => Promise<void>> {
  if (!corrections) return async () => {};
  const { added, removed } = corrections;
  // Lock the categories before the job is indexed: a category that gets another slug is locked before its jobs, too.
  const named = await tx
    .select({ category: categories.slug })
    .from(categories)
    .where(inArray(categories.slug, [...added, ...removed]))
    .for('key share');
  return async () => {
    if (named.length === 0) return;
    await tx
      .insert(job_categories)
      .values(
        named.map(({ category }) => ({ job_id: id, category, belongs: added.includes(category) })),
      )
      .onConflictDoUpdate({
        target: [job_categories.job_id, job_categories.category],
        set: { belongs: sql`excluded.belongs` },
      });
  };
}
