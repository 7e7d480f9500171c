import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Highlights } from '#shared/contract/job-responses.ts';

/** Delimiters, from the private use area of Unicode. If a text contains them, they are first replaced by spaces. */
const START = '\ue000';
const STOP = '\ue001';

/**
 * SQL that returns a text with its matches between two delimiters, which `readHighlights` parses. Case and accents are
 * ignored, unless removing them would change the number of characters and so the positions.
 * https://www.postgresql.org/docs/current/textsearch-controls.html#TEXTSEARCH-HEADLINE
 */
export function headline(text: SQL, query: Placeholder): SQL<string> {
  const options = `StartSel=${START}, StopSel=${STOP}, HighlightAll=true`;
  const folded = sql`case when length(fold_text(${text})) = length(${text}) then fold_text(${text}) else (
      select string_agg(
        case length(fold_text(letter)) when 1 then fold_text(letter) else letter end, '' order by position
      ) from regexp_split_to_table(${text}, '') with ordinality as letters(letter, position)
    ) end`;
  return sql<string>`ts_headline('english', translate(${folded}, ${START + STOP}, '  '),
    ${query}::tsquery, ${options})`;
}

/** Parses the ranges of the matches in each line (UTF-16 code units). */
export function readHighlights(lines: string[], headline: string): Highlights[] {
  const characters = [...headline];
  let at = 0;
  return lines.map((line) => {
    const ranges: Highlights = [];
    let position = 0;
    let start: number | undefined;
    const readDelimiters = () => {
      for (; characters[at] === START || characters[at] === STOP; at += 1) {
        if (characters[at] === START) start = position;
        else if (start !== undefined) {
          ranges.push([start, position]);
          start = undefined;
        }
      }
    };
    for (const character of line) {
      readDelimiters();
      position += character.length;
      at += 1;
    }
    readDelimiters();
    // Skip the line break.
    at += 1;
    return ranges;
  });
}
