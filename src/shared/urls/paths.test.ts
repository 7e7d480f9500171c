import { describe, expect, test } from 'vitest';
import { MAX_FILTER_VALUES } from '../limits.ts';
import { JOB_SEARCH_PARAMETERS, pages, parseQuery, queryString, readJobSearch } from './paths.ts';

describe('readJobSearch', () => {
  const whole = {
    q: '"c++" or rust & go',
    location: 'São Paulo',
    radius: '50',
    workplace: 'hybrid',
    employment: 'part-time',
    skill: 'Python',
    eligible: 'DE',
    orunknown: 'true',
    remote: 'only',
    level: 'senior',
    visa: 'true',
    salary: '$200K-$300K',
    type: 'Contract',
    orremote: 'true',
    company: 'one',
    category: 'boats',
    minsalary: '$150,000',
    nosalary: 'true',
    posted: '7',
    mentions: 'few',
    part: 'mention',
    sort: 'salary',
  } as const;

  test('valid parameters of a search are returned unchanged', () => {
    expect(readJobSearch(whole)).toEqual(whole);
    expect(Object.keys(whole)).toEqual([...JOB_SEARCH_PARAMETERS]);
  });

  test('empty, invalid and unknown parameters of a search are left out', () => {
    const wrong = {
      q: '',
      location: undefined,
      remote: 'false',
      minsalary: 'much',
      nosalary: '1',
      posted: '2',
      radius: '501',
      workplace: 'Home',
      employment: 'Full-Time',
      orunknown: '1',
      orremote: 'true',
      sort: 'oldest',
      colour: 'red',
    };
    expect(readJobSearch(wrong)).toEqual({});
  });

  test('several types or companies are returned without repeated and empty values', () => {
    expect(
      readJobSearch({ type: ['Remote', 'Contract', 'Remote', ''], company: ['one', 'one'] }),
    ).toEqual({ type: ['Remote', 'Contract'], company: 'one' });
    expect(readJobSearch({ q: ['rust', 'go'], type: [] })).toEqual({ q: 'rust' });
  });

  test('values of a parameter beyond the maximum number are left out', () => {
    const company = Array.from({ length: MAX_FILTER_VALUES + 5 }, (_, number) => `c${number}`);
    expect(readJobSearch({ company }).company).toHaveLength(MAX_FILTER_VALUES);
  });

  test('several values are read back from the URL that is built from them', () => {
    const search = { type: ['Contract', 'Full-Time'], company: ['one', 'two'] };
    const [, query = ''] = pages.jobs(search).split('?');
    expect(query).toBe('type=Contract&type=Full-Time&company=one&company=two');
    expect(readJobSearch(parseQuery(query))).toEqual(search);
  });

  test('a search is read back from the URL that is built from it', () => {
    const [path, query] = pages.jobs({ ...whole, cursor: 'abc' }).split('?');
    expect(path).toBe('/jobs');
    const parameters = parseQuery(query ?? '');
    expect(parameters.cursor).toBe('abc');
    expect(readJobSearch(parameters)).toEqual(whole);
  });
});

describe('queryString', () => {
  test.each([
    [{}, ''],
    [{ q: undefined, type: '' }, ''],
    [{ q: 'rust go', type: 'Contract' }, '?q=rust+go&type=Contract'],
    [{ q: 'a&b=c+d?#' }, '?q=a%26b%3Dc%2Bd%3F%23'],
    [{ q: 'São' }, '?q=S%C3%A3o'],
  ])('the parameters %j become the query %j', (parameters, query) => {
    expect(queryString(parameters)).toBe(query);
  });
});

describe('parseQuery', () => {
  test.each([
    ['', {}],
    ['?', {}],
    ['?q=rust+go&type=Contract', { q: 'rust go', type: 'Contract' }],
    ['q=', {}],
    ['=x', {}],
    ['q', {}],
    ['q=a=b', { q: 'a=b' }],
    ['q=1&q=2', { q: '1' }],
    ['type=1&type=2&type=&type=3&type=1', { type: ['1', '2', '3'] }],
    ['type=1&type=1', { type: '1' }],
    ['q=123', { q: '123' }],
    ['q=true', { q: 'true' }],
    ['q=%5B1%5D', { q: '[1]' }],
    ['q=100%', { q: '100%' }],
    ['__proto__=x', {}],
  ])('the query %j is read as %j', (query, parameters) => {
    expect(Object.entries(parseQuery(query))).toEqual(Object.entries(parameters));
  });
});

test('an id in a path cannot change the rest of the path', () => {
  expect(pages.job('../account?x#y')).toBe('/jobs/..%2Faccount%3Fx%23y');
  expect(pages.editCompany('a/b')).toBe('/companies/edit/a%2Fb');
});
