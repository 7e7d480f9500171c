import { expect, test } from 'vitest';
import {
  apiDescription,
  embeds,
  oembed,
  previews,
  robots,
  sitemaps,
} from '#shared/urls/outside-paths.ts';
import { feeds, pages } from '#shared/urls/paths.ts';
import { createRouter } from '#web/router.tsx';

const built = {
  home: pages.home(),
  jobs: pages.jobs(),
  filteredJobs: pages.jobs({ type: 'Contract', salary: '$50K - $60K', company: '' }),
  moreJobs: pages.jobs({ cursor: 'abc' }),
  job: pages.job('a/b'),
  addJob: pages.addJob(),
  editJob: pages.editJob('1'),
  companies: pages.companies(),
  moreCompanies: pages.companies({ cursor: 'abc' }),
  addCompany: pages.addCompany(),
  company: pages.company('1'),
  editCompany: pages.editCompany('1'),
  account: pages.account(),
  about: pages.about(),
  privacy: pages.privacy(),
  contactUs: pages.contactUs(),
};

test('every page has the URL in the specification', () => {
  expect(built).toMatchInlineSnapshot(`
    {
      "about": "/about",
      "account": "/account",
      "addCompany": "/companies/add",
      "addJob": "/jobs/add",
      "companies": "/companies",
      "company": "/companies/1",
      "contactUs": "/contact-us",
      "editCompany": "/companies/edit/1",
      "editJob": "/jobs/edit/1",
      "filteredJobs": "/jobs?salary=%2450K+-+%2460K&type=Contract",
      "home": "/",
      "job": "/jobs/a%2Fb",
      "jobs": "/jobs",
      "moreCompanies": "/companies?cursor=abc",
      "moreJobs": "/jobs?cursor=abc",
      "privacy": "/privacy",
    }
  `);
});

test('feeds, embeds and other public formats have fixed URLs', () => {
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

const router = createRouter({
  api: () => {
    throw new Error('matching a path calls nothing');
  },
  site: { name: '', origin: '' },
});

test.each(Object.entries(built))('the router knows the page %s', (_, path) => {
  const [pathname = ''] = path.split('?');
  const matches = router.matchRoutes(pathname, {});
  expect(matches.some((match) => match._notFound)).toBe(false);
  expect(matches.length).toBeGreaterThan(1);
});
