import { type SQL, sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { wordsOf } from '#server/content/dictionary/words.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { MAX_COUNTED_SKILLS, MAX_JOBS_OF_SKILLS } from '#shared/limits.ts';
import type { JobFilters } from './filters.ts';
import { findInPart } from './job-query.ts';
import type { Match } from './ranking-tiers.ts';
import { any, NO_JOB, quoted, type TextQuery } from './text-query.ts';

/**
 * Matches the jobs whose texts name a skill, in any spelling of the dictionary. If the skill is unknown, matches no
 * job.
 */
export function skillTerm(text: string): TextQuery {
  const words = wordsOf(text);
  const skills = jobDictionary()
    .spellingsIn(words)
    .filter(({ group, start, end }) => {
      return group.kind === 'skill' && start === 0 && end === words.length;
    })
    .map(({ group }) => group.spellings[0]?.text ?? '');
  const terms = skills.map((skill) => quoted(`$${skill}`));
  return terms.length > 0 ? any(terms) : NO_JOB;
}

/** Whether the search knows a skill. An unknown one matches no job. */
export const isKnownSkill = (text: string): boolean => skillTerm(text) !== NO_JOB;

/**
 * The most frequent skills among the newest jobs that a search finds, each with the number of these jobs that have it.
 */
export async function countSkills(
  db: BoardDatabase,
  { filters, match }: { filters: JobFilters; match: Match | undefined },
): Promise<{ value: string; jobs: number }[]> {
  const search = { filters, match, order: 'newest' } as const;
  const found = await findInPart(db, search, undefined, MAX_JOBS_OF_SKILLS);
  if (found.length === 0) return [];
  return db.reads.run<{ value: string; jobs: number }>(
    'counted_skills',
    skillsOf(sql`${job_facts} where job_id = any(${sql.param(found.map(({ id }) => id))}::uuid[])`),
  );
}

/** SQL for the most frequent skills of jobs. `from` selects the jobs with the column `skills`. */
export function skillsOf(from: SQL): SQL {
  return sql`select skill->>'name' as value, count(*)::integer as jobs
    from (select skills from ${from}) as found cross join jsonb_array_elements(skills) as skill
    group by 1 order by jobs desc, 1 limit ${sql.raw(String(MAX_COUNTED_SKILLS))}`;
}
