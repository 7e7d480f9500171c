import readRobots from 'robots-parser';
import { expect, test } from 'vitest';
import { embeds, oembed, sitemaps } from '#shared/urls/outside-paths.ts';
import { feeds, pages } from '#shared/urls/paths.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const ORIGIN = 'http://localhost:3000';

async function robots() {
  const { statusCode, headers, body } = await board.app.inject({ url: '/robots.txt' });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  return readRobots(`${ORIGIN}/robots.txt`, body);
}

test('robots.txt names the sitemap', async () => {
  expect((await robots()).getSitemaps()).toEqual([`${ORIGIN}/sitemap.xml`]);
});

test.each([
  pages.home(),
  pages.jobs(),
  pages.jobs({ type: 'Contract' }),
  pages.jobs({ q: 'rust & co' }),
  pages.jobs({ cursor: 'abc' }),
  pages.jobs({ type: 'Contract', cursor: 'abc' }),
  pages.job('1'),
  pages.companies({ cursor: 'abc' }),
  pages.company('1'),
  pages.about(),
  feeds.jobsAtom(),
  feeds.jobsAtom({ company: '1' }),
  feeds.jobsJson({ company: '1', cursor: 'abc' }),
  sitemaps.index(),
  sitemaps.jobs(1),
  '/static/icon.svg',
])('%s may be crawled', async (path) => {
  expect((await robots()).isAllowed(`${ORIGIN}${path}`, 'AnyBot')).toBe(true);
});

test.each([
  '/api/jobs',
  '/api/jobs/1',
  embeds.jobs(),
  embeds.jobs({ type: 'Contract' }),
  oembed(`${ORIGIN}/jobs/1`),
  pages.jobs({ type: 'Contract', salary: 'Under $50K' }),
  pages.jobs({ type: 'Contract', salary: 'Under $50K', cursor: 'abc' }),
  pages.jobs({ q: 'rust', type: 'Contract', sort: 'salary' }),
  feeds.jobsAtom({ q: 'rust', type: 'Contract' }),
  feeds.jobsJson({ q: 'rust', type: 'Contract' }),
])('%s must not be crawled', async (path) => {
  expect((await robots()).isAllowed(`${ORIGIN}${path}`, 'AnyBot')).toBe(false);
});
