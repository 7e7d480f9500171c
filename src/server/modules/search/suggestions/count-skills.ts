import { sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { labelOf } from '#server/content/dictionary/spelling-groups.ts';
import type { Database } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { job_search } from '#server/db/search-tables.ts';
import type { StoredSuggestion } from './stored-suggestion.ts';

/** On a board with more jobs than this, only the newest ones are counted, and the counts are scaled to all jobs. */
const MAX_JOBS = 20_000;

/** Counts the open jobs with each skill. The name of a skill is the one that the pages of jobs and the filter show. */
export async function countSuggestedSkills(db: Database): Promise<StoredSuggestion[]> {
  const { rows } = await db.execute<{ name: string; jobs: number }>(sql`
    with newest as (
      select ${job_search.job_id} from ${job_search}
      order by ${job_search.date} desc, ${job_search.job_id} desc limit ${MAX_JOBS}
    ), board as (select greatest(1, count(*)::float8 / ${MAX_JOBS}::integer) as scale from ${job_search})
    select skill->>'name' as name, round(count(*) * (select scale from board))::integer as jobs
    from newest join ${job_facts} using (job_id), jsonb_array_elements(${job_facts.skills}) as skill
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
