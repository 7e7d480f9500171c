import { sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { labelOf } from '#server/content/dictionary/spelling-groups.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { ALL_COMPANIES, job_search } from '#server/db/search-tables.ts';
import { countTitles } from './count-titles.ts';
import { nameText, type StoredSuggestion } from './stored-suggestion.ts';

/**
 * The maximum number of stored companies. The companies with the most jobs are stored. They are suggested if very many
 * companies match the typed text.
 */
const MAX_COMPANIES = 1_000;

/** On a board with more jobs than this, the skills of only the newest ones are counted, and scaled to all jobs. */
const MAX_JOBS = 20_000;

/** The number of suggestions that one statement stores. */
const BATCH = 2_000;

/**
 * Counts the titles, the skills and the largest companies of the open jobs again. This takes many statements, each
 * within its time limit. If `signal` aborts, the stored suggestions do not change.
 */
export async function refreshSuggestions(db: Database, signal?: AbortSignal): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.suggestions}) as locked`,
    );
    if (!rows[0]?.locked) return;
    const titles = await countTitles(tx, signal);
    const skills = await countSuggestedSkills(tx);
    if (signal?.aborted) return;
    await store(tx, [...titles, ...skills]);
    await storeLargestCompanies(tx);
  });
}

/** Replaces the stored suggestions. Does not write unchanged rows. */
async function store(db: Database, suggestions: StoredSuggestion[]): Promise<void> {
  const json = (part: StoredSuggestion[]) => JSON.stringify(part);
  for (let first = 0; first < suggestions.length; first += BATCH) {
    await db.execute(sql`
      insert into search_suggestions (kind, label, words, titles, jobs)
      select kind, label, (
        select to_tsvector('simple', string_agg(${nameText(sql`spelling`)}, ' '))
        from unnest(spellings) as spelling
      ), titles, jobs
      from jsonb_to_recordset(${json(suggestions.slice(first, first + BATCH))}::jsonb)
        as counted (kind text, label text, spellings text[], titles text[], jobs integer)
      on conflict (kind, label) do update
        set words = excluded.words, titles = excluded.titles, jobs = excluded.jobs
        where row(search_suggestions.*) is distinct from row(excluded.*)`);
  }
  const names = suggestions.map(({ kind, label }) => ({ kind, label }));
  await db.execute(sql`
    delete from search_suggestions where kind <> 'company' and (kind, label) not in (
      select kind, label from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as counted (kind text, label text)
    )`);
}

async function storeLargestCompanies(db: Database): Promise<void> {
  await db.execute(sql`delete from search_suggestions where kind = 'company'`);
  await db.execute(sql`
    insert into search_suggestions (kind, label, words, titles, jobs)
    select 'company', id, name_words(name), '{}', largest.jobs from (
      select company_id, sum(jobs) as jobs
      from (table job_counts union all table job_count_changes) as stored
      where company_id <> ${ALL_COMPANIES}
      group by company_id having sum(jobs) > 0 order by 2 desc limit ${MAX_COMPANIES}
    ) as largest join companies on id = company_id`);
}

/**
 * Counts the open jobs with each skill in the title or the requirements, as a search for the skill finds them. The name of a
 * skill is the one that the pages of jobs and the filter show.
 */
async function countSuggestedSkills(db: Database): Promise<StoredSuggestion[]> {
  const { rows } = await db.execute<{ name: string; jobs: number }>(sql`
    with newest as (
      select ${job_search.job_id} from ${job_search}
      order by ${job_search.date} desc, ${job_search.job_id} desc limit ${MAX_JOBS}
    ), board as (select greatest(1, count(*)::float8 / ${MAX_JOBS}::integer) as scale from ${job_search})
    select skill->>'name' as name, round(count(*) * (select scale from board))::integer as jobs
    from newest join ${job_facts} using (job_id), jsonb_array_elements(${job_facts.skills}) as skill
    where skill->>'part' <> 'description'
    group by 1`);
  const skills = jobDictionary().groups.filter(({ kind }) => kind === 'skill');
  const groupsByName = new Map(skills.map((group) => [labelOf(group), group]));
  return rows.map(({ name, jobs }) => ({
    kind: 'skill',
    label: name,
    spellings: groupsByName.get(name)?.spellings.map(({ text }) => text) ?? [name],
    titles: [],
    jobs,
  }));
}
