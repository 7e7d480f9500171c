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
 * @param terms a `tsquery` of stems
 */
export async function readExcerpts(
  db: BoardDatabase,
  ids: string[],
  terms: string,
): Promise<Map<string, Excerpt>> {
  const words = wordStarts(terms);
  if (words.length === 0 || ids.length === 0) return new Map();
  const rows = await db.reads.run<{ id: string; at: number; around: string }>(
    'excerpts',
    sql`select id, at, substring(description from greatest(1, at - ${BEFORE}::integer) for ${AROUND}::integer) as around
      from (
        select id, description, regexp_instr(description, ${`\\m(${words.join('|')})`}, 1, 1, 0, 'i') as at
        from ${jobs} where id = any(${sql.param(ids)}::uuid[])
      ) as found where at > 0`,
  );
  const match = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})[\\p{L}\\p{N}]*`, 'giu');
  return new Map(rows.map(({ id, at, around }) => [id, excerptOf(around, at > BEFORE, match)]));
}

/** The beginnings of words that have these stems. The stem of "study" is "studi". */
function wordStarts(terms: string): string[] {
  const stems = [...terms.matchAll(/'([\p{L}\p{N}]+)'/gu)].map(([, stem = '']) => stem);
  return [...new Set(stems.map((stem) => stem.replace(/(?<=..)i$/, '')))];
}

/** An excerpt without the words that are cut at its ends. */
function excerptOf(around: string, isInside: boolean, match: RegExp): Excerpt {
  const line = plainText(around).replace(/[•*_#`|\s]+/g, ' ');
  const whole = isInside ? line.replace(/^\S*\s/, '…') : line;
  const text = around.length < AROUND ? whole.trim() : whole.replace(/\s\S*$/, '…');
  const matches: Highlights = [...text.matchAll(match)].map(({ index, 0: word }) => [
    index,
    index + word.length,
  ]);
  return { text, matches };
}
