import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Role } from '#shared/domain/roles.ts';
import { openFilters } from '../filters.ts';
import { failRequests, type IsolatedBoard } from '../isolated-board.ts';
import { fillJob } from '../job-form.ts';

/** The states of a list or form: its data is loading, has failed to load, or cannot be loaded without a network. */
export const STATES = ['loading', 'failed', 'offline'] as const;

export type State = (typeof STATES)[number];

export type Screen = {
  /** The path. `:job` and the like stand for ids of `prepareContent`. */
  path: string;
  /** The role of the person who opens the page. Default: a visitor. */
  as?: Role;
  /** Brings the page into the state that the picture shows. */
  act?: (page: Page, board: IsolatedBoard) => Promise<unknown>;
  /** Whether the picture shows only the visible part of the page. */
  visible?: boolean;
  /** Whether the screen is also shown without scripts and zoomed. */
  main?: boolean;
  /** Whether the screen is also shown in its loading, failed and offline states. */
  states?: boolean;
  /** Rules of axe that do not apply. */
  except?: string[];
};

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Opens the first item of the inbox. */
const openItem = (page: Page) =>
  page.getByRole('list', { name: 'Items' }).getByRole('link').first().click();

/** Marks jobs of the list in this browser, one of them closed, and one company as hidden. */
const mark = async (page: Page, { call, postJob }: IsolatedBoard) => {
  const { id } = await postJob({ title: 'Bell Founder' });
  await call('POST', `/api/jobs/${id}/close`);
  await page.evaluate(async (closed) => {
    const { results } = await (await fetch('/api/jobs?limit=6')).json();
    const [first, second, third, fourth, fifth] = results;
    const now = new Date().toISOString();
    const none = { saved: null, applied: null, hidden: null, note: '' };
    const jobs = [
      { ...none, job: first.id, saved: now, note: 'Ask Jana about the team.' },
      { ...none, job: closed, saved: now },
      { ...none, job: second.id, saved: now, applied: now },
      { ...none, job: third.id, hidden: now },
    ];
    const { id: company, name: companyname } = fifth.company;
    const companies = [{ company, companyname, hidden: now }];
    localStorage.setItem('marks', JSON.stringify({ version: 1, jobs, companies, unsent: [] }));
    localStorage.setItem('seen', fourth.id);
  }, id);
  await page.reload();
};

/** Waits until the jobs on the page of saved jobs are loaded. */
const marked = async (page: Page, board: IsolatedBoard) => {
  await mark(page, board);
  await page.locator('.marked-jobs').waitFor();
};

/** Asks for two alerts of one address, and opens the link in the mail that asks to confirm them. */
const openConfirmation = async (page: Page, { url }: IsolatedBoard) => {
  const email = `${randomUUID()}@example.com`;
  for (const search of ['?q=engineer', '?q=designer&location=Lisbon&remote=only']) {
    const body = JSON.stringify({ search, email, frequency: 'daily' });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/api/alerts`, { method: 'POST', headers, body });
  }
  const list = await (await fetch(`${url}/dev/mail`)).text();
  const [, path] = /href="(\/dev\/mail\/[^"]+)">Confirm your job alert/.exec(list) ?? [];
  const mail = await (await fetch(`${url}${path}/html`)).text();
  const [, link] = /href="([^"]+\/alerts\/confirm\/[^"]+)"/.exec(mail) ?? [];
  if (!link) throw new Error('the mail has no link');
  await page.goto(link);
};

const openAlerts = async (page: Page, board: IsolatedBoard) => {
  await openConfirmation(page, board);
  await press('Confirm')(page);
  await page.getByRole('link', { name: 'Change, pause or end your alerts' }).click();
};

const admin = { as: 'siteadmin' } as const;
const employer = { as: 'companyadmin' } as const;
const member = { as: 'user' } as const;

export const SCREENS: Record<string, Screen> = {
  home: { path: '/', main: true },
  jobs: { path: '/jobs', main: true, states: true },
  job: { path: '/jobs/:job', main: true, states: true },
  companies: { path: '/companies', main: true, states: true },
  company: { path: '/companies/:company', main: true, states: true },
  account: { path: '/account', ...employer, main: true },
  'add job': { path: '/jobs/add', ...employer, main: true },
  'edit job': { path: '/jobs/edit/:rich', ...admin, main: true, states: true },
  dashboard: { path: '/dashboard', ...admin, main: true, states: true },
  employers: { path: '/employers', ...employer, main: true },
  'edit company': { path: '/companies/edit/:company', ...admin, main: true },

  // Lists of jobs
  'jobs, second page': {
    path: '/jobs',
    act: (page) => page.getByRole('link', { name: 'More jobs' }).click(),
  },
  'jobs, searched': { path: '/jobs?q=remote+engineer&type=Full-Time' },
  'jobs, misspelled': { path: '/jobs?q=enginer' },
  'jobs, none found': { path: '/jobs?q=engineer&location=Coimbra' },
  'jobs, many filters': {
    path: '/jobs?q=engineer&location=Lisbon&radius=50&workplace=remote&employment=full-time&salary=Over+%24300K&type=Full-Time&company=:company&minsalary=50000&posted=7&skill=TypeScript',
  },
  'jobs, expanded': { path: '/jobs', act: press('More') },
  'jobs, filters': {
    path: '/jobs',
    act: async (page) => {
      await openFilters(page);
      await page.getByLabel('Pay at least').waitFor();
    },
    visible: true,
  },
  'jobs, suggestions': {
    path: '/jobs',
    act: async (page) => {
      await page.getByLabel('Search jobs').click();
      await page.getByLabel('Search jobs').pressSequentially('eng');
      await page.getByRole('option').first().waitFor();
    },
    visible: true,
  },
  'jobs, hidden and seen': {
    path: '/jobs',
    act: async (page, board) => {
      await mark(page, board);
      await page.locator('.hidden-card').first().waitFor();
    },
  },
  'jobs, menu of a job': {
    path: '/jobs',
    act: async (page) => {
      await press('Actions')(page);
      await page.locator('.mark-menu').waitFor();
    },
    visible: true,
  },
  'jobs, odd titles': { path: '/jobs?q=oddity' },

  // Jobs
  'job, everything': { path: '/jobs/:rich' },
  'job, long words': { path: '/jobs/:words' },
  'job, long title': { path: '/jobs/:title' },
  'job, Hebrew': { path: '/jobs/:hebrew' },
  'job, Arabic': { path: '/jobs/:arabic' },
  'job, 300 places': {
    path: '/jobs/:places',
    act: (page) => page.locator('summary').first().click(),
  },
  'job, visible part': { path: '/jobs/:job', visible: true },
  'job, residence': {
    path: '/jobs/:rich',
    act: async (page) => {
      await press('Where do you live?')(page);
      await page.getByLabel('Country', { exact: true }).waitFor();
    },
    visible: true,
  },
  'job, toast': {
    path: '/jobs/:job',
    act: async (page) => {
      await page.getByRole('button', { name: 'Share' }).click();
      const toast = page.locator('[data-sonner-toast][data-mounted=true]');
      await toast.hover();
    },
    visible: true,
  },
  'job, imported': { path: '/jobs/:imported' },
  'job, closed': { path: '/jobs/:closed' },
  'job, deleted': { path: '/jobs/:deleted' },

  // Saved jobs
  'saved, empty': { path: '/saved', main: true },
  saved: { path: '/saved', act: marked },
  'saved, applied': { path: '/saved?tab=applied', act: marked },
  'saved, hidden': { path: '/saved?tab=hidden', act: marked },

  'saved, searches of a visitor': { path: '/saved?tab=searches' },
  'saved, searches': {
    path: '/saved?tab=searches&search=%3Fq%3Dengineer',
    ...member,
    act: async (page) => {
      await press('Save search')(page);
      await page.getByText('Nothing new').waitFor();
    },
  },
  'saved, offered search': {
    path: '/saved?tab=searches&search=%3Fq%3Ddesigner%26location%3DLisbon',
    ...member,
    act: (page) => page.getByRole('form', { name: 'Keep this search' }).waitFor(),
  },

  // Alerts by mail
  'alert form': { path: '/', act: (page) => page.goto('/alerts/new?q=enginer&location=Lisbon') },
  'alert form, error': {
    path: '/',
    act: async (page) => {
      await page.goto('/alerts/new?q=engineer');
      await page.locator('form').evaluate((form: HTMLFormElement) => {
        form.noValidate = true;
      });
      await press('Continue')(page);
    },
  },
  'alert, asked': {
    path: '/',
    act: async (page) => {
      await page.goto('/alerts/new?q=engineer');
      await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
      await press('Continue')(page);
    },
  },
  'alert, confirm': { path: '/', act: openConfirmation },
  'alert, manage': { path: '/', act: openAlerts },
  'alert, ended': {
    path: '/',
    act: async (page, board) => {
      await openAlerts(page, board);
      await press('End all emails')(page);
    },
  },
  'alert, delete everything': {
    path: '/',
    act: async (page, board) => {
      await openAlerts(page, board);
      await press('Delete everything about this address')(page);
    },
  },
  'alert, invalid link': { path: '/', act: (page) => page.goto('/alerts/end/nope') },

  // Companies
  'companies, none found': { path: '/companies?q=qqqq' },
  'companies, most jobs': { path: '/companies?sort=jobs' },
  'companies, admin': { path: '/companies', ...admin },
  'company, Arabic': { path: '/companies/:foreign' },
  'company, long name': { path: '/companies/:long' },
  'company, no jobs': { path: '/companies/:idle' },
  'company, search': { path: '/companies/:company?q=qqqq' },
  'company, profile': { path: '/companies/:own' },
  'company, admin': { path: '/companies/:company', ...admin },

  // Other pages
  'not found': { path: '/nope' },
  developers: {
    path: '/developers',
    act: (page) => page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor(),
  },
  about: { path: '/about' },
  privacy: { path: '/privacy' },
  imprint: { path: '/imprint' },
  menu: { path: '/', act: press('Menu'), visible: true },
  'menu, signed in': { path: '/', ...admin, act: press('Menu'), visible: true },
  'API documentation': { path: '/api/docs' },
  embed: { path: '/embed/jobs' },
  'embed, none': { path: '/embed/jobs?q=qqqq' },
  'sign-in': { path: '/', act: openSignIn },
  'sign-in, failed': { path: '/authorize/sign-in/none' },
  redirected: {
    path: '/account',
    act: (page) => page.getByRole('alert').waitFor(),
    visible: true,
  },

  // Jobs of employers
  'add job, errors': { path: '/jobs/add', ...employer, act: press('Add Job') },
  'add job, failed': {
    path: '/jobs/add',
    ...employer,
    act: async (page) => {
      await failRequests(page, 'POST', '**/api/jobs');
      await fillJob(page, 'Thing Maker');
      await press('Add Job')(page);
      await page.getByRole('alert').first().waitFor();
    },
  },
  'add job, preview': {
    path: '/jobs/add',
    ...employer,
    act: async (page) => {
      await fillJob(page, 'Thing Maker');
      const look = page.getByText('How the job will look');
      if (!(await page.getByText('In Google').isVisible())) await look.click();
    },
  },
  'add job, leaving': {
    path: '/jobs/add',
    ...employer,
    act: async (page) => {
      await fillJob(page, 'Thing Maker');
      await page.getByRole('link', { name: 'Composable Jobs' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
    visible: true,
  },
  'edit job, conflict': {
    path: '/jobs/edit/:conflict',
    ...admin,
    act: async (page, board) => {
      await page.getByLabel('Job Title').waitFor();
      const id = page.url().split('/').at(-1);
      const job = await (await fetch(`${board.url}/api/jobs/${id}`)).json();
      await page.getByLabel('Job Title').fill('Mine');
      const theirs = await board.call('PUT', `/api/jobs/${id}`, {
        ...job,
        title: `${job.title}!`,
      });
      if (!theirs.ok) throw new Error(await theirs.text());
      await press('Update Job')(page);
      await page.getByRole('region', { name: /^Someone else changed/ }).waitFor();
    },
  },
  'manage job': { path: '/jobs/:job', ...admin },
  'manage job, posting issues': { path: '/jobs/:words', ...admin },
  'delete job': { path: '/jobs/:job', ...admin, act: press('Delete Job'), visible: true },
  'manage closed job': { path: '/jobs/:closed', ...admin },
  undo: {
    path: '/jobs/:job',
    ...admin,
    act: async (page, board) => {
      const { id } = await board.postJob({ title: 'Bell Founder' });
      await page.goto(`/jobs/${id}`);
      await press('Delete Job')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete Job' }).click();
      await page.getByRole('main').getByRole('button', { name: 'Undo' }).hover();
    },
    visible: true,
  },
  'dashboard, selected': {
    path: '/dashboard?q=oddity',
    ...admin,
    act: (page) => page.getByRole('checkbox', { name: 'Oddity' }).first().check(),
  },
  'dashboard, delete': {
    path: '/dashboard?q=oddity',
    ...admin,
    act: async (page) => {
      await page.getByRole('checkbox', { name: /^Select all/ }).check();
      await page.getByRole('button', { name: /^Delete/ }).click();
    },
    visible: true,
  },
  'dashboard, none': { path: '/dashboard?q=qqqq', ...admin },
  'dashboard, closed': { path: '/dashboard?state=closed', ...admin },
  'dashboard, no drafts': { path: '/dashboard?state=draft', ...employer },
  'renewal, incomplete link': { path: '/employers?renew=jobs' },

  'find a company': { path: '/employers?step=company&company=:long', main: true },
  'new company, errors': { path: '/employers?step=new', act: press('Next: your email') },
  'first job': { path: '/employers?step=job', main: true },
  'first job, errors': { path: '/employers?step=job', act: press('Next: your company') },
  proof: {
    path: '/employers?step=new',
    main: true,
    act: async (page) => {
      await page.getByLabel('Company Name').fill('Slipway Nine');
      await page.getByLabel('Website').fill('https://slipway-nine.example');
      await page.getByLabel('Description').fill('We build boats.');
      await press('Next: your email')(page);
      await page.getByLabel('Work email').waitFor();
    },
  },
  requests: { path: '/employers', ...member },
  'own company': { path: '/dashboard?tab=company', ...employer, main: true },
  'own company, errors': {
    path: '/dashboard?tab=company',
    ...employer,
    act: async (page) => {
      await page.getByLabel('Year of founding').fill('MCMXXI');
      await page.getByLabel('Links').fill('http://video.example');
      await press('Update Company')(page);
    },
  },
  team: { path: '/dashboard?tab=team', ...employer },

  invitation: { path: '/employers/invitation', ...member },

  // Screens of site admins
  overview: { path: '/admin', ...admin, states: true },
  inbox: { path: '/admin/inbox', ...admin, states: true },
  'inbox, reject': {
    path: '/admin/inbox?kind=job',
    ...admin,
    act: async (page) => {
      await openItem(page);
      await press('Reject job…')(page);
      await press('Send the rejection')(page);
      await page.getByText('Enter a reason.').waitFor();
    },
  },
  'inbox, registration': { path: '/admin/inbox?kind=registration', ...admin, act: openItem },
  'inbox, claim': { path: '/admin/inbox?kind=claim', ...admin, act: openItem },
  'inbox, rename': { path: '/admin/inbox?kind=rename', ...admin, act: openItem },
  'inbox, report': { path: '/admin/inbox?kind=report', ...admin, act: openItem },
  'inbox, question': { path: '/admin/inbox?kind=question', ...admin, act: openItem },
  categories: { path: '/admin/categories', ...admin, states: true },
  'add category': { path: '/admin/categories?edit=NEW', ...admin },
  people: { path: '/admin/people', ...admin, states: true },
  'people, none found': { path: '/admin/people?q=qqqq', ...admin },
  'people, block': {
    path: '/admin/people',
    ...admin,
    act: (page) =>
      page
        .getByRole('button', { name: /^Block/ })
        .first()
        .click(),
    visible: true,
  },
  'companies of site admins': { path: '/admin/companies', ...admin, states: true },
  'companies of site admins, duplicates': {
    path: '/admin/companies?show=duplicates',
    ...admin,
  },
  sources: { path: '/admin/sources', ...admin, states: true },
  'sources, none found': { path: '/admin/sources?q=qqqq', ...admin },
  source: { path: '/admin/sources?source=:source', ...admin, main: true, states: true },
  'source, changes': {
    path: '/admin/sources?source=:source',
    ...admin,
    act: async (page) => {
      await page.getByText('What changed').first().click();
      await page.getByText('Compare title').first().click();
      await page.getByText('1 entry is left out').click();
      await page.getByText('Compare the board with the source').click();
    },
  },
  'source, undo': {
    path: '/admin/sources?source=:source',
    ...admin,
    act: press('Undo this run'),
    visible: true,
  },
  'source, asking': { path: '/admin/sources?source=:asking', ...admin },
  'source, failing': { path: '/admin/sources?source=:failing', ...admin },
  'source, proposed': { path: '/admin/sources?source=:proposed', ...admin },
  'source, removed': { path: '/admin/sources?source=none', ...admin },
  'source, settings': {
    path: '/admin/sources?source=:xml',
    ...admin,
    act: async (page) => {
      await page.locator('summary', { hasText: 'Settings' }).click();
      await page.getByLabel('Element of the title').fill('nr');
      await press('Preview')(page);
      await page.getByText('change 3 jobs').waitFor();
    },
  },
  'add source, settings': {
    path: '/admin/sources?source=new',
    ...admin,
    act: async (page) => {
      await page.getByLabel('URL', { exact: true }).fill('https://ratchet.example/jobs.xml');
      await press('Preview')(page);
      await page.locator('summary', { hasText: 'Settings' }).click();
    },
  },
  'add source': { path: '/admin/sources?source=new', ...admin },
  'add source, preview': { path: '/admin/sources?source=new', ...admin, act: lookAt('treadle') },
  'add source, existing': { path: '/admin/sources?source=new', ...admin, act: lookAt('loomworks') },
  'own sources': { path: '/dashboard?tab=import', ...employer },
  'own source': { path: '/dashboard?tab=import&source=:proposed', ...employer },
  'own source, preview': {
    path: '/dashboard?tab=import&source=new',
    ...employer,
    act: lookAt('treadle'),
  },
  'audit trail': { path: '/admin/audit', ...admin, states: true },
  'audit trail, details': {
    path: '/admin/audit?kind=job&action=create',
    ...admin,
    act: async (page) => {
      await page.locator('summary').first().click();
      await page.locator('dl').first().waitFor();
    },
  },
  'audit trail, none found': { path: '/admin/audit?q=qqqq', ...admin },
  mail: { path: '/admin/mail?status=all', ...admin, states: true },
  settings: { path: '/admin/settings', ...admin, states: true },
  'settings, errors': {
    path: '/admin/settings',
    ...admin,
    async act(page) {
      await page.getByLabel('Accent color').fill('#ffd700');
      await page.getByLabel('Days a job is open').fill('0');
      await press('Save settings')(page);
    },
  },
  'settings, accent': {
    path: '/admin/settings',
    ...admin,
    act: (page) => page.getByLabel('Accent color').fill('#1a7f4e'),
  },
  'pages of the operator': { path: '/admin/pages', ...admin },
  'page of the operator': { path: '/admin/pages?page=privacy', ...admin },
  'page of the operator, draft': {
    path: '/admin/pages?page=imprint',
    ...admin,
    act: press('Begin with the draft'),
  },
  'add a page of the operator, errors': {
    path: '/admin/pages?add=page',
    ...admin,
    act: press('Add page'),
  },

  // Companies of site admins
  'add company': { path: '/companies/add', ...admin },
  'add company, errors': { path: '/companies/add', ...admin, act: press('Add Company') },
  'delete company': {
    path: '/companies/:company',
    ...admin,
    act: press('Delete Company'),
    visible: true,
  },
};

/** Screens of a board without jobs and companies. */
export const EMPTY_SCREENS: Record<string, Screen> = {
  'home, empty': { path: '/' },
  'jobs, empty': { path: '/jobs' },
  'companies, empty': { path: '/companies' },
  'first start': { path: '/admin', ...admin },
};

/** Previews the board of a customer of Greenhouse. */
function lookAt(tenant: string) {
  return async (page: Page) => {
    await page.getByLabel('URL', { exact: true }).fill(`https://boards.greenhouse.io/${tenant}`);
    await press('Preview')(page);
    await page.getByRole('heading', { name: /^Found/ }).waitFor();
  };
}

/** Opens the page of the identity provider in the same window. */
async function openSignIn(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.open = () => null;
  });
  await press('Log in')(page);
  await page.getByLabel('Email').waitFor();
}
