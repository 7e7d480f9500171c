import { expect, test } from 'vitest';
import { apiDescription, embeds, oembed, previews, robots, sitemaps } from './outside-paths.ts';
import { feeds } from './paths.ts';

test('URLs that programs and other sites use do not change', () => {
  const search = { type: 'Contract', q: 'rust', cursor: 'abc' };
  expect({
    openApi: apiDescription.openApi(),
    apiDocs: apiDescription.docs(),
    atom: feeds.jobsAtom(search),
    json: feeds.jobsJson(search),
    embed: embeds.jobs({ type: 'Contract', theme: 'dark', limit: 3 }),
    oembed: oembed('https://jobs.example/jobs/1', 'xml'),
    preview: previews.job('1'),
    robots: robots(),
    sitemap: sitemaps.index(),
    sitemapOfPages: sitemaps.pages(),
    sitemapOfCompanies: sitemaps.companies(1),
    sitemapOfJobs: sitemaps.jobs(2),
  }).toMatchInlineSnapshot(`
    {
      "apiDocs": "/api/docs",
      "atom": "/jobs.atom?q=rust&type=Contract&cursor=abc",
      "embed": "/embed/jobs?type=Contract&theme=dark&limit=3",
      "json": "/jobs.json?q=rust&type=Contract&cursor=abc",
      "oembed": "/oembed?url=https%3A%2F%2Fjobs.example%2Fjobs%2F1&format=xml",
      "openApi": "/api/openapi.json",
      "preview": "/previews/jobs/1.png",
      "robots": "/robots.txt",
      "sitemap": "/sitemap.xml",
      "sitemapOfCompanies": "/sitemaps/companies-1.xml",
      "sitemapOfJobs": "/sitemaps/jobs-2.xml",
      "sitemapOfPages": "/sitemaps/pages.xml",
    }
  `);
});
