import { describe, expect, test } from 'vitest';
import { fromColumnsJson, toColumnsJson } from './columns.ts';

const roundTrip = (data: object) => fromColumnsJson(toColumnsJson(data));

describe('data in columns', () => {
  test('a list is written as its number of rows and the cells of each property', () => {
    const json = toColumnsJson({ results: [1, 2, 3].map((jobs) => ({ name: 'Works', jobs })) });
    expect(json).toBe(
      '{"results":{"$rows":3,"columns":{"name":["Works","Works","Works"],"jobs":[1,2,3]}}}',
    );
  });

  test.each([
    ['an empty list', { results: [] }],
    ['a single row', { results: [{ id: 1 }] }],
    ['rows with lists and objects', { results: [{ pay: { a: 1 } }, { pay: { a: 2 }, at: [{}] }] }],
    [
      'properties that some rows lack',
      { results: [{ a: 1, b: null }, { a: 2 }, { a: 3, c: 'c' }] },
    ],
    ['properties that all objects inherit', { results: [{ constructor: 1 }, { a: 2 }] }],
    ['rows without a common property', { results: [{ a: 1 }, { b: 2 }] }],
    ['empty rows', { results: [{}, {}] }],
    ['a list of lists and of mixed values', { results: [[1], [2]], mixed: [{ a: 1 }, null, 'b'] }],
    ['texts with quotes and markup', { results: [{ a: '"' }, { a: '</script>' }] }],
  ])('%s: the data is the same after it is read', (_, data) => {
    expect(roundTrip(data)).toEqual(data);
  });

  test('a property without a value is left out', () => {
    expect(
      roundTrip({
        results: [
          { a: 1, b: undefined },
          { a: 2, b: 3 },
        ],
      }),
    ).toEqual({
      results: [{ a: 1 }, { a: 2, b: 3 }],
    });
  });
});
