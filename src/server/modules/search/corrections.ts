import { sql } from 'drizzle-orm';
import type { BoardDatabase } from '#server/db/client.ts';
import { type Clause, replaceTerms, type Term } from './query-parser.ts';

/** A shorter word resembles too many. */
const CORRECTED_LENGTH = 4;

/** How much a word has to resemble another, from 0 to 1. https://www.postgresql.org/docs/current/pgtrgm.html */
const LIKENESS = 0.35;

/**
 * What was typed, with the words that no job is known to use replaced by those that they resemble most;
 * undefined where every word is known or resembles none.
 */
export async function correctWords(
  db: BoardDatabase,
  typed: string,
  clauses: Clause[],
): Promise<string | undefined> {
  const terms = clauses
    .flat()
    .filter(({ text, phrase, unwanted }) => !phrase && !unwanted && isPlainWord(text));
  if (terms.length === 0) return undefined;
  const texts = terms.map(({ text }) => text);
  // Among words that resemble it as much, the one that more jobs use.
  const rows = await db.reads.run<{ word: string | null }>(
    'corrected_words',
    sql`
    select case when not exists (select from search_words where word = folded) then (
      select word from search_words
      where word % folded and length(word) between length(folded) - 2 and length(folded) + 2
        and similarity(word, folded) >= ${LIKENESS}
      order by similarity(word, folded) + ln(jobs + 1) / 40 desc, word limit 1
    ) end as word
    from unnest(${sql.param(texts)}::text[]) with ordinality as term(text, place),
      lateral (select fold_text(text) as folded) as folded
    order by place`,
  );
  const replacements = new Map<Term, string>();
  for (const [index, term] of terms.entries()) {
    const word = rows[index]?.word;
    if (word) replacements.set(term, word);
  }
  return replacements.size > 0 ? replaceTerms(typed, replacements) : undefined;
}

function isPlainWord(text: string): boolean {
  return text.length >= CORRECTED_LENGTH && /^[\p{L}\p{M}\d]+$/u.test(text);
}
