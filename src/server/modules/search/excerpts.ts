import { sql } from 'drizzle-orm';
import { plainText } from '#server/content/markdown/plain-text.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import type { Excerpt, Highlights } from '#shared/contract/job-responses.ts';

/** The lengths of the text before the first match, and of the whole text around it (characters of Markdown). */
const BEFORE = 24;
const AROUND = 100;

/**
 * Reads the words around the first match in the descriptions of jobs. Jobs whose descriptions do not contain the words as
 * typed, because they contain other spellings, are missing.
 *
 * A regular expression finds words that begin like a stem. PostgreSQL's stemmer then decides which of them have it: "go" is
 * the stem of "going", but not of "governance".
 * @param terms a `tsquery` of stems
 */
export async function readExcerpts(
  db: BoardDatabase,
  ids: string[],
  terms: string,
): Promise<Map<string, Excerpt>> {
  const stems = stemsOf(terms);
  if (stems.length === 0 || ids.length === 0) return new Map();
  const pattern = `(?<![[:alnum:]])(?:${stems.map(beginningOf).join('|')})[[:alnum:]]*`;
  const hasStem = sql`tsvector_to_array(to_tsvector('english', search_text(words[1]))) && ${sql.param(stems)}::text[]`;
  const rows = await db.reads.run<{ id: string; at: number; around: string; words: string[] }>(
    'excerpts',
    sql`select id, at, around, array(
        select distinct lower(words[1]) from regexp_matches(around, ${pattern}, 'gi') as candidates(words)
        where ${hasStem}
      ) as words
      from (
        select id, at, substring(description from greatest(1, at - ${BEFORE}::integer) for ${AROUND}::integer) as around
        from (
          select id, description, regexp_instr(description, ${pattern}, 1, number::integer, 0, 'i') as at
          from ${jobs}, lateral (
            select number from regexp_matches(description, ${pattern}, 'gi') with ordinality as candidates(words, number)
            where ${hasStem} order by number limit 1
          ) as first
          where id = any(${sql.param(ids)}::uuid[])
        ) as found
      ) as excerpts`,
  );
  return new Map(
    rows.flatMap(({ id, at, around, words }) => {
      if (words.length === 0) return [];
      const excerpt = excerptOf(around, at > BEFORE, words);
      return excerpt.matches.length > 0 ? [[id, excerpt]] : [];
    }),
  );
}

/** The different stems of a `tsquery`, without prefixes such as `'weav':*`, which more words begin with than have it as stem. */
function stemsOf(terms: string): string[] {
  const stems = [...terms.matchAll(/'((?:[^']|'')+)'(?!:\*)/g)].map(([, stem = '']) =>
    stem.replaceAll("''", "'"),
  );
  return [...new Set(stems)];
}

/** How names are written that `search_text` turns into words. */
const WRITTEN: Record<string, string> = { cplusplus: 'c++', csharp: 'c#', dotnet: '.net' };

/**
 * A regular expression for the beginnings of the words that may have a stem. "Study" has the stem "studi", and "coding" has
 * "code".
 */
function beginningOf(stem: string): string {
  const name = Object.hasOwn(WRITTEN, stem) ? WRITTEN[stem] : undefined;
  if (name) return escapePattern(name);
  // Longer words have longer stems.
  if (stem.length === 1) return `${escapePattern(stem)}(?![[:alnum:]])`;
  return escapePattern(stem.replace(/(?<=..)[ei]$/, ''));
}

/** Escapes a text for regular expressions of PostgreSQL and JavaScript. */
const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * An excerpt without the words that are cut at its ends.
 * @param words the matches, in lower case
 */
function excerptOf(around: string, isInside: boolean, words: string[]): Excerpt {
  const line = lineOf(plainText(around));
  const whole = isInside ? line.replace(/^\S*\s(?:· )?/, '…') : line;
  const text = around.length < AROUND ? whole : whole.replace(/(?: ·)?\s\S*$/, '…');
  const longestFirst = words.toSorted((a, b) => b.length - a.length).map(escapePattern);
  const match = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
  const matches: Highlights = [...text.matchAll(match)].map(({ index, 0: word }) => [
    index,
    index + word.length,
  ]);
  return { text, matches };
}

/** Joins the lines of a plain text. A dot separates the items of a list from each other and from the text around them. */
function lineOf(text: string): string {
  return text
    .replace(/^(•.*)\n+(?=[^•\n])/gm, '$1\n• ')
    .replace(/^•\s*/, '')
    .replace(/\s*•\s*/g, ' · ')
    .replace(/(?:[*_`|\s]|(?<!\p{L})#)+/gu, ' ')
    .trim();
}
