import { expect, test } from 'vitest';
import { safeTarget } from './safe-target.ts';

const ORIGIN = 'https://jobs.example';

test.each([
  ['/jobs?type=Contract#first', '/jobs?type=Contract#first'],
  [`${ORIGIN}/account`, '/account'],
  ['jobs', '/jobs'],
  ['', '/'],
  ['/..//jobs', '/jobs'],
  ['https:evil.example', '/evil.example'],
  // These targets look like paths, but browsers would open a different site.
  ['https://evil.example/x', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  [`${ORIGIN}//evil.example`, '/evil.example'],
  [`${ORIGIN}.evil.example`, '/'],
  ['http://jobs.example/x', '/'],
  ['javascript:alert(1)', '/'],
  ['data:text/html,x', '/'],
  ['https://', '/'],
  [7, '/'],
  [undefined, '/'],
  [{ toString: () => '/jobs' }, '/'],
])('the target %j leads to %s', (target, path) => {
  expect(safeTarget(target, ORIGIN)).toBe(path);
});
