import { expect, test } from 'vitest';
import { type JobSearch, parseQuery, readJobSearch } from '../urls/paths.ts';
import { formatSearch } from './search.ts';

test.each<[string, string, string?, string?]>([
  ['', 'Jobs'],
  ['sort=salary', 'Jobs'],
  ['q=rust&type=Remote', 'Remote jobs matching “rust”'],
  ['type=Full-Time&company=1', 'Full-Time jobs at Loom & Sons', 'Loom & Sons'],
  ['company=1', 'Jobs at one company'],
  ['category=boats', 'Jobs in the category “boats”'],
  [
    'category=boats&q=oak',
    'Jobs matching “oak” in the category “Boatbuilding”',
    '',
    'Boatbuilding',
  ],
  ['type=Poet', 'Jobs of type “Poet”'],
  ['type=Contract&type=Full-Time', 'Contract or Full-Time jobs'],
  ['type=Contract&type=Poet', 'Jobs of type “Contract” or “Poet”'],
  ['company=1&company=2', 'Jobs at 2 companies', 'Loom & Sons'],
  ['location=New+York', 'Jobs in New York'],
  ['location=Berlin&remote=only', 'Jobs remote and open to Berlin'],
  ['location=Berlin&remote=no', 'Jobs in Berlin, without remote jobs from elsewhere'],
  ['remote=only', 'Jobs'],
  ['level=senior&visa=true', 'Jobs at the level “senior” with visa sponsorship'],
  ['salary=Under+%2450K', 'Jobs paying under $50K'],
  ['salary=much', 'Jobs paying “much”'],
  ['minsalary=100k', 'Jobs paying at least $100,000'],
  ['minsalary=100000&nosalary=true', 'Jobs paying at least $100,000 or with unknown pay'],
  ['nosalary=true', 'Jobs'],
  ['type=Full-Time&orremote=true', 'Full-Time jobs or remote jobs with these hours'],
  ['type=Contract&orremote=true', 'Contract jobs'],
  ['posted=1', 'Jobs posted in the last day'],
  [
    'q=rust&location=Berlin&type=Contract&minsalary=%2450,000&posted=7',
    'Contract jobs matching “rust” in Berlin paying at least $50,000 posted in the last 7 days',
  ],
])('the search %s is described as “%s”', (query, words, companyName, categoryName) => {
  const search: JobSearch = readJobSearch(parseQuery(query));
  expect(formatSearch(search, companyName, categoryName)).toBe(words);
});
