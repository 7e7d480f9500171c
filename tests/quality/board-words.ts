import { eq, isNull } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { foldSpelling } from '#server/content/dictionary/spelling-groups.ts';
import { gazetteer } from '#server/content/places/gazetteer.ts';
import { foldWord } from '#server/content/spelling/fold-word.ts';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';

/** What people search for on a board: frequent titles, skills and companies, and rare but correct words. */
export type BoardWords = {
  titles: string[];
  skills: string[];
  companies: string[];
  /** Words that one to three jobs contain. */
  rare: string[];
};

/** A title or skill is frequent if at least this number of jobs has it. */
const FREQUENT = 5;

/** A word is rare if at most this number of jobs contains it. */
const RARE = 3;

const MAX_WORDS = 4;

/** Matches English words and names in plain letters. */
const WORD = /^[a-z]{4,}$/;

export async function readBoardWords(db: Database): Promise<BoardWords> {
  const rows = await db
    .select({ job: jobs, company: companies.name })
    .from(jobs)
    .innerJoin(companies, eq(companies.id, jobs.company_id))
    .where(isNull(jobs.closed_at));
  const titles = new Map<string, number>();
  const grams = new Map<string, number>();
  const words = new Map<string, { jobs: number; companies: Set<string> }>();
  for (const { job, company } of rows) {
    add(titles, plainWords(job.title.split(/[,(|/–-]/)[0] ?? '').join(' '));
    const text = plainWords([job.title, job.location, job.description].join('\n'));
    const found = new Set<string>();
    for (const index of text.keys()) {
      for (let length = 1; length <= MAX_WORDS; length += 1) {
        found.add(text.slice(index, index + length).join(' '));
      }
    }
    for (const gram of found) add(grams, gram);
    for (const word of new Set(text)) {
      const known = words.get(word) ?? { jobs: 0, companies: new Set() };
      known.jobs += 1;
      known.companies.add(company);
      words.set(word, known);
    }
  }
  const names = [...new Set(rows.map(({ company }) => plainWords(company).join(' ')))];
  const nameWords = new Set(names.flatMap((name) => name.split(' ')));
  const isName = (word: string) => nameWords.has(word) || gazetteer().named(word).length > 0;
  const skills = jobDictionary()
    .groups.filter(({ kind }) => kind === 'skill')
    .flatMap(({ spellings }) => spellings.filter(({ ambiguous }) => !ambiguous))
    .map(({ text }) => foldWord(foldSpelling(text)));
  return {
    titles: [...titles].flatMap(([title, count]) =>
      count >= FREQUENT && isSearch(title) ? [title] : [],
    ),
    skills: skills.filter((skill) => isSearch(skill) && (grams.get(skill) ?? 0) >= FREQUENT),
    companies: names.filter(isSearch),
    // A word that two companies write in the same way is not a misspelling.
    rare: [...words].flatMap(([word, { jobs, companies }]) =>
      WORD.test(word) && jobs <= RARE && (companies.size > 1 || isName(word)) ? [word] : [],
    ),
  };
}

function isSearch(text: string): boolean {
  const words = text.split(' ');
  return (
    words.length <= MAX_WORDS &&
    words.every((word) => /^[a-z]{2,}$/.test(word)) &&
    words.some((word) => WORD.test(word))
  );
}

function plainWords(text: string): string[] {
  return foldWord(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

function add(counts: Map<string, number>, text: string): void {
  counts.set(text, (counts.get(text) ?? 0) + 1);
}
