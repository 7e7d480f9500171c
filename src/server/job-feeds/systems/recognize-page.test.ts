import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { recognizePage } from './recognize-page.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const PAGE = 'https://acme.example/careers';

const boardsIn = (html: string) =>
  recognizePage(html, PAGE).map(({ system, tenant }) => `${system.id} ${tenant}`);

describe('a job board is recognized in', () => {
  test.each([
    ['a link', '<a href="https://jobs.lever.co/acme">Jobs</a>', 'lever acme'],
    ['a link without a scheme', '<a href="//jobs.lever.co/acme/1">Jobs</a>', 'lever acme'],
    [
      'a frame',
      '<iframe src="https://boards.greenhouse.io/embed/job_board?for=acme&b=x">',
      'greenhouse acme',
    ],
    ['a frame that loads later', '<iframe data-src="https://jobs.ashbyhq.com/acme">', 'ashby acme'],
    [
      'a script',
      '<script src="https://boards.greenhouse.io/embed/job_board/js?for=acme"></script>',
      'greenhouse acme',
    ],
    [
      'a script of Ashby',
      '<script src="https://jobs.ashbyhq.com/acme/embed?version=2"></script>',
      'ashby acme',
    ],
    [
      'code',
      '<script>fetch("https://api.lever.co/v0/postings/acme?mode=json")</script>',
      'lever acme',
    ],
    [
      'escaped code',
      '<script>{"u":"https:\\/\\/api.lever.co\\/v0\\/postings\\/acme"}</script>',
      'lever acme',
    ],
    [
      'the options of Lever',
      "<script>window.leverJobsOptions = {accountName: 'acme', x: 1}</script>",
      'lever acme',
    ],
    [
      'an attribute',
      '<div data-board="https://job-boards.greenhouse.io/acme"></div>',
      'greenhouse acme',
    ],
    ['a widget of Rippling', '<div data-job-board-id="acme-looms"></div>', 'rippling acme-looms'],
    ['a widget of BambooHR', '<div data-domain="acme.bamboohr.com"></div>', 'bamboohr acme'],
    [
      'a widget of Workable',
      '<script>fetch("https://apply.workable.com/api/v1/widget/accounts/acme")</script>',
      'workable acme',
    ],
    ['a link to Personio', '<a href="https://acme.jobs.personio.de/job/1">', 'personio acme'],
    ['a link to Teamtailor', '<a href="https://acme.teamtailor.com/jobs">', 'teamtailor acme'],
    [
      'a link to Workday',
      '<a href="https://acme.wd5.myworkdayjobs.com/en-US/Jobs">',
      'workday acme.wd5.Jobs',
    ],
    [
      'a script of JazzHR',
      '<script src="//app.jazz.co/widgets/basic/create/acme"></script>',
      'jazzhr acme',
    ],
    [
      'a feed of jobs',
      '<link rel="alternate" href="/?feed=job_feed">',
      'job-feed https://acme.example/?feed=job_feed',
    ],
    ['a feed of news', '<link rel="alternate" href="/news.xml">', undefined],
    ['unclosed tags', '<a href="https://jobs.lever.co/acme"', undefined],
    ['a comment', '<!-- <a href="https://jobs.lever.co/acme">Old</a> -->', undefined],
    ['text', '<p>See https://jobs.lever.co/acme</p>', undefined],
  ])('%s', (_, html, expected) => {
    expect(boardsIn(html)).toEqual(expected ? [expected] : []);
  });
});

test('the job board with the most mentions comes first', () => {
  const link = (path: string) => `<a href="https://jobs.lever.co/${path}">Job</a>`;
  expect(boardsIn([link('partner/1'), link('acme/1'), link('acme/2')].join(''))).toEqual([
    'lever acme',
    'lever partner',
  ]);
});

test('feeds come after job boards, and the page itself comes last', () => {
  const html = `<link href="/jobs.xml"><a href="/jobs.xml">Feed</a><link href="/sitemap.xml">
    <a href="https://jobs.lever.co/acme">Jobs</a>
    <script type="application/ld+json">{"@type":"JobPosting","title":"Weaver"}</script>`;
  expect(boardsIn(html)).toEqual([
    'lever acme',
    'xml https://acme.example/jobs.xml',
    'json-ld https://acme.example/sitemap.xml',
    `json-ld ${PAGE}`,
  ]);
});

test.each([
  ['links', '<a href="https://jobs.lever.co/a">'.repeat(200_000)],
  ['open tags', '<a href='.repeat(1_000_000)],
  ['nested elements', '<div>'.repeat(1_000_000)],
  ['slashes', `<script>${'//a.'.repeat(1_000_000)}</script>`],
  ['options', `<script>${'leverJobsOptions = {'.repeat(200_000)}</script>`],
  ['brackets', `<script type="application/ld+json">${'['.repeat(3_000_000)}</script>`],
])('a page with very many %s is read quickly', async (_, html) => {
  expect(await cpuTimeOf(async () => recognizePage(html, PAGE))).toBeLessThan(5_000);
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('the recorded pages of sites that use Greenhouse and Ashby name their job boards', () => {
    const found = Object.fromEntries(
      recordingsOf('jsonld').map(({ file, text }) => [
        file,
        recognizePage(text, PAGE)[0]?.system.id,
      ]),
    );
    expect(found).toMatchObject({ 'greenhouse-axon-job.html': 'greenhouse' });
  });
});
