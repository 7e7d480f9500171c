import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { JOB_TEXTS, UNSEARCHED_TEXTS } from '#shared/domain/job-fields.ts';
import { reloadVocabulary } from './corrections/read-vocabulary.ts';

/**
 * The number of descriptions, the newest ones, that are read for the dictionary. A single statement reads them, and must
 * end within its time limit.
 */
const MAX_JOBS = 5_000;

/** The number of jobs or companies whose words one statement counts. */
const BATCH = 20_000;

/** The maximum number of words, and of pairs of words, that are stored. The most frequent ones are stored. */
const MAX_WORDS = 100_000;
const MAX_PAIRS = 40_000;

/**
 * The name of a company counts as this many jobs, because people search for names more often than their share of jobs
 * suggests.
 */
const JOBS_OF_NAME = 10;

/** Matches a word that can be corrected. Other words are too short or too long. */
const WORD = '^[[:alnum:]]{3,30}$';
const HAS_LETTER = '[[:alpha:]]';

/** Matches a word of a pair, such as "ux". It may be shorter than a single word. */
const PART = '^[[:alnum:]]{2,30}$';

/** The columns of a job whose words visitors search for. */
const SEARCHED = sql.raw(JOB_TEXTS.filter((name) => !UNSEARCHED_TEXTS.includes(name)).join(', '));

/** How many headings (titles with locations) or company names contain each word or pair. */
type Counts = Map<string, number>;

/**
 * Rebuilds the dictionary for spelling corrections. Its sources are the titles and locations of all open jobs, all
 * searched texts of the newest jobs, and the names of all companies.
 * https://www.postgresql.org/docs/current/textsearch-features.html#TEXTSEARCH-STATISTICS
 */
export async function refreshDictionary(db: Database): Promise<void> {
  const headings = await countIn(
    db,
    sql`jobs`,
    sql`title || E'\n' || location`,
    sql`closed_at is null`,
  );
  const names = await countIn(db, sql`companies`, sql`name`, sql`true`);
  await db.transaction(async (tx) => {
    const parameters = (counts: Counts) =>
      sql`unnest(${sql.param([...counts.keys()])}::text[], ${sql.param([...counts.values()])}::integer[])`;
    // Do not store small changes of the numbers, because every row would change with every new job.
    await tx.execute(sql`
      with newest as materialized (
        select job_id from job_search order by date desc, job_id desc limit ${sql.raw(String(MAX_JOBS))}
      ), totals as materialized (
        select greatest((select count(*) from newest), 1)::real as scans,
          greatest((select count(*) from job_search), 1)::real as jobs
      ), described as (
        select word, ndoc from ts_stat($$
          select to_tsvector('simple', fold_text(concat_ws(' ', ${SEARCHED})))
          from jobs where id in (
            select job_id from job_search order by date desc, job_id desc limit ${sql.raw(String(MAX_JOBS))}
          )
        $$) where word ~ ${WORD} and word ~ ${HAS_LETTER}
      ), counted as (
        select word, ndoc as scanned, 0 as headings, 0 as names from described
        union all select word, 0, count, 0 from ${parameters(headings)} as heading(word, count)
        union all select word, 0, 0, count from ${parameters(names)} as name(word, count)
      ), summed as (
        select word, max(counted.scanned) as scanned, max(headings) as headings, max(names) as names
        from counted group by word
      ), shares as (
        select word, greatest(summed.scanned, headings, names)::integer as jobs,
          least(1, greatest(summed.scanned / totals.scans, headings / totals.jobs, 1 / totals.scans))::real as share,
          least(1, greatest(
            headings / totals.jobs, ${sql.raw(String(JOBS_OF_NAME))} * names / totals.scans
          ))::real as heading_share,
          names > 0 as is_name,
          headings > 0 or names > 0 or summed.scanned > 1 as is_target
        from summed, totals
      ), entries as materialized (
        (select * from shares where word not like '% %'
          order by is_name desc, share desc, word limit ${sql.raw(String(MAX_WORDS))})
        union all
        (select * from shares where word like '% %'
          order by is_name desc, share desc, word limit ${sql.raw(String(MAX_PAIRS))})
      ), removed as (
        delete from search_dictionary as stored
        where not exists (select from entries where entries.word = stored.word)
      )
      insert into search_dictionary as stored (word, jobs, share, heading_share, is_name, is_target) table entries
      on conflict (word) do update set
        jobs = excluded.jobs, share = excluded.share, heading_share = excluded.heading_share,
        is_name = excluded.is_name, is_target = excluded.is_target
      where abs(stored.share - excluded.share) > 0.1 * excluded.share
        or abs(stored.heading_share - excluded.heading_share) > 0.1 * excluded.heading_share
        or (stored.is_name, stored.is_target) <> (excluded.is_name, excluded.is_target)`);
  });
  await reloadVocabulary(db);
}

/** Counts the words, and the pairs of words with one space between them, in a text of each row of a table. */
async function countIn(db: Database, table: SQL, text: SQL, condition: SQL): Promise<Counts> {
  const counts: Counts = new Map();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await db.execute<{
      last: string | null;
      grams: string[];
      counts: number[];
    }>(sql`
      with batch as materialized (
        select id, ${text} as text from ${table} where id > ${after} and ${condition}
        order by id limit ${sql.raw(String(BATCH))}
      ), texts as (
        select regexp_split_to_array(fold_text(text), '[ \t]*(\n|[^[:alnum:] ])[ \t]*') as phrases, count(*) as rows
        from batch group by fold_text(text)
      ), phrases as (
        select string_to_array(phrase, ' ') as words, sum(rows) as rows
        from texts, lateral (select distinct phrase from unnest(phrases) as phrase) as phrase group by phrase
      ), grams as (
        select word as gram, rows from phrases, unnest(words) as word
        where word ~ ${WORD} and word ~ ${HAS_LETTER}
        union all
        select words[n] || ' ' || words[n + 1], rows from phrases, generate_series(1, cardinality(words) - 1) as n
        where words[n] ~ ${PART} and words[n + 1] ~ ${PART}
      ), counted as (
        select gram, sum(rows)::integer as count from grams group by gram
      )
      select (select id from batch order by id desc limit 1) as last,
        array_agg(gram) as grams, array_agg(count) as counts from counted`);
    const [row] = rows;
    if (!row?.last) return counts;
    for (const [index, gram] of (row.grams ?? []).entries()) {
      counts.set(gram, (counts.get(gram) ?? 0) + (row.counts[index] ?? 0));
    }
    after = row.last;
  }
}
