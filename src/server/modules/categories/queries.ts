import { asc, eq, sql } from 'drizzle-orm';
import { categories, job_categories } from '#server/db/category-tables.ts';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { type FollowOptions, followChanges, type LiveValue } from '#server/db/follow-changes.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import type { CategoryDefinition } from '#shared/contract/categories.ts';

/** The topic of notifications about changed categories. */
const CATEGORIES = 'categories';

export type Category = Awaited<ReturnType<typeof listCategories>>[number];

/** Reads the categories in their order. */
export function listCategories(db: Reader) {
  return db
    .select({
      slug: categories.slug,
      name: categories.name,
      description: categories.description,
      words: categories.words,
      skills: categories.skills,
      position: categories.position,
      version: categories.version,
      /** The stems of the words, as the text of a `tsquery` for each. */
      stems: sql<string[]>`array(
        select phraseto_tsquery('pg_catalog.english', search_text(word))::text
        from unnest(${categories.words}) with ordinality as listed (word, place) order by place
      )`,
    })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.slug));
}

/** The stems of words, as `listCategories` has them. */
export async function readStems(db: Reader, words: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ stems: string }>(
    sql`select phraseto_tsquery('pg_catalog.english', search_text(word))::text as stems
      from unnest(${sql.param(words)}::text[]) with ordinality as listed (word, place) order by place`,
  );
  return rows.map(({ stems }) => stems);
}

/** The categories, which follow every change. */
export type LiveCategories = LiveValue<Category[]>;

/** The categories in the memory of this process, by database. */
const followed = new WeakMap<BoardDatabase, LiveCategories>();

/** Keeps the categories in memory, so that a board without any reads none. */
export async function followCategories(
  db: BoardDatabase,
  { changes, logger }: FollowOptions,
): Promise<LiveCategories> {
  const live = await followChanges({
    subject: 'Categories',
    topic: CATEGORIES,
    read: () => listCategories(db),
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    changes,
    logger,
  });
  if (changes) followed.set(db, live);
  return live;
}

/** Returns the categories. A process that does not follow them reads them. */
export async function readCategories(db: BoardDatabase): Promise<Category[]> {
  return followed.get(db.shared ?? db)?.current ?? listCategories(db);
}

/** Reads the categories as site admins define them, for a file. */
export async function readDefinitions(db: Reader): Promise<CategoryDefinition[]> {
  return (await listCategories(db)).map(definitionOf);
}

export const definitionOf = ({ slug, name, description, words, skills }: Category) => ({
  slug,
  name,
  description,
  words,
  skills,
});

/** Locks the categories against other changes, and reads them. */
export async function lockCategories(tx: Database): Promise<Category[]> {
  await tx.execute(sql`lock table ${categories} in share row exclusive mode`);
  return listCategories(tx);
}

/** The corrections of a category: whether each of these jobs belongs to it. */
export async function readCorrections(tx: Reader, slug: string): Promise<Record<string, boolean>> {
  const rows = await tx
    .select({ id: job_categories.job_id, belongs: job_categories.belongs })
    .from(job_categories)
    .where(eq(job_categories.category, slug))
    .orderBy(asc(job_categories.job_id));
  return Object.fromEntries(rows.map(({ id, belongs }) => [id, belongs]));
}
