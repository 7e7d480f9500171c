import { describe, expect, test } from 'vitest';
import { jobOrder } from './job-search.ts';

describe('jobOrder', () => {
  test.each([
    [undefined, undefined, 'newest'],
    ['', '', 'newest'],
    ['rust', undefined, 'match'],
    ['rust', '', 'match'],
    ['rust', 'match', 'match'],
    ['rust', 'newest', 'newest'],
    ['rust', 'salary', 'salary'],
    [undefined, 'match', 'newest'],
    [undefined, 'salary', 'salary'],
  ] as const)('q %j and sort %j mean the order %s', (q, sort, order) => {
    expect(jobOrder(q, sort)).toBe(order);
  });
});
