import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  authorizeUrl,
  CLIENT_ID,
  ORIGIN,
  openSignInPage,
  signIn,
} from '#server/auth/embedded-provider/testing/sign-in.ts';
import type { Database } from '#server/db/client.ts';
import { accounts } from '#server/db/schema.ts';
import { deleteCompany, deleteJob } from '#server/modules/audit/testing/trail.ts';
import { oembed, previews, sitemaps } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { createAccount, createCompany, createJob } from '../support/factories.ts';
import { multipartForm } from '../support/multipart.ts';
import { twoColors } from '../support/pictures.ts';
import type { Person, RowName } from './access-matrix.ts';

/** The people and entities of an access test. */
export type World = {
  app: FastifyInstance;
  db: Database;
  company: string;
  anotherCompany: string;
  job: string;
  closedJob: string;
  /** A job that the company admin deleted, and one that another person deleted. */
  deletedJob: string;
  anotherDeletedJob: string;
  deletedCompany: string;
  /** The id of an account that none of the test's people owns. */
  account: string;
  /** The account id of each person. */
  ids: Record<Person, string>;
  tokens: Record<Person, string>;
  /** The path of a style sheet; `upload` is the path of a logo. */
  styleSheet: string;
  upload: string;
};

export async function createWorld(
  { app, db }: Pick<World, 'app' | 'db'>,
  files: Pick<World, 'styleSheet' | 'upload'>,
): Promise<World> {
  const [{ id: company }, { id: anotherCompany }, { id: deletedCompany }] = await Promise.all([
    createCompany(db),
    createCompany(db),
    createCompany(db),
  ]);
  const of = { company_id: company };
  const [deletedJob, anotherDeletedJob] = await Promise.all([createJob(db, of), createJob(db, of)]);
  const [job, closed, account, user, own, another, site] = await Promise.all([
    createJob(db, of),
    createJob(db, { ...of, closed_at: new Date(), closed_by: 'admin' }),
    createAccount(db),
    createAccount(db),
    createAccount(db, { role: 'companyadmin', ...of }),
    createAccount(db, { role: 'companyadmin', company_id: anotherCompany }),
    createAccount(db, { role: 'siteadmin' }),
  ]);
  const ids = {
    nobody: 'auth0|nobody',
    user: user.id,
    'company admin': own.id,
    'another admin': another.id,
    'site admin': site.id,
  };
  const token = async (id: string) => tokenFor(db, id);
  const tokens = {
    nobody: '',
    user: await token(user.id),
    'company admin': await token(own.id),
    'another admin': await token(another.id),
    'site admin': await token(site.id),
  };
  const closedJob = closed.id;
  await deleteJob(db, deletedJob.id, own.id);
  await deleteJob(db, anotherDeletedJob.id);
  await deleteCompany(db, deletedCompany);
  const deleted = {
    ...{ deletedJob: deletedJob.id, anotherDeletedJob: anotherDeletedJob.id, deletedCompany },
  };
  const ofPeople = { account: account.id, ids, tokens };
  return {
    app,
    db,
    company,
    anotherCompany,
    job: job.id,
    closedJob,
    ...deleted,
    ...ofPeople,
    ...files,
  };
}

/** A valid request. Defaults: the row's path and method, and GET for `ALL`. */
export type Call = {
  method?: 'POST' | 'PATCH';
  url?: string;
  body?: object | string;
  headers?: Record<string, string>;
};

type MakeCall = (world: World, person: Person) => Call | Promise<Call>;

const jobOf = (company: string) => ({
  title: 'Weaver',
  type: 'Full-Time',
  location: 'Lisbon',
  salary: '$60K - $70K',
  description: 'You will weave.',
  applyurl: 'https://ada.example/apply',
  company: { id: company },
});
const COMPANY = { name: 'Loom', description: 'We weave.', website: 'https://loom.example' };
const PROFILE = { name: 'Ada', email: '', bio: '' };

const accountPath = (id: string) => `/api/accounts/${encodeURIComponent(id)}`;

const form = (fields: Record<string, string>, browser?: Browser): Call => ({
  body: new URLSearchParams(fields).toString(),
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    ...(browser && cookiesOf(browser)),
  },
});

const cookiesOf = ({ cookies }: Browser) => ({
  cookie: [...cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; '),
});

/** Opens the sign-in page in a browser. */
async function openSignIn({ app }: World) {
  const browser = openBrowser(app);
  return { browser, url: await openSignInPage(browser) };
}

const EMAIL = 'ada@example.com';

/** A code verifier. https://www.rfc-editor.org/rfc/rfc7636#section-4.1 */
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};

/** Makes the request for each row of the matrix. A GET route without parameters needs no entry. */
export const CALLS: { [Name in RowName]?: MakeCall } = {
  'GET /api/jobs/:id': ({ job }) => ({ url: `/api/jobs/${job}` }),
  'GET /api/jobs/:id (closed)': ({ closedJob }) => ({ url: `/api/jobs/${closedJob}` }),
  'GET /api/jobs/:id/similar': ({ job }) => ({ url: `/api/jobs/${job}/similar` }),
  'GET /api/jobs/:id/closed': ({ closedJob }) => ({ url: `/api/jobs/${closedJob}/closed` }),
  'GET /api/jobs/:id/closed (open)': ({ job }) => ({ url: `/api/jobs/${job}/closed` }),
  'GET /api/jobs/:id/posting-issues': ({ job }) => ({ url: `/api/jobs/${job}/posting-issues` }),
  'GET /api/jobs/:id/posting-gaps': ({ job }) => ({ url: `/api/jobs/${job}/posting-gaps` }),
  'POST /api/jobs': ({ company }) => ({ body: jobOf(company) }),
  'PUT /api/jobs/:id': ({ job, company }) => ({ url: `/api/jobs/${job}`, body: jobOf(company) }),
  'PUT /api/jobs/:id (to another company)': ({ job, anotherCompany }) => ({
    url: `/api/jobs/${job}`,
    body: jobOf(anotherCompany),
  }),
  'PUT /api/jobs/:id (closed)': ({ closedJob, company }) => ({
    url: `/api/jobs/${closedJob}`,
    body: jobOf(company),
  }),
  'POST /api/jobs/:id/close': ({ job }) => ({ url: `/api/jobs/${job}/close` }),
  'POST /api/jobs/:id/reopen': ({ closedJob }) => ({
    url: `/api/jobs/${closedJob}/reopen`,
    body: {},
  }),
  'DELETE /api/jobs/:id': ({ job }) => ({ url: `/api/jobs/${job}` }),
  'DELETE /api/jobs/:id (closed)': ({ closedJob }) => ({ url: `/api/jobs/${closedJob}` }),
  'POST /api/jobs/:id/restore': ({ deletedJob }) => ({ url: `/api/jobs/${deletedJob}/restore` }),
  'POST /api/jobs/:id/restore (another’s deletion)': ({ anotherDeletedJob }) => ({
    url: `/api/jobs/${anotherDeletedJob}/restore`,
  }),
  'POST /api/jobs/bulk': ({ job }) => ({ body: { action: 'close', ids: [job] } }),

  'GET /api/companies/:id': ({ company }) => ({ url: `/api/companies/${company}` }),
  'GET /api/companies/:id/places': ({ company }) => ({ url: `/api/companies/${company}/places` }),
  'POST /api/companies': () => ({ body: COMPANY }),
  'PUT /api/companies/:id': ({ company }) => ({ url: `/api/companies/${company}`, body: COMPANY }),
  'DELETE /api/companies/:id': ({ company }) => ({ url: `/api/companies/${company}` }),
  'POST /api/companies/:id/restore': ({ deletedCompany }) => ({
    url: `/api/companies/${deletedCompany}/restore`,
  }),

  'GET /api/accounts/:id (own)': ({ ids }, person) => ({ url: accountPath(ids[person]) }),
  'GET /api/accounts/:id (another’s)': ({ account }) => ({ url: accountPath(account) }),
  'GET /api/accounts/:id (nobody’s)': () => ({ url: accountPath('auth0|new') }),
  'POST /api/accounts (own, the first)': async ({ db, ids }, person) => {
    await db.delete(accounts).where(eq(accounts.id, ids[person]));
    return { body: { id: ids[person], ...PROFILE } };
  },
  'POST /api/accounts (own, a second)': ({ ids }, person) => ({
    body: { id: ids[person], ...PROFILE },
  }),
  'POST /api/accounts (another’s)': () => ({ body: { id: 'auth0|new', ...PROFILE } }),
  'PUT /api/accounts/:id (own)': ({ ids }, person) => ({
    url: accountPath(ids[person]),
    body: PROFILE,
  }),
  'PUT /api/accounts/:id (another’s)': ({ account }) => ({
    url: accountPath(account),
    body: PROFILE,
  }),

  'POST /api/descriptions/preview': () => ({ body: { description: '**Words**' } }),
  'POST /api/upload': async () => {
    const { body, headers } = await multipartForm([
      { content: await twoColors().png().toBuffer() },
    ]);
    return { body, headers };
  },
  'ALL /api/*': () => ({ method: 'PATCH', url: '/api/jobs' }),

  'GET /*': () => ({ url: pages.home() }),
  'GET /assets/*': ({ styleSheet }) => ({ url: styleSheet }),
  'GET /static/*': () => ({ url: '/static/icon.svg' }),
  'GET /demo-logos/*': () => ({ url: '/demo-logos/gravel-moth.svg' }),
  'GET /uploads/:name': ({ upload }) => ({ url: upload }),
  'GET /previews/jobs/:file': ({ job }) => ({ url: previews.job(job) }),
  'GET /previews/jobs/:file (closed)': ({ closedJob }) => ({ url: previews.job(closedJob) }),
  'GET /previews/companies/:file': ({ company }) => ({ url: previews.company(company) }),
  'GET /oembed': ({ job }) => ({ url: oembed(`${ORIGIN}${pages.job(job)}`) }),
  'GET /sitemaps/companies-:number(^[1-9]\\d{0,5}$).xml': () => ({ url: sitemaps.companies(1) }),
  'GET /sitemaps/jobs-:number(^[1-9]\\d{0,5}$).xml': () => ({ url: sitemaps.jobs(1) }),

  'ALL /authorize': () => ({ url: authorizeUrl() }),
  'GET /authorize/sign-in/:uid': async (world) => {
    const { browser, url } = await openSignIn(world);
    return { url, headers: cookiesOf(browser) };
  },
  'GET /authorize/sign-in/:uid (of another browser)': async (world) => ({
    url: (await openSignIn(world)).url,
  }),
  'POST /authorize/sign-in/:uid': async (world) => {
    const { browser, url } = await openSignIn(world);
    return { url, ...form({ email: EMAIL }, browser) };
  },
  'ALL /authorize/:uid': async (world) => {
    const { browser, url } = await openSignIn(world);
    const { location } = await browser.submit(url, { email: EMAIL });
    return { url: location, headers: cookiesOf(browser) };
  },
  'ALL /oauth/token': async ({ app }) => {
    const { code = '' } = await signIn(openBrowser(app), EMAIL, CHALLENGE);
    const request = { client_id: CLIENT_ID, redirect_uri: ORIGIN, code_verifier: VERIFIER, code };
    return { method: 'POST', ...form({ grant_type: 'authorization_code', ...request }) };
  },
  'ALL /v2/logout/confirm': async ({ app }) => {
    const browser = openBrowser(app);
    const { html } = await browser.visit(`/v2/logout?${new URLSearchParams({ returnTo: ORIGIN })}`);
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(html) ?? [];
    return { method: 'POST', ...form({ xsrf, logout: 'yes' }, browser) };
  },
};
