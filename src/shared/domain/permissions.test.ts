import { expect, test } from 'vitest';
import { mayAddJobs, mayWriteCompanies, mayWriteJobsOf } from './permissions.ts';

test.each([
  ['a visitor', {}, [false, false, false, false]],
  ['a user', { role: 'user', company: '' }, [false, false, false, false]],
  ['a company admin', { role: 'companyadmin', company: 'one' }, [true, true, false, false]],
  ['a site admin', { role: 'siteadmin', company: '' }, [true, true, true, true]],
] as const)('%s may do what their role allows', (_, account, allowed) => {
  expect([
    mayAddJobs(account),
    mayWriteJobsOf(account, 'one'),
    mayWriteJobsOf(account, 'another'),
    mayWriteCompanies(account),
  ]).toEqual(allowed);
});
