import { type SQL, sql } from 'drizzle-orm';
import type { Marks } from '#shared/contract/job-responses.ts';

/** Characters of the private use area. Where a text has them itself, a space is read in place of each. */
const START = '\ue000';
const STOP = '\ue001';

/**
 * A line of text with its hits between two signs, read by `readHighlights`. Accents and case do not count, so far
 * as each character stays one: all others have to stand where they stood.
 * https://www.postgresql.org/docs/current/textsearch-controls.html#TEXTSEARCH-HEADLINE
 */
export function headline(text: SQL, query: string): SQL<string> {
  const options = `StartSel=${START}, StopSel=${STOP}, HighlightAll=true`;
  const folded = sql`case when length(fold_text(${text})) = length(${text}) then fold_text(${text}) else (
      select string_agg(
        case length(fold_text(letter)) when 1 then fold_text(letter) else letter end, '' order by place
      ) from regexp_split_to_table(${text}, '') with ordinality as letters(letter, place)
    ) end`;
  return sql<string>`ts_headline('english', translate(${folded}, ${START + STOP}, '  '),
    ${query}::tsquery, ${options})`;
}

/** Where the hits stand in each of the lines, counted as JavaScript counts. */
export function readHighlights(lines: string[], marked: string): Marks[] {
  const characters = [...marked];
  let at = 0;
  return lines.map((line) => {
    const hits: Marks = [];
    let place = 0;
    let start: number | undefined;
    const readSign = () => {
      for (; characters[at] === START || characters[at] === STOP; at += 1) {
        if (characters[at] === START) start = place;
        else if (start !== undefined) {
          hits.push([start, place]);
          start = undefined;
        }
      }
    };
    for (const character of line) {
      readSign();
      place += character.length;
      at += 1;
    }
    readSign();
    // The end of the line.
    at += 1;
    return hits;
  });
}
