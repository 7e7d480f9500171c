import { type SQL, sql } from 'drizzle-orm';
import { nameSkeletons, SKELETON_VERSION } from '#server/content/names/name-skeletons.ts';
import { company_name_skeletons } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';

/** The number of names whose skeletons are made at once. */
const BATCH = 1_000;

/**
 * Writes the missing and outdated skeletons. A scheduled task does this all the time; a registration does it before it
 * compares names, so that it misses no company.
 */
export async function updateSkeletons(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ id: string; name: string }>(sql`
      select ${companies.id}, ${companies.name} from ${companies}
      left join ${company_name_skeletons} made on made.company_id = ${companies.id}
        and made.name = ${companies.name} and made.version = ${SKELETON_VERSION}
      where made.company_id is null order by ${companies.id} limit ${BATCH}`);
    if (rows.length === 0) return;
    const made = rows.map(({ id, name }) => ({ id, name, skeletons: nameSkeletons(name) }));
    await db.execute(sql`
      insert into ${company_name_skeletons} (company_id, name, version, skeletons)
      select made.id, made.name, ${SKELETON_VERSION}, made.skeletons
      from json_to_recordset(${JSON.stringify(made)}) as made (id uuid, name text, skeletons text[])
      order by made.id
      on conflict (company_id) do update
        set name = excluded.name, version = excluded.version, skeletons = excluded.skeletons`);
  }
}

/** Deletes the skeletons of companies that no longer exist. */
export async function deleteUnusedSkeletons(db: Database): Promise<void> {
  await db.execute(sql`delete from ${company_name_skeletons} made
    where not exists (select from ${companies} where ${companies.id} = made.company_id)`);
}

/** SQL: whether people may take a company for one with this name. */
export function looksLike(name: string): SQL<boolean> {
  return sql<boolean>`${companies.id} in (
    select company_id from ${company_name_skeletons}
    where skeletons && ${sql.param(nameSkeletons(name))}::text[])`;
}

/** Whether people may take companies with these names for one. */
export function lookAlike(name: string, other: string): boolean {
  const known = nameSkeletons(other);
  return nameSkeletons(name).some((skeleton) => known.includes(skeleton));
}
