import { expect, test } from 'vitest';
import { pages } from '#shared/urls/paths.ts';
import { createRouter } from '#web/router.tsx';

const built = {
  home: pages.home(),
  jobs: pages.jobs(),
  filteredJobs: pages.jobs({ type: 'Contract', salary: '$50K - $60K', company: '' }),
  moreJobs: pages.jobs({ cursor: 'abc' }),
  job: pages.job('a/b'),
  addJob: pages.addJob(),
  duplicateJob: pages.addJob({ from: '1' }),
  editJob: pages.editJob('1'),
  companies: pages.companies(),
  moreCompanies: pages.companies({ cursor: 'abc' }),
  addCompany: pages.addCompany(),
  company: pages.company('1'),
  editCompany: pages.editCompany('1'),
  account: pages.account(),
  saved: pages.saved(),
  hidden: pages.saved({ tab: 'hidden' }),
  developers: pages.developers(),
  about: pages.about(),
  privacy: pages.privacy(),
  contactUs: pages.contactUs(),
  imprint: pages.imprint(),
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
      "developers": "/developers",
      "duplicateJob": "/jobs/add?from=1",
      "editCompany": "/companies/edit/1",
      "editJob": "/jobs/edit/1",
      "filteredJobs": "/jobs?salary=%2450K+-+%2460K&type=Contract",
      "hidden": "/saved?tab=hidden",
      "home": "/",
      "imprint": "/imprint",
      "job": "/jobs/a%2Fb",
      "jobs": "/jobs",
      "moreCompanies": "/companies?cursor=abc",
      "moreJobs": "/jobs?cursor=abc",
      "privacy": "/privacy",
      "saved": "/saved",
    }
  `);
});

const router = createRouter({
  api: () => {
    throw new Error('matching a path calls nothing');
  },
  site: { name: '', origin: '' },
  today: '',
});

test.each(Object.entries(built))('the router knows the page %s', (_, path) => {
  const [pathname = ''] = path.split('?');
  const matches = router.matchRoutes(pathname, {});
  expect(matches.some((match) => match._notFound)).toBe(false);
  expect(matches.length).toBeGreaterThan(1);
});
