import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { requirementsOf } from '#server/content/dictionary/sections.ts';
import type { Database } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { companies, jobs } from '#server/db/schema.ts';
import type { JobList } from '#shared/contract/job-responses.ts';
import type { JobOrder } from '#shared/domain/job-search.ts';
import { gradeOf, type JudgedJob, type Search } from './judgements.ts';
import {
  countRight,
  type Grade,
  type GradedResult,
  isCrowded,
  ndcgAt,
  precisionAt,
  relevantGrade,
  shareOfRight,
  type Verdict,
  verdictOf,
} from './metrics.ts';

/** Developers may look at the tuning half while they change the ranking; the held-out half only measures. */
export type Half = 'tuning' | 'held out';

export type Metrics = {
  /** The number of relevant jobs on the board. */
  relevant: number;
  precision: number;
  ndcg: number;
  verdict: Verdict;
  /**
   * The share of right jobs among the first ten that match strongly, the newest first. If none does, the share among the
   * first ten mentions.
   */
  newest: number;
  /** The same, the highest pay first. */
  salary: number;
  crowded: boolean;
  empty: boolean;
};

export type Outcome = Metrics & {
  search: Search;
  /** The kind of the search, such as "roles in places". */
  group: string;
  /** Identifies the search in a stored run, which contains no texts. */
  key: string;
  half: Half;
  /** The first ten results. */
  first: (GradedResult & { title: string })[];
};

/**
 * The number of results to read: the first ten, and later results of other companies that the first ten may have
 * displaced.
 */
const READ = 100;

/** The number of first results that count in the orders by date and by pay. */
const FIRST = 10;

/** Query parameters of every search, besides `q`, `limit` and `sort`. */
const PARAMETERS = { description: 'summary', mentions: 'few' };

/** Reads all open jobs with the fields that rules refer to. */
export async function readJudgedJobs(db: Database): Promise<JudgedJob[]> {
  const rows = await db
    .select({ job: jobs, company: companies.name, facts: job_facts })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .leftJoin(job_facts, eq(job_facts.job_id, jobs.id));
  return rows.map(({ job: { id, title, description }, company, facts }) => ({
    id,
    title,
    company,
    description,
    places: facts?.places ?? [],
    workplace: facts?.workplace ?? null,
    employment: facts?.employment ?? null,
    eligibility: facts?.eligibility ?? null,
    maximumPay: facts?.reach ?? -1,
    requirements: requirementsOf(description),
  }));
}

/** Runs the searches through the API and grades their results. */
export async function runSearches(
  groups: Record<string, Search[]>,
  judged: JudgedJob[],
  get: (path: string) => Promise<{ status: number; body: JobList }>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [group, searches] of Object.entries(groups)) {
    for (const search of searches) {
      const grades = new Map(judged.map((job) => [job.id, gradeOf(search.rules, job)]));
      const list = async (sort: JobOrder, limit: number) => {
        const query = new URLSearchParams({ q: search.q, sort, limit: `${limit}`, ...PARAMETERS });
        const { status, body } = await get(`/api/jobs?${query}`);
        if (status !== 200) {
          throw new Error(`The search "${search.q}" failed with status ${status}.`);
        }
        return body.results.map(({ id, title, company, part }) => ({
          title,
          company: company.name,
          grade: grades.get(id) ?? 0,
          part,
        }));
      };
      const all = [...grades.values()];
      const results = await list('match', READ);
      const shareOfFirst = async (sort: JobOrder) => {
        const first = await list(sort, FIRST);
        const strong = first.filter(({ part }) => part !== 'mention');
        return shareOfRight(gradesOf(strong.length > 0 ? strong : first), all);
      };
      const [newest, salary] = await Promise.all([shareOfFirst('newest'), shareOfFirst('salary')]);
      outcomes.push({
        ...judge(search, results, all),
        newest,
        salary,
        group,
      });
    }
  }
  return outcomes;
}

export const gradesOf = (results: { grade: Grade }[]) => results.map(({ grade }) => grade);

function judge(
  search: Search,
  results: Outcome['first'],
  all: Grade[],
): Omit<Outcome, 'group' | 'newest' | 'salary'> {
  const grades = gradesOf(results);
  const lowest = relevantGrade(all);
  const key = keyOf(search.q);
  return {
    search,
    key,
    half: halfOf(key),
    relevant: countRight(all, lowest),
    precision: precisionAt(5, grades, lowest),
    ndcg: ndcgAt(10, grades, all),
    verdict: verdictOf(grades, all),
    crowded: !search.company && isCrowded(results),
    empty: results.length === 0,
    first: results.slice(0, 10),
  };
}

export function keyOf(q: string): string {
  return createHash('sha256').update(q).digest('hex').slice(0, 8);
}

/** Assigns a search to a half. The rule must never change, so that no search moves to the other half. */
export function halfOf(key: string): Half {
  return Number.parseInt(key.slice(0, 2), 16) % 2 === 0 ? 'tuning' : 'held out';
}
