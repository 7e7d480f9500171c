import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import type { SitemapSource } from './sitemap-sources.ts';

/**
 * A part of a sitemap: the rows with ids greater than `after` and up to `last`. Ids are ordered by time, so new rows
 * belong to the last part, whose `last` is the highest possible id.
 */
export type Part = { after: string; last: string };

export type PartFacts = {
  /** When a page of the part last changed; undefined if the part no longer has pages. */
  modified: Date | undefined;
  /** A digest that changes whenever the ids or modification times in the part change. */
  digest: string;
};

/** The lowest and the highest possible id. */
const BEGINNING = '00000000-0000-0000-0000-000000000000';
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The number of rows in one read. */
const BATCH = 1_000;

/** Finds all parts in one scan of the index of ids. */
export async function findParts(
  db: BoardDatabase,
  { table, id }: SitemapSource,
  size: number,
): Promise<Part[]> {
  const { rows } = await db.reads.planned((reader) =>
    reader.execute<{ id: string }>(sql`/* sitemap_parts */
    select id from (
      select ${id} as id, row_number() over by_id as number, lead(${id}) over by_id as next
      from ${table} window by_id as (order by ${id})
    ) as numbered
    where number % ${size}::bigint = 0 or next is null order by id`),
  );
  return rows.map(({ id }, index) => ({
    after: rows[index - 1]?.id ?? BEGINNING,
    last: index === rows.length - 1 ? END : id,
  }));
}

export async function readPartFacts(
  db: BoardDatabase,
  { table, id, joins, modified }: SitemapSource,
  { after, last }: Part,
): Promise<PartFacts> {
  const { rows } = await db.reads.planned((reader) =>
    reader.execute<{ modified: Date | string | null; digest: string }>(sql`/* sitemap_part_facts */
    select max(modified) as modified,
      count(*) || '-' || coalesce(bit_xor(hashtextextended(id || ' ' || modified, 0)), 0) as digest
    from (
      select source.id, ${modified} as modified
      from (
        select ${id} as id from ${table} where ${id} > ${after}::uuid and ${id} <= ${last}::uuid
      ) as source ${joins}
    ) as part`),
  );
  const [facts] = rows;
  if (!facts) throw new Error('an aggregate has one row');
  return {
    modified: facts.modified === null ? undefined : new Date(facts.modified),
    digest: facts.digest,
  };
}

export type Page = { path: string; modified?: Date };

/**
 * Reads the pages of a part in independent batches, so that a slow reader holds no connection between two batches. Rows
 * that are deleted between two batches are left out. The subquery with the limit has only the lower bound, and `last`
 * is compared outside. With both bounds in the subquery, PostgreSQL's generic plan would expect few rows, and would
 * read and sort the whole range.
 */
export async function* readPages(
  db: BoardDatabase,
  { table, id, joins, modified, pageOf }: SitemapSource,
  { after, last }: Part,
  size: number,
): AsyncGenerator<Page[]> {
  let left = size;
  for (let behind = after; left > 0; ) {
    const rows = await db.reads.run<{ id: string; modified: Date }>(
      'sitemap_pages',
      sql`
      select source.id, ${modified} as modified
      from (
        select ${id} as id from ${table} where ${id} > ${behind}::uuid
        order by ${id} limit ${sql.raw(String(BATCH))}
      ) as source ${joins}
      where source.id <= ${last}::uuid order by source.id`,
    );
    // Take only as many rows as belong to the part: the last part may have grown since the parts were determined.
    const taken = rows.slice(0, left);
    left -= taken.length;
    yield taken.map((row) => ({ path: pageOf(row.id), modified: row.modified }));
    const end = rows.at(-1);
    if (!end || rows.length < BATCH || end.id === last) return;
    behind = end.id;
  }
}
