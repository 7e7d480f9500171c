import { describe, expect, test } from 'vitest';
import { findSystem, recognizeUrl, SYSTEMS } from './systems.ts';

/** URLs of boards, jobs and APIs, each with its system and tenant. */
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
  'ftp://jobs.lever.co/acme',
  'javascript:jobs.lever.co/acme',
])('no board is recognized in %s', (url) => {
  expect(recognizeUrl(new URL(url))).toBeUndefined();
});

describe.each(SYSTEMS)('$name', (system) => {
  test('is found by its id', () => {
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
    '127.0.0.1:80/acme',
    'http://127.0.0.1/',
    'file:///etc/passwd',
    'a\nb',
    'a\u0000b',
    '%2e%2e',
    'x'.repeat(5_000),
  ])('refuses %j as the name of a tenant', (tenant) => {
    expect(system.isTenant(tenant)).toBe(false);
  });

  test('reads public hosts only', () => {
    const tenant = URLS.find(([, id]) => id === system.id)?.[2];
    expect(tenant).toBeDefined();
    for (const host of system.hosts({ tenant: tenant ?? '' })) {
      expect(host).toMatch(/^[a-z\d.-]+\.[a-z]+$/);
    }
    expect(system.boardUrl({ tenant: tenant ?? '' })).toMatch(/^https:\/\/[^/]+/);
  });
});
