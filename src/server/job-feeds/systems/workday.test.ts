import { describe, expect, test } from 'vitest';
import type { RequestOptions } from '../fetch/fetch-client.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';
import { workday } from './workday.ts';

const TENANT = 'acme.wd5.External_Career';
const API = 'https://acme.wd5.myworkdayjobs.com/wday/cxs/acme/External_Career';

/** A made-up job in the format of a Workday list. */
const posting = (number: number) => ({
  title: 'Loom Builder',
  externalPath: `/job/Akron/Loom-Builder_R${number}`,
  locationsText: '2 Locations',
  postedOn: 'Posted Today',
});

/** The response of a single job. */
const detail = {
  jobPostingInfo: {
    title: 'Loom Builder',
    jobDescription: '<p>Build looms.</p>',
    location: 'Akron, Ohio',
    additionalLocations: ['Toledo, Ohio'],
    startDate: '2026-03-04',
    endDate: '2026-08-28',
    timeType: 'Part time',
    remoteType: 'Hybrid',
    externalUrl: 'https://acme.wd5.myworkdayjobs.com/External_Career/job/Akron/Loom-Builder_R1',
    jobRequisitionLocation: { country: { alpha2Code: 'US' } },
  },
};

/** Answers as a career site with this many jobs does. After its end, its list starts again from the beginning. */
function site(count: number, total = count) {
  return (url: string, options: RequestOptions) => {
    if (url !== `${API}/jobs`) return JSON.stringify(detail);
    const { offset } = options.json as { offset: number };
    const jobPostings = Array.from({ length: 20 }, (_, n) => offset + n)
      .filter((number) => total >= 2_000 || number < count)
      .map((number) => posting(number % count));
    // Only the first page states the total.
    return JSON.stringify({ total: offset === 0 ? total : 0, jobPostings });
  };
}

const listOnly = { ...workday, detail: undefined as never };

test('a Workday job becomes a job of this board, with the facts of its own response', async () => {
  const { jobs, isComplete, urls } = await readFeed(workday, TENANT, site(1));
  expect(jobs).toMatchObject([
    {
      sourceId: 'R0',
      type: 'Part-Time',
      employment: 'part-time',
      workplace: 'hybrid',
      location: 'Akron, Ohio; Toledo, Ohio',
      addresses: [{ text: 'Akron, Ohio', locality: 'Akron, Ohio', region: '', country: 'US' }],
      description: 'Build looms.',
      date: new Date('2026-03-04T00:00:00Z'),
      validthrough: '2026-08-28',
    },
  ]);
  expect(urls).toEqual([`${API}/jobs`, `${API}/job/Akron/Loom-Builder_R0`]);
  expect(isComplete).toBe(true);
});

test('all pages of the list are read', async () => {
  const { items, isComplete } = await readFeed(listOnly, TENANT, site(45));
  expect([items.length, isComplete]).toEqual([45, true]);
});

test('reading ends where the list starts again from the beginning', async () => {
  const { items, isComplete, urls } = await readFeed(listOnly, TENANT, site(40, 2_000));
  expect([items.length, isComplete, urls.length]).toEqual([40, false, 3]);
});

test('a list with the maximum number of jobs that the system states may have more, so it is not complete', async () => {
  const { items, isComplete } = await readFeed(listOnly, TENANT, site(2_000, 2_000));
  expect([items.length, isComplete]).toEqual([2_000, false]);
});

test('a list with fewer jobs than it says is not complete', async () => {
  expect((await readFeed(listOnly, TENANT, site(10, 15))).isComplete).toBe(false);
});

test.each([
  ['/job/Ulm/Weaver_of_looms_R24-1', 'R24-1'],
  ['/job/Weaver', '/job/Weaver'],
])('a job with the path %s has the id %s', async (externalPath, id) => {
  const body = JSON.stringify({ total: 1, jobPostings: [{ title: 'Weaver', externalPath }] });
  expect((await readFeed(listOnly, TENANT, () => body)).items).toMatchObject([{ id }]);
});

test.each([
  ['{"errorCode":"HTTP_422"}', 'it is not a Workday career site (total: '],
  ['{"total":1,"jobPostings":[{"name":"Weaver"}]}', 'its format has changed'],
])('a response in a different format is refused: %s', async (body, message) => {
  await expect(readFeed(listOnly, TENANT, () => body)).rejects.toThrow(message);
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all jobs in recorded responses of Workday are converted', async () => {
    for (const { file, text } of recordingsOf('workday')) {
      if (file.includes('detail')) {
        const data = { ...posting(1), detail: JSON.parse(text) };
        expect(workday.toJob(data, { tenant: TENANT })).toMatchObject({
          description: expect.stringMatching(/\w/),
          location: expect.stringMatching(/\w/),
        });
      } else {
        const { items, isComplete } = await readFeed(listOnly, TENANT, () => text);
        expect([items.length, isComplete]).toEqual([10, false]);
      }
    }
  });
});
