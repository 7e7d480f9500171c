import { sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import type { Spelling, SpellingGroup } from '#server/content/dictionary/spelling-groups.ts';
import type { Database } from '#server/db/client.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import type { StoredSuggestion } from './stored-suggestion.ts';

/** The number of newest jobs whose skills are counted on a larger board. Their share is then applied to all jobs. */
const MAX_JOBS = 20_000;

/** The number of skills that one statement counts within its time limit. */
const BATCH = 10;

/** The number of jobs with a skill whose texts are read. */
const EXAMPLES = 20;

/** A spelling is the usual one of a skill if it has at least this share of the mentions in these texts. */
const USUAL_SHARE = 1 / 4;

type Row = { skill: number; jobs: number; texts: string[] };

/** Counts the open jobs whose title or description mentions a skill of the dictionary. */
export async function countSkills(
  db: Database,
  signal: AbortSignal | undefined,
): Promise<StoredSuggestion[]> {
  const { since, scale } = await chooseJobs(db);
  const skills = jobDictionary().groups.filter(({ kind }) => kind === 'skill');
  const counted: StoredSuggestion[] = [];
  // Make the planner use the index. It would scan the table, because it ignores the cost of decompressing the words of
  // each row.
  await db.execute(sql`set local enable_seqscan = off`);
  for (let first = 0; first < skills.length && !signal?.aborted; first += BATCH) {
    const batch = skills.slice(first, first + BATCH);
    const spellings = batch.flatMap((group, skill) =>
      clearSpellings(group).map(({ text }) => ({ skill, text })),
    );
    const { rows } = await db.execute<Row>(sql`
      with queries as materialized (
        select skill, string_agg('(' || query::text || ')', ' | ')::tsquery as query
        from unnest(
          ${sql.param(spellings.map(({ skill }) => skill))}::integer[],
          ${sql.param(spellings.map(({ text }) => text))}::text[]
        ) as spelling (skill, text), phraseto_tsquery('english', search_text(text)) as query
        where numnode(query) > 0 group by skill
      )
      select skill, jobs, array(
        select concat_ws(E'\n', title, description) from jobs where id = any(examples)
      ) as texts
      from queries, lateral (
        select count(*)::integer as jobs, (array_agg(job_id order by date desc))[:${sql.raw(String(EXAMPLES))}] as examples
        from job_search where words @@ query and (date, job_id) >= (${since.date}::timestamptz, ${since.job_id}::uuid)
      ) as found
      where jobs > 0`);
    for (const { skill, jobs, texts } of rows) {
      const group = batch[skill];
      const suggestion = group && suggestSkill(group, jobs * scale, texts);
      if (suggestion) counted.push(suggestion);
    }
  }
  return counted;
}

/** Chooses the jobs to count, and the factor by which counts are multiplied. */
async function chooseJobs(db: Database) {
  const { rows } = await db.execute<{ date: string; job_id: string; jobs: number }>(sql`
    select date::text, job_id, (
      select count(*)::float8 from job_search
    ) as jobs
    from job_search order by date desc, job_search.job_id desc offset ${MAX_JOBS - 1} limit 1`);
  const [oldest] = rows;
  return oldest
    ? { since: oldest, scale: oldest.jobs / MAX_JOBS }
    : { since: { date: '-infinity', job_id: '00000000-0000-0000-0000-000000000000' }, scale: 1 };
}

/** The spellings without another meaning. */
function clearSpellings({ spellings }: SpellingGroup): Spelling[] {
  return spellings.filter(({ ambiguous }) => !ambiguous);
}

/**
 * Names a skill as its jobs write it. The index also finds words with the same stem, such as "excellent" for Excel, so
 * the count is reduced to the share of examples that really mention the skill.
 */
function suggestSkill(
  group: SpellingGroup,
  found: number,
  texts: string[],
): StoredSuggestion | undefined {
  const mention = mentionPattern(group);
  const mentions = texts.map((text) => text.match(mention) ?? []);
  const jobs = Math.round(
    (found * mentions.filter(({ length }) => length > 0).length) / texts.length,
  );
  if (jobs === 0) return undefined;
  return {
    kind: 'skill',
    label: usualName(group, mentions.flat()),
    spellings: group.spellings.map(({ text }) => text),
    titles: [],
    jobs,
  };
}

function mentionPattern(group: SpellingGroup): RegExp {
  const spellings = clearSpellings(group)
    .map(({ text }) => text)
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/[\s/-]+/gu, '[\\s/-]+'));
  return new RegExp(`(?<![\\p{L}\\p{N}.])(?:${spellings.join('|')})(?![\\p{L}\\p{N}+#])`, 'giu');
}

/**
 * The first spelling of the dictionary if it is common, or else the most frequent one, in its most frequent letter
 * case.
 */
function usualName({ spellings: [first] }: SpellingGroup, mentions: string[]): string {
  const usual = mentions.filter((mention) => mention.toLowerCase() === first?.text);
  const names = usual.length >= mentions.length * USUAL_SHARE ? usual : mentions;
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [[name = ''] = []] = [...counts].sort(([, a], [, b]) => b - a);
  const isLowerCase = name === name.toLowerCase();
  return (isLowerCase ? capitalize(name) : name).replace(/\s+/gu, ' ');
}
