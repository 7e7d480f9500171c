import { describe, expect, test } from 'vitest';
import { parseDollars } from '#shared/domain/dollars.ts';
import { jobOrder } from '#shared/domain/job-search.ts';
import { JOB_SEARCH_PARAMETERS, pages, parseQuery, readJobSearch } from '#shared/urls/paths.ts';

describe('parseDollars', () => {
  test.each([
    ['200000', 200_000],
    ['$200,000', 200_000],
    ['200k', 200_000],
    [' $ 200 K ', 200_000],
    ['1,000,000', 1_000_000],
    ['0', 0],
    ['007', 7],
    ['1000000000', 1_000_000_000],
    ['1000000k', 1_000_000_000],
  ])('%j is an amount', (written, amount) => {
    expect(parseDollars(written)).toBe(amount);
  });

  test.each([
    '',
    ' ',
    '$',
    'k',
    'many',
    '-1',
    '+1',
    '1.5',
    '1e5',
    '0x10',
    '20,00',
    '2,0000',
    ',200',
    '200,',
    '200kk',
    '200m',
    '€200',
    '200 000',
    '1000000001',
    '1000001k',
    '99999999999',
    'Infinity',
    'NaN',
    '２００',
    '1\0',
  ])('%j is none', (written) => {
    expect(parseDollars(written)).toBeUndefined();
  });
});

describe('readJobSearch', () => {
  const whole = {
    q: '"c++" or rust & go',
    location: 'São Paulo',
    remote: 'true',
    salary: '$200K-$300K',
    type: 'Contract',
    company: 'one',
    minsalary: '$150,000',
    nosalary: 'true',
    posted: '7',
    sort: 'salary',
  } as const;

  test('keeps what asks for something', () => {
    expect(readJobSearch(whole)).toEqual(whole);
    expect(Object.keys(whole)).toEqual([...JOB_SEARCH_PARAMETERS]);
  });

  test('leaves out what is empty or can be nothing, and what nobody defined', () => {
    const wrong = {
      q: '',
      location: undefined,
      remote: 'false',
      minsalary: 'much',
      nosalary: '1',
      posted: '2',
      sort: 'oldest',
      colour: 'red',
    };
    expect(readJobSearch(wrong)).toEqual({});
  });

  test('comes back from the address that it makes', () => {
    const [path, query] = pages.jobs({ ...whole, cursor: 'abc' }).split('?');
    expect(path).toBe('/jobs');
    const parameters = parseQuery(query ?? '');
    expect(parameters.cursor).toBe('abc');
    expect(readJobSearch(parameters)).toEqual(whole);
  });
});

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
  ] as const)('q %j and sort %j: %s', (q, sort, order) => {
    expect(jobOrder(q, sort)).toBe(order);
  });
});
