import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/** The newest so many jobs tell which words are in use: as many as are read well within a request's time. */
const JOBS_READ = 5_000;

/**
 * Learns the words that the newest jobs and all companies use, as they are written: what a misspelt word
 * may be meant as. A word that a single description has may itself be misspelt.
 * https://www.postgresql.org/docs/current/textsearch-features.html#TEXTSEARCH-STATISTICS
 */
export async function refreshDictionary(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      with described as (
        select word, ndoc from ts_stat($$
          select to_tsvector('simple', fold_text(title || ' ' || location || ' ' || description))
          from jobs where id in (
            select job_id from job_search order by date desc, job_id desc limit ${sql.raw(String(JOBS_READ))}
          )
        $$) where ndoc > 1
      ), named as (
        select word, ndoc from ts_stat($$ select to_tsvector('simple', fold_text(name)) from companies $$)
        union all
        select word, ndoc from ts_stat($$
          select to_tsvector('simple', fold_text(title)) from jobs where id in (
            select job_id from job_search order by date desc, job_id desc limit ${sql.raw(String(JOBS_READ))}
          )
        $$)
      ), learnt as (
        select word, max(ndoc)::integer as jobs from (table described union all table named) as found
        where word ~ '^[[:alpha:]][[:alnum:]]{3,29}$' group by word
      ), forgotten as (
        delete from search_words where word not in (select word from learnt)
      )
      insert into search_words table learnt
      on conflict (word) do update set jobs = excluded.jobs where search_words.jobs <> excluded.jobs`);
  });
}
