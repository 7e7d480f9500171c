import { describe, expect, test } from 'vitest';
import { FetchError } from '../fetch/fetch-error.ts';
import { findSystem, recognizeUrl, SYSTEMS } from './systems.ts';
import { readFeed } from './testing/read-feed.ts';

/** URLs of job boards, jobs and APIs, each with its system and tenant. */
const URLS = [
  ['https://boards.greenhouse.io/acme', 'greenhouse', 'acme'],
  ['https://boards.greenhouse.io/Acme/jobs/4012345?gh_src=x', 'greenhouse', 'acme'],
  ['https://job-boards.greenhouse.io/acme/jobs/1', 'greenhouse', 'acme'],
  ['https://job-boards.eu.greenhouse.io/acme', 'greenhouse', 'acme'],
  ['https://boards.eu.greenhouse.io/acme/jobs/1', 'greenhouse', 'acme'],
  ['https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true', 'greenhouse', 'acme'],
  ['https://api.greenhouse.io/v1/boards/acme', 'greenhouse', 'acme'],
  ['https://boards.greenhouse.io/embed/job_board?for=acme', 'greenhouse', 'acme'],
  ['https://boards.greenhouse.io/embed/job_board/js?for=acme', 'greenhouse', 'acme'],
  ['https://boards.greenhouse.io/embed/job_app?for=acme&token=1', 'greenhouse', 'acme'],
  ['https://jobs.lever.co/acme', 'lever', 'acme'],
  ['https://jobs.lever.co/acme/1111-2222/apply', 'lever', 'acme'],
  ['https://jobs.eu.lever.co/acme', 'lever', 'eu:acme'],
  ['https://api.lever.co/v0/postings/acme?mode=json', 'lever', 'acme'],
  ['https://api.eu.lever.co/v0/postings/acme', 'lever', 'eu:acme'],
  ['https://jobs.ashbyhq.com/Acme/11111111-2222-3333-4444-555555555555', 'ashby', 'acme'],
  ['https://jobs.ashbyhq.com/Loom%20Labs', 'ashby', 'loom labs'],
  ['https://jobs.ashbyhq.com/acme/embed?version=2', 'ashby', 'acme'],
  ['https://api.ashbyhq.com/posting-api/job-board/acme', 'ashby', 'acme'],
  [
    'https://jobs.smartrecruiters.com/AcmeLooms/744000-loom-builder',
    'smartrecruiters',
    'acmelooms',
  ],
  ['https://careers.smartrecruiters.com/AcmeLooms', 'smartrecruiters', 'acmelooms'],
  ['https://api.smartrecruiters.com/v1/companies/acme/postings', 'smartrecruiters', 'acme'],
  ['https://apply.workable.com/acme/j/A1B2C3/', 'workable', 'acme'],
  ['https://apply.workable.com/api/v1/widget/accounts/acme', 'workable', 'acme'],
  ['https://acme.workable.com/jobs/1', 'workable', 'acme'],
  ['https://acme.jobs.personio.de/job/1?language=de', 'personio', 'acme'],
  ['https://acme.jobs.personio.com/', 'personio', 'com:acme'],
  ['https://acme.teamtailor.com/jobs/1-weaver', 'teamtailor', 'acme'],
  ['https://acme.na.teamtailor.com/jobs', 'teamtailor', 'acme.na'],
  ['https://acme.pinpointhq.com/en/postings/1', 'pinpoint', 'acme'],
  ['https://acme.breezy.hr/p/1-weaver', 'breezy', 'acme'],
  ['https://ats.rippling.com/acme/jobs/1', 'rippling', 'acme'],
  ['https://ats.rippling.com/en-GB/acme/jobs', 'rippling', 'acme'],
  ['https://ats.rippling.com/embed/acme/jobs', 'rippling', 'acme'],
  ['https://api.rippling.com/platform/api/ats/v2/board/acme/jobs', 'rippling', 'acme'],
  ['https://acme.bamboohr.com/careers/39', 'bamboohr', 'acme'],
  ['https://acme.applytojob.com/apply/AbC/Weaver', 'jazzhr', 'acme'],
  ['https://app.jazz.co/feeds/export/jobs/acme', 'jazzhr', 'acme'],
  ['https://acme.wd5.myworkdayjobs.com/External_Career', 'workday', 'acme.wd5.External_Career'],
  [
    'https://acme.wd5.myworkdayjobs.com/en-US/External/job/Ulm/Weaver_R1',
    'workday',
    'acme.wd5.External',
  ],
  ['https://acme.wd103.myworkdayjobs.com/wday/cxs/acme/Jobs/jobs', 'workday', 'acme.wd103.Jobs'],
  [
    'https://acme.example/?feed=job_feed&search_location=Ulm',
    'job-feed',
    'https://acme.example/?feed=job_feed&search_location=Ulm',
  ],
  ['http://acme.example/sitemap-jobs.xml#a', 'json-ld', 'https://acme.example/sitemap-jobs.xml'],
  ['https://acme.example/feeds/indeed.xml', 'xml', 'https://acme.example/feeds/indeed.xml'],
  [
    'https://board.example/jobs.json?company=7&cursor=x',
    'board',
    'https://board.example/api/jobs?company=7',
  ],
  [
    'https://board.example/api/jobs?q=weaver&limit=5',
    'board',
    'https://board.example/api/jobs?q=weaver',
  ],
] as const;

describe('the system and the tenant are recognized in', () => {
  test.each(URLS)('%s', (url, id, tenant) => {
    const board = recognizeUrl(new URL(url));
    expect([board?.system.id, board?.tenant]).toEqual([id, tenant]);
    expect(board?.system.isTenant(tenant)).toBe(true);
  });
});

test.each([
  'https://acme.example/careers',
  'https://boards.greenhouse.io/',
  'https://boards.greenhouse.io/embed/job_board',
  'https://boards.greenhouse.io/..%2facme',
  'https://boards.greenhouse.io.evil.example/acme',
  'https://evil.example/boards.greenhouse.io/acme',
  'https://evil.example/?u=jobs.lever.co/acme',
  'https://jobs.lever.co/',
  'https://jobs.ashbyhq.com/',
  'https://jobs.ashbyhq.com/%2e%2e%2fadmin',
  'https://jobs.ashbyhq.com/%E0%A4%A',
  'https://api.ashbyhq.com/posting-api/job-board/',
  'https://notjobs.lever.co/acme',
  'https://apply.workable.com/j/A1B2C3',
  'https://www.breezy.hr/pricing',
  'https://app.bamboohr.com/login',
  'https://acme.wd5.myworkdayjobs.com/',
  'https://acme.evil.example/.bamboohr.com/careers',
  'https://user:secret@acme.example/jobs.xml',
  'https://127.0.0.1/jobs.xml',
  'https://[::1]/jobs.xml',
  'https://localhost/jobs.xml',
  'https://acme.example:8443/jobs.xml',
  'ftp://jobs.lever.co/acme',
  'javascript:jobs.lever.co/acme',
])('no job board is recognized in %s', (url) => {
  expect(recognizeUrl(new URL(url))).toBeUndefined();
});

describe.each(SYSTEMS)('$name', (system) => {
  test('a system is found by its id', () => {
    expect(findSystem(system.id)).toBe(system);
  });

  test.each([
    '',
    '.',
    '..',
    'a/b',
    '../acme',
    'a\\b',
    'a?b=c',
    'a#b',
    'a@b.example',
    'acom:b',
    'com:a/b',
    'eu:../b',
    '127.0.0.1:80/acme',
    'http://127.0.0.1/',
    'file:///etc/passwd',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://user:secret@acme.example/',
    'https://acme.example:8443/',
    'https://ACME.example/',
    'a\nb',
    'a\u0000b',
    '%2e%2e',
    'x'.repeat(5_000),
  ])('refuses %j as the name of a tenant', (tenant) => {
    expect(system.isTenant(tenant)).toBe(false);
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html><body><a href="/about">About</a></body></html>'],
    ['an empty object', '{}'],
    ['an empty list', '[]'],
    ['a text', '"jobs"'],
    ['an error', '{"error":"unknown"}'],
    ['other XML', '<?xml version="1.0"?><list><a>1</a></list>'],
    ['other encoded text', Uint8Array.of(0x7b, 0xff, 0xfe, 0x22)],
  ])('finds no jobs in %s, and does not call the list complete', async (_, body) => {
    const tenant = URLS.find(([, id]) => id === system.id)?.[2] ?? '';
    const outcome = await readFeed(system, tenant, () => body).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(['UnreadableFeedError', 'FetchError']).toContain(outcome.name);
    } else {
      expect(outcome).toMatchObject({ items: [], isComplete: false });
    }
  });

  test('a system passes on the reason if a request fails', async () => {
    const tenant = URLS.find(([, id]) => id === system.id)?.[2] ?? '';
    const busy = new FetchError('busy', 'too many requests');
    await expect(readFeed(system, tenant, () => busy)).rejects.toBe(busy);
  });

  test('the board sends requests only to public hosts, whatever a URL or list contains', () => {
    const tenant = URLS.find(([, id]) => id === system.id)?.[2];
    expect(tenant).toBeDefined();
    for (const host of system.hosts({ tenant: tenant ?? '' })) {
      expect(host).toMatch(/^[a-z\d.-]+\.[a-z]+$/);
    }
    expect(system.pageUrl({ tenant: tenant ?? '' })).toMatch(/^https:\/\/[^/]+/);
  });
});
