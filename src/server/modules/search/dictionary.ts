import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** How many of the newest jobs the dictionary is built from: few enough to read within a statement's time limit. */
const MAX_JOBS = 5_000;

/**
 * Rebuilds the dictionary for spelling corrections from the words of the newest jobs and of all company names. A word
 * that occurs in a single description is left out, because it may itself be misspelled.
 * https://www.postgresql.org/docs/entries/textsearch-features.html#TEXTSEARCH-STATISTICS
 */
export async function refreshDictionary(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      with described as (
        select word, ndoc from ts_stat($$
          select to_tsvector('simple', fold_text(title || ' ' || location || ' ' || description))
          from jobs where id in (
            select job_id from job_search order by date desc, job_id desc limit ${sql.raw(String(MAX_JOBS))}
          )
        $$) where ndoc > 1
      ), named as (
        select word, ndoc from ts_stat($$ select to_tsvector('simple', fold_text(name)) from companies $$)
        union all
        select word, ndoc from ts_stat($$
          select to_tsvector('simple', fold_text(title)) from jobs where id in (
            select job_id from job_search order by date desc, job_id desc limit ${sql.raw(String(MAX_JOBS))}
          )
        $$)
      ), entries as (
        select word, max(ndoc)::integer as jobs from (table described union all table named) as found
        where word ~ '^[[:alpha:]][[:alnum:]]{3,29}$' group by word
      ), removed as (
        delete from search_dictionary where word not in (select word from entries)
      )
      insert into search_dictionary table entries
      on conflict (word) do update set jobs = excluded.jobs where search_dictionary.jobs <> excluded.jobs`);
  });
}
