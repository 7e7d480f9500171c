import { describe, expect, test } from 'vitest';
import { smartRecruiters } from './smartrecruiters.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const API = 'https://api.smartrecruiters.com/v1/companies/acme/postings';

/** A made-up posting as SmartRecruiters lists it. */
function posting(id: string, values: Record<string, unknown> = {}) {
  return {
    id,
    name: 'Loom Builder',
    company: { identifier: 'Acme', name: 'Acme Looms' },
    releasedDate: '2026-03-04T05:06:07.000Z',
    location: { city: 'Porto', region: 'Norte', country: 'pt', remote: false, hybrid: true },
    typeOfEmployment: { id: 'permanent', label: 'Efetivo' },
    ...values,
  };
}

/** The posting as the API returns it alone, with its text. */
function detail(id: string, values: Record<string, unknown> = {}) {
  return {
    ...posting(id),
    postingUrl: `https://jobs.smartrecruiters.com/Acme/${id}`,
    applyUrl: `https://jobs.smartrecruiters.com/Acme/${id}?oga=true`,
    jobAd: {
      sections: {
        companyDescription: { title: 'About us', text: '<p>We make looms.</p>' },
        jobDescription: { title: 'The job', text: '<p>Build looms.</p>' },
        qualifications: { title: 'You', text: '' },
      },
    },
    compensation: { min: 20, max: 30.5, currency: 'EUR', period: 'HOURLY' },
    ...values,
  };
}

/** Answers as a company with this many postings does: in pages. */
function company(count: number, stated = count) {
  return (url: string) => {
    const { pathname, searchParams } = new URL(url);
    const id = /\/postings\/(.+)$/.exec(pathname)?.[1];
    if (id) return JSON.stringify(detail(id));
    const offset = Number(searchParams.get('offset'));
    const content = Array.from({ length: count }, (_, n) => posting(`p${n}`));
    return JSON.stringify({
      offset,
      limit: 100,
      totalFound: stated,
      content: content.slice(offset, offset + 100),
    });
  };
}

test('a posting becomes a job, with the text and the pay of its own response', async () => {
  const {
    jobs,
    urls,
    isComplete,
    company: name,
  } = await readFeed(smartRecruiters, 'acme', company(1));
  expect(jobs).toEqual([
    {
      sourceId: 'p0',
      title: 'Loom Builder',
      type: 'Full-Time',
      employment: 'full-time',
      workplace: 'hybrid',
      location: 'Porto, Norte, Portugal',
      more_places: null,
      addresses: [
        { text: 'Porto, Norte, Portugal', locality: 'Porto', region: 'Norte', country: 'PT' },
      ],
      description: '## About us\n\nWe make looms.\n\n## The job\n\nBuild looms.',
      salary: '',
      pay: { minimum: 20, maximum: 30.5, currency: 'EUR', unit: 'hour' },
      applyurl: 'https://jobs.smartrecruiters.com/Acme/p0?oga=true',
      applyemail: '',
      date: new Date('2026-03-04T05:06:07Z'),
      validthrough: null,
    },
  ]);
  expect(urls).toEqual([`${API}?limit=100&offset=0`, `${API}/p0`]);
  expect({ isComplete, name }).toEqual({ isComplete: true, name: 'Acme Looms' });
});

test('all pages of the list are read', async () => {
  const { items, isComplete, urls } = await readFeed(
    { ...smartRecruiters, detail: undefined as never },
    'acme',
    company(250),
  );
  expect([items.length, isComplete]).toEqual([250, true]);
  expect(urls.map((url) => new URL(url).searchParams.get('offset'))).toEqual(['0', '100', '200']);
});

test.each([
  ['an unknown company, which has a list of nothing', 0, 0],
  ['fewer postings than the list says', 3, 4],
  ['more postings than the list says', 3, 2],
])('the list is not complete: %s', async (_, count, stated) => {
  const { isComplete } = await readFeed(smartRecruiters, 'acme', company(count, stated));
  expect(isComplete).toBe(false);
});

test.each([
  ['{"content":[]}', 'it is not a SmartRecruiters company (totalFound: '],
  ['[]', 'it is not a SmartRecruiters company'],
  ['{"totalFound":1,"content":[{"jobId":1}]}', 'its format has changed'],
  ['<html>', 'it is not JSON'],
])('a response in a different format is refused: %s', async (body, message) => {
  await expect(readFeed(smartRecruiters, 'acme', () => body)).rejects.toThrow(message);
});

describe('a posting', () => {
  test.each([
    [{ typeOfEmployment: { id: 'intern', label: 'Estágio' } }, { employment: 'internship' }],
    [{ typeOfEmployment: { id: 'other', label: 'Part-time' } }, { employment: 'part-time' }],
    [{ typeOfEmployment: null }, { employment: null, type: 'Full-Time' }],
    [
      { location: { city: 'Porto', remote: true, hybrid: false } },
      { workplace: 'remote', type: 'Remote' },
    ],
    [{ location: { city: 'Porto', remote: false, hybrid: false } }, { workplace: 'on-site' }],
    [{ location: { city: 'Porto' } }, { workplace: null }],
    [{ compensation: { min: 1, max: 2, currency: 'EUR', period: 'FORTNIGHT' } }, { pay: null }],
    [{ compensation: 'much' }, { pay: null }],
  ])('a posting has the facts that it states: %j', (values, facts) => {
    expect(smartRecruiters.toJob(detail('p0', values), { tenant: 'acme' })).toMatchObject(facts);
  });
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all postings in recorded responses of SmartRecruiters are converted', async () => {
    for (const { file, text } of recordingsOf('smartrecruiters')) {
      const list = JSON.parse(text);
      const isDetail = file.includes('detail');
      for (const entry of isDetail ? [list] : list.content) {
        const job = smartRecruiters.toJob(entry, { tenant: 'acme' });
        expect([file, 'reason' in job ? job.reason : undefined]).toEqual([file, undefined]);
        if (isDetail) expect(job).toMatchObject({ description: expect.stringMatching(/\w/) });
      }
    }
  });
});
