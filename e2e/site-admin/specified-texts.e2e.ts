import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { visit } from '../support/sign-in.ts';

/** What a page has, word for word. */
type Texts = {
  h1?: string;
  headings?: string[];
  texts?: string[];
  labels?: string[];
  buttons?: string[];
  /** The text of each link, and its path. */
  links?: [text: string, path: string][];
};

type Role = 'visitor' | 'companyadmin' | 'siteadmin';

const FOOTER = {
  texts: ['© 2025 Composable Jobs', 'All Rights Reserved.'],
  links: [
    ['About', '/about'],
    ['Privacy Policy', '/privacy'],
    ['Contact Us', '/contact-us'],
  ],
} satisfies Texts;

const JOB_LABELS = [
  ...['Job Type', 'Job Title', 'Description', 'Salary', 'Location', 'Company', 'Apply URL'],
];
const COMPANY_LABELS = ['Company Name', 'Description', 'Website', 'Logo'];

/** The specified texts of each page by role. `:job` and `:company` are ids on the board. */
const PAGES: Record<Role, Record<string, Texts>> = {
  visitor: {
    '/': {
      h1: 'Connecting Composable Jobs and Professionals',
      headings: ['For Developers', 'For Employers'],
      texts: [
        'Find the Composable job that fits your skills and needs',
        'Browse our Vue jobs and start your career today',
        'List your job to find the perfect developer for the role',
        ...FOOTER.texts,
      ],
      buttons: ['Log in', 'Menu'],
      links: [
        ['View All Jobs', '/jobs'],
        ['Browse Jobs', '/jobs'],
        ['Add Job', '/jobs/add'],
        ...FOOTER.links,
      ],
    },
    '/jobs': { labels: ['Salary Range', 'Employment Type', 'Company Name'] },
    '/jobs/:job': {
      headings: ['Job Description'],
      texts: ['Over $300K / Year'],
      links: [
        ['Back to Job Listings', '/jobs'],
        ['Jobs from Text Loom', '/jobs?company=:company'],
      ],
    },
    '/companies': { links: [['Jobs from Text Loom', '/jobs?company=:company']] },
    '/companies/:company': { links: [['Jobs from Text Loom', '/jobs?company=:company']] },
    '/about': { h1: 'About' },
    '/contact-us': { h1: 'Contact Us' },
    '/nope': {
      h1: '404 Not Found',
      texts: ['This page does not exist'],
      links: [['Go Back', '/']],
    },
  },
  companyadmin: {
    '/jobs': { links: [['Add Job', '/jobs/add']] },
    '/jobs/add': { labels: JOB_LABELS, buttons: ['Add Job'] },
    '/account': { h1: 'My Account', buttons: ['Update Account'] },
  },
  siteadmin: {
    '/jobs/:job': { links: [['Edit Job', '/jobs/edit/:job']], buttons: ['Delete Job'] },
    '/jobs/edit/:job': { labels: JOB_LABELS, buttons: ['Update Job'] },
    '/companies': { links: [['Add Company', '/companies/add']] },
    '/companies/add': { labels: COMPANY_LABELS, buttons: ['Add Company'] },
    '/companies/:company': {
      links: [['Edit Company', '/companies/edit/:company']],
      buttons: ['Delete Company'],
    },
    '/companies/edit/:company': { labels: COMPANY_LABELS, buttons: ['Update Company'] },
    '/account': {
      h1: 'My Account',
      texts: ['You are a site admin!'],
      labels: ['User ID', 'Name', 'Email', 'Brief Bio of yourself'],
      buttons: ['Update Account'],
    },
  },
};

async function expectTexts(page: Page, texts: Texts, fill: (text: string) => string) {
  const { h1, headings = [], labels = [], buttons = [], links = [] } = texts;
  if (h1) await expect(page.getByRole('heading', { level: 1 })).toHaveText(h1);
  for (const name of headings) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  for (const text of texts.texts ?? []) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  // The marks of required fields are a part of the label's text, but not of its name.
  for (const name of labels) {
    const field = page.getByLabel(name).and(page.locator('input, select, textarea'));
    await expect(field.first()).toHaveAccessibleName(name);
  }
  for (const name of buttons) {
    await expect(page.getByRole('button', { name, exact: true }).first()).toBeVisible();
  }
  for (const [name, path] of links) {
    const link = page
      .getByRole('link', { name, exact: true })
      .and(page.locator(`[href="${fill(path)}"]`));
    await expect(link.first()).toHaveAccessibleName(name);
  }
}

for (const role of Object.keys(PAGES) as Role[]) {
  test(`the pages for a ${role} have the specified texts`, async ({
    page,
    board,
    allowBrowserError,
  }) => {
    allowBrowserError('404');
    const company = await board.addCompany({ name: 'Text Loom' });
    const job = await board.postJob({ company: { id: company.id }, salary: 'Over $300K' });
    const fill = (text: string) => text.replace(':job', job.id).replace(':company', company.id);
    if (role !== 'visitor') await board.openAs(page, role, '/about');
    for (const [path, texts] of Object.entries(PAGES[role])) {
      await test.step(path, async () => {
        await visit(page, fill(path));
        await expectTexts(page, texts, fill);
      });
    }
    await page.goto('about:blank');
    await board.call('DELETE', `/api/companies/${company.id}`);
  });
}
