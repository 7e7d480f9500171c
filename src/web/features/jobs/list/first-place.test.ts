import { expect, test } from 'vitest';
import { firstPlace } from './first-place.ts';

test.each([
  ['', [], 0, { text: '', ranges: [], others: 0 }],
  ['Porto', [], 1, { text: 'Porto', ranges: [], others: 0 }],
  ['London or Berlin', [], 2, { text: 'London or Berlin', ranges: [], others: 0 }],
  ['Porto; Lisbon; Faro', [], 3, { text: 'Porto', ranges: [], others: 2 }],
  // Imports leave out the places that do not fit into the field, but the number of known places includes them.
  ['Porto; Lisbon', [], 9, { text: 'Porto', ranges: [], others: 8 }],
  ['Porto', [[0, 5]], 1, { text: 'Porto', ranges: [[0, 5]], others: 0 }],
  ['Porto; Lisbon', [[7, 13]], 2, { text: 'Lisbon', ranges: [[0, 6]], others: 1 }],
  [
    'Porto; New York',
    [
      [7, 10],
      [11, 15],
    ],
    2,
    {
      text: 'New York',
      ranges: [
        [0, 3],
        [4, 8],
      ],
      others: 1,
    },
  ],
  [
    'New York; York',
    [
      [4, 8],
      [10, 14],
    ],
    2,
    { text: 'New York', ranges: [[4, 8]], others: 1 },
  ],
] as const)(
  'a card with the location %j and matches at %j shows the matching place',
  (location, ranges, known, place) => {
    expect(
      firstPlace(
        location,
        ranges.map(([from, to]) => [from, to]),
        known,
      ),
    ).toEqual(place);
  },
);
