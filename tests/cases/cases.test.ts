import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { answersOf, type Case, readTable } from './read-table.ts';
import { isRightDescription, readDescription } from './readers/descriptions.ts';
import { isRightScope, readScope } from './readers/eligibility.ts';
import { readPayOf } from './readers/pay.ts';
import { isRightPlaces, readPlaces } from './readers/places.ts';
import { closeSearchBoard, isRightSearch, readSearch } from './readers/searches.ts';
import { isRightTerm, readTerm } from './readers/terms.ts';
import { isRightTitle, readTitleOf } from './readers/titles.ts';

/** What reads the inputs of a table, and decides whether the result is right. */
type Reader = {
  read: (row: Case) => string | Promise<string>;
  isRight: (found: string, row: Case) => boolean;
};

const READERS: Record<string, Reader> = {
  descriptions: { read: readDescription, isRight: isRightDescription },
  eligibility: { read: readScope, isRight: isRightScope },
  pay: { read: readPayOf, isRight: (found, row) => answersOf(row).includes(found) },
  places: { read: readPlaces, isRight: isRightPlaces },
  searches: { read: readSearch, isRight: isRightSearch },
  terms: { read: readTerm, isRight: isRightTerm },
  titles: { read: readTitleOf, isRight: isRightTitle },
};

/** The minimum share of right cases in each table, and the number of wrong ones that a small table may have. */
const GOAL = 0.97;
const FEW = 2;

// The cases contain dates of this time.
beforeEach(() => vi.setSystemTime(new Date('2026-11-28T12:00:00Z')));

afterAll(closeSearchBoard);

test.each(Object.entries(READERS))('the board reads the cases of %s', async (name, reader) => {
  const rows = readTable(name);
  const wrong: string[] = [];
  for (const row of rows) {
    const found = await reader.read(row);
    if (reader.isRight(found, row)) continue;
    const { kind, input, expected, disputed } = row;
    const note = disputed && ` (disputed: ${disputed})`;
    const line = `${kind}: ${JSON.stringify(input)}\n  expected ${expected}\n  read     ${found}${note}`;
    if (process.env.PRINT_CASES) process.stdout.write(`${line}\n`);
    if (!disputed) wrong.push(line);
  }
  const counted = rows.filter(({ disputed }) => !disputed).length;
  if (process.env.PRINT_CASES) {
    process.stdout.write(`${name}: ${counted - wrong.length} of ${counted} right\n`);
  }
  const allowed = Math.max(FEW, Math.floor(counted * (1 - GOAL)));
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(allowed);
});
