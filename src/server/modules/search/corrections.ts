import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { type Clause, replaceTerms, type Term } from './query-parser.ts';

/** Shorter words resemble too many others (characters). */
const MIN_LENGTH = 4;

/** The lowest trigram similarity of a correction, from 0 to 1. https://www.postgresql.org/docs/current/pgtrgm.html */
const MIN_SIMILARITY = 0.35;

/**
 * Replaces the words of a search that are not in the dictionary by the words that they resemble most. Undefined if every
 * word is in the dictionary or resembles none.
 */
export async function correctWords(
  db: BoardDatabase,
  { filters: { q = '' }, clauses }: { filters: { q?: string | undefined }; clauses: Clause[] },
): Promise<string | undefined> {
  const terms = clauses
    .flat()
    .filter(({ text, phrase, excluded }) => !phrase && !excluded && isPlainWord(text));
  if (terms.length === 0) return undefined;
  const texts = terms.map(({ text }) => text);
  // Of two words that are equally similar, the more frequent one is preferred.
  const rows = await db.reads.run<{ word: string | null }>(
    'corrected_words',
    sql`
    select case when not exists (select from search_dictionary where word = folded) then (
      select word from search_dictionary
      where word % folded and length(word) between length(folded) - 2 and length(folded) + 2
        and similarity(word, folded) >= ${MIN_SIMILARITY}
      order by similarity(word, folded) + ln(jobs + 1) / 40 desc, word limit 1
    ) end as word
    from unnest(${sql.param(texts)}::text[]) with ordinality as term(text, position),
      lateral (select fold_text(text) as folded) as folded
    order by position`,
  );
  const replacements = new Map<Term, string>();
  for (const [index, term] of terms.entries()) {
    const word = rows[index]?.word;
    if (word) replacements.set(term, word);
  }
  return replacements.size > 0 ? replaceTerms(q, replacements) : undefined;
}

function isPlainWord(text: string): boolean {
  return text.length >= MIN_LENGTH && /^[\p{L}\p{M}\d]+$/u.test(text);
}
