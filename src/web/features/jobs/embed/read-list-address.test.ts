import { expect, test } from 'vitest';
import { readListAddress } from './read-list-address.ts';

const ORIGIN = 'https://jobs.example';

test.each([
  [`${ORIGIN}/jobs`, {}],
  [
    ' https://jobs.example/jobs?type=Contract&type=Remote&utm_source=x#list ',
    { type: ['Contract', 'Remote'] },
  ],
  ['/jobs?q=rust+engineer&cursor=x', { q: 'rust engineer' }],
])('the address %s has the search %j', (address, search) => {
  expect(readListAddress(address, ORIGIN)).toEqual(search);
});

test.each(['', 'jobs in berlin', 'https://other.example/jobs', `${ORIGIN}/companies`, 'https://'])(
  '"%s" is not the address of a list',
  (address) => {
    expect(readListAddress(address, ORIGIN)).toBeUndefined();
  },
);
