import { type SQL, sql } from 'drizzle-orm';
import type { Marks } from '#shared/contract/jobs.ts';

/** Characters of the private use area, which no text that is shown has. */
const START = '\ue000';
const STOP = '\ue001';

/**
 * A line of text with its hits between two signs, read by `readHits`. Accents and case do not count; where
 * leaving them out would change the length, they do.
 * https://www.postgresql.org/docs/current/textsearch-controls.html#TEXTSEARCH-HEADLINE
 */
export function headline(text: SQL, query: string): SQL<string> {
  const options = `StartSel=${START}, StopSel=${STOP}, HighlightAll=true`;
  return sql<string>`ts_headline('english',
    case when length(fold_text(${text})) = length(${text}) then fold_text(${text}) else ${text} end,
    ${query}::tsquery, ${options})`;
}

/** Where the hits stand in each of the lines, counted as JavaScript counts. */
export function readHits(lines: string[], marked: string): Marks[] {
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
