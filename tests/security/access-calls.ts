import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import {
  authorizeUrl,
  CLIENT_ID,
  ORIGIN,
  openSignInPage,
  signIn,
} from '#server/auth/embedded-provider/testing/sign-in.ts';
import { EMAIL_ISSUER } from '#server/auth/embedded-provider/users.ts';
import { alert_addresses, alerts } from '#server/db/alert-tables.ts';
import { categories } from '#server/db/category-tables.ts';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import {
  identity_links,
  identity_passkeys,
  identity_sessions,
  identity_users,
} from '#server/db/identity-tables.ts';
import { pages as textPages } from '#server/db/page-tables.ts';
import { actors } from '#server/db/personal-tables.ts';
import { accounts } from '#server/db/schema.ts';
import { source_jobs, source_previews, source_runs, sources } from '#server/db/source-tables.ts';
import { invitations, memberships } from '#server/db/team-tables.ts';
import { styleSheetPath } from '#server/http/pages/look-files.ts';
import { createLinkToken, type LinkPurpose } from '#server/modules/alerts/links/alert-links.ts';
import { storeSearch } from '#server/modules/alerts/searches/store-search.ts';
import { listEvents } from '#server/modules/audit/events.ts';
import { deleteCompany, deleteJob } from '#server/modules/audit/testing/trail.ts';
import { identityId } from '#server/modules/identities/presenter.ts';
import { createOptOutToken } from '#server/modules/jobs/renewal/opt-out-token.ts';
import { createRenewalToken } from '#server/modules/jobs/renewal/token.ts';
import { digestToken } from '#server/modules/teams/queries.ts';
import type { ClaimState } from '#shared/domain/claims.ts';
import type { DraftState } from '#shared/domain/job-drafts.ts';
import { lastSoonDate } from '#shared/domain/job-lifetime.ts';
import { DELETION_WORD } from '#shared/domain/personal-data.ts';
import type { SourceState } from '#shared/domain/sources.ts';
import { alertPages, oembed, optOutPage, previews, sitemaps } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import {
  createAccount,
  createCompany,
  createDraft,
  createJob,
  createMail,
  createRename,
  createReport,
} from '../support/factories.ts';
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
  /** A job of a company other than the tested one, and an imported job of the tested company. */
  anotherJob: string;
  importedJob: string;
  /** A job that closes soon, and the token of the mail that asks about it. */
  closingJob: { id: string; token: string; optOut: string };
  /** A job that the company admin deleted, and one that another person deleted. */
  deletedJob: string;
  anotherDeletedJob: string;
  deletedCompany: string;
  /** The membership of an editor in the company. */
  colleague: string;
  /** An invitation to the company. */
  invitation: { id: string; token: string };
  /** A company in whose team the company admin is an editor, with the membership of its owner and an invitation. */
  edited: { company: string; owner: string; invitation: string };
  /** A membership of each person; a random id for a person without a membership. */
  memberships: Record<Person, string>;
  /** The id of an account that none of the test's people owns. */
  account: string;
  /** The id of the account of a blocked person. */
  blocked: string;
  /** The account id of each person. */
  ids: Record<Person, string>;
  tokens: Record<Person, string>;
  /** The path of a style sheet; `upload` is the path of a logo. */
  styleSheet: string;
  upload: string;
};

/** The mark of a job that a person has saved. */
const SAVED = { saved: '2026-11-20T08:15:00.000Z', applied: null, hidden: null };

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
  const [anotherJob, importedJob] = await Promise.all([
    createJob(db, { company_id: anotherCompany }),
    createJob(db, { ...of, source: 'greenhouse', source_id: '1' }),
  ]);
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
    deletedJob: deletedJob.id,
    anotherDeletedJob: anotherDeletedJob.id,
    deletedCompany,
  };
  const block = { blocked_at: new Date(), blocked_reason: 'Spam' };
  const { id: blocked } = await createAccount(db, block);
  const ofPeople = { account: account.id, blocked, ids, tokens };
  const { id: another_company } = await createCompany(db);
  const owner = await addMember(db, { company_id: another_company, role: 'owner' });
  const edited = {
    company: another_company,
    owner,
    invitation: (await addInvitation(db, another_company)).id,
  };
  const teams = {
    colleague: await addMember(db, { company_id: company }),
    invitation: await addInvitation(db, company),
    edited,
    memberships: {
      nobody: randomUUID(),
      user: randomUUID(),
      'company admin': await addMember(db, { company_id: edited.company, account_id: own.id }),
      'another admin': await findMembership(db, another.id),
      'site admin': randomUUID(),
    },
  };
  return {
    app,
    db,
    company,
    anotherCompany,
    job: job.id,
    closedJob,
    anotherJob: anotherJob.id,
    importedJob: importedJob.id,
    closingJob: await addClosingJob(db, company, own.id),
    ...deleted,
    ...ofPeople,
    ...teams,
    ...files,
  };
}

/** A valid request. Defaults: the row's path and method, and GET for `ALL`. */
type Call = {
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
const PAGE = { title: 'Ethics', text: 'We pay.', place: 'menu', position: 10 } as const;
const CATEGORY = { slug: 'weaving', name: 'Weaving', words: ['weaver'], skills: [] };

/** Adds the category, unless an earlier call has added it. Returns its path. */
async function addCategory(db: Database): Promise<string> {
  await db
    .insert(categories)
    .values({ ...CATEGORY, position: 0 })
    .onConflictDoNothing();
  return `/api/admin/categories/${CATEGORY.slug}`;
}

const accountPath = (id: string) => `/api/accounts/${encodeURIComponent(id)}`;

/** The event that deleted this company. */
async function deletionOf(db: Database, company: string): Promise<number> {
  const [event] = await listEvents(
    db,
    { of: { kind: 'company', id: company }, action: 'delete' },
    { limit: 1 },
  );
  if (!event) throw new Error('the company was not deleted');
  return event.id;
}

const personPath = (id: string) => `/api/admin/people/${encodeURIComponent(id)}`;

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

const REGISTRATION = COMPANY;

/** Adds a registration of a person. Returns a request for it. */
function claimCall(
  action = '',
  { state = 'draft', ...call }: Call & { state?: ClaimState } = {},
): (world: World, person: Person) => Promise<Call> {
  return async ({ db, ids }, person) => {
    const id = randomUUID();
    // A person without an account is refused, whatever the claim is.
    if (person !== 'nobody') {
      await db.insert(company_claims).values({
        id,
        account_id: ids[person],
        registration: { ...REGISTRATION, logo: '' },
        state,
        ...(state === 'review' && { submitted_at: new Date() }),
      });
    }
    return { url: `/api/claims/${id}${action}`, ...call };
  };
}

/** Adds a registration of a person who is not among the people of the test. Returns a request for it. */
function anothersClaimCall(...[action, call]: Parameters<typeof claimCall>): MakeCall {
  return (world) => {
    const ids = { ...world.ids, user: world.account };
    return claimCall(action, call)({ ...world, ids }, 'user');
  };
}

/** Adds the proven claim of a person who is not among the people of the test. Returns a request for it. */
function provenClaimCall(action: string): MakeCall {
  return async ({ db, account, company }) => {
    const values = {
      state: 'review' as const,
      proven_email: 'eve@loom.example',
      submitted_at: new Date(),
      takes_effect_at: new Date(Date.now() + 60_000),
    };
    const [claim] = await db
      .insert(company_claims)
      .values({ id: randomUUID(), account_id: account, company_id: company, ...values })
      .onConflictDoUpdate({
        target: [company_claims.account_id, company_claims.company_id],
        set: values,
      })
      .returning({ id: company_claims.id });
    return { url: `/api/claims/${claim?.id}${action}` };
  };
}

/** Adds a request for another name of the tested company. Returns a request for it. */
function renameCall(action = '', body?: object): MakeCall {
  return async ({ db, company }) => {
    const { id } = await createRename(db, { company_id: company });
    return { url: `/api/renames/${id}${action}`, ...(body && { body }) };
  };
}

/** Returns a request for the place in the review queue of the claim or draft of another request. */
function reviewOf(call: MakeCall): MakeCall {
  return async (world, person) => {
    const { url = '' } = await call(world, person);
    return { url: url.replace(/^\/api\/(claims|job-drafts)\//, '/api/reviews/') };
  };
}

/** A form with a logo. */
async function logoForm(): Promise<Call> {
  const { body, headers } = await multipartForm([{ content: await twoColors().png().toBuffer() }]);
  return { body, headers };
}

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

/** Adds a session of a person. Returns the request that ends it. */
async function addSession(db: Database, user_id: string): Promise<Call> {
  const id = randomUUID();
  await db.insert(identity_sessions).values({ id, user_id, user_agent: '' });
  return { url: `/api/sessions/${id}` };
}

/** Adds a saved search of a person. Returns the URL of the API for it. */
async function addSavedSearch(db: Database, account_id: string): Promise<Call> {
  const known = await db.$count(accounts, eq(accounts.id, account_id));
  if (known === 0) return { url: `/api/saved-searches/${randomUUID()}` };
  const { alert } = await addAlert(db, { address: null, account_id });
  return { url: `/api/saved-searches/${alert}` };
}

/** Adds a confirmed alert. Returns its address, and the id of the alert. */
async function addAlert(
  db: Database,
  owner: { address: string | null; account_id: string | null },
) {
  const values = { id: randomUUID(), link_secret: 's', time_zone: 'UTC', ...owner };
  await db.insert(alert_addresses).values(values).onConflictDoNothing();
  const [address] = await db
    .select()
    .from(alert_addresses)
    .where(
      owner.account_id
        ? eq(alert_addresses.account_id, owner.account_id)
        : eq(alert_addresses.id, values.id),
    );
  if (!address) throw new Error('no address was stored');
  await db.delete(alerts).where(eq(alerts.address_id, address.id));
  const alert = randomUUID();
  await db.insert(alerts).values({
    id: alert,
    address_id: address.id,
    search_id: await storeSearch(db, { q: alert }),
    frequency: 'daily',
    confirmed_at: new Date(),
  });
  return { address, alert };
}

/** Returns the URL path of a link in a mail about a new alert. */
async function alertLink(db: Database, purpose: LinkPurpose): Promise<string> {
  const owner = { address: `${randomUUID()}@example.com`, account_id: null };
  return alertPages[purpose](createLinkToken((await addAlert(db, owner)).address, purpose));
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Adds two identities of a person. Returns the request that removes one of them. */
async function addIdentities(db: Database, user_id: string): Promise<Call> {
  await db.insert(identity_users).values({ id: user_id, name: '' }).onConflictDoNothing();
  const email = `${randomUUID()}@example.com`;
  const values = { user_id, verified_email: email };
  const [removed] = await db
    .insert(identity_links)
    .values([
      { ...values, issuer: 'https://id.example', subject: randomUUID() },
      { ...values, issuer: EMAIL_ISSUER, subject: email },
    ])
    .returning();
  if (!removed) throw new Error('no identity was stored');
  return { url: `/api/identities/${identityId(removed)}` };
}

/** Adds a passkey of a person. Returns the request that removes it. */
async function addPasskey(db: Database, user_id: string): Promise<Call> {
  const id = randomUUID();
  await db.insert(identity_users).values({ id: user_id, name: '' }).onConflictDoNothing();
  const key = { credential_id: id, public_key: '', counter: 0, transports: [], name: 'Phone' };
  await db.insert(identity_passkeys).values({ id, user_id, ...key });
  return { url: `/api/passkeys/${id}` };
}

/** Adds a member to a team. Returns the id of the membership. */
async function addMember(
  db: Database,
  values: Partial<typeof memberships.$inferInsert> & { company_id: string },
): Promise<string> {
  const account_id = values.account_id ?? (await createAccount(db)).id;
  const role = values.role ?? 'editor';
  const [row] = await db
    .insert(memberships)
    .values({ account_id, role, company_id: values.company_id })
    .returning();
  return row?.id ?? '';
}

async function findMembership(db: Database, accountId: string): Promise<string> {
  const [row] = await db.select().from(memberships).where(eq(memberships.account_id, accountId));
  return row?.id ?? '';
}

/** Adds an invitation. Returns its id and its token. */
async function addInvitation(
  db: Database,
  company: string,
): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const [row] = await db
    .insert(invitations)
    .values({
      company_id: company,
      email: `${randomUUID()}@example.com`,
      role: 'editor',
      token_digest: digestToken(token),
      expires_at: sql`now() + interval '1 day'`,
    })
    .returning();
  return { id: row?.id ?? '', token };
}

/** Adds a job of a company that closes soon. Returns its id, and the token of the mail that asks a person about it. */
async function addClosingJob(
  db: Database,
  company: string,
  person: string,
): Promise<World['closingJob']> {
  const validthrough = lastSoonDate(new Date());
  const { id } = await createJob(db, { company_id: company, validthrough });
  const [key] = await loadKeys(db);
  const [actor] = await db.select().from(actors).where(eq(actors.account_id, person));
  if (!key || !actor) throw new Error('there is no key');
  const { key: recipient } = actor;
  return {
    id,
    token: createRenewalToken(key, { id, validthrough, recipient }),
    optOut: createOptOutToken(key, recipient),
  };
}

/** Adds an unpublished job of the tested company. Returns a request for it. */
function draftCall(
  action = '',
  { state = 'draft', body }: { state?: DraftState; body?: (world: World) => object } = {},
): MakeCall {
  return async (world) => {
    const { id } = await createDraft(world.db, { company_id: world.company, state });
    return { url: `/api/job-drafts/${id}${action}`, ...(body && { body: body(world) }) };
  };
}

/** Adds a source of a company. Returns its id. */
export async function addSource(
  db: Database,
  company_id: string,
  state: SourceState = 'active',
): Promise<string> {
  const id = randomUUID();
  await db.insert(sources).values({
    id,
    company_id,
    system: 'greenhouse',
    tenant: id,
    state,
    paused_by: state === 'paused' ? 'person' : null,
  });
  return id;
}

/**
 * Adds a source of the tested company, or of the company in which the company admin is an editor. Returns a request for
 * it.
 */
function sourceCall(
  action = '',
  { state, body, of = 'own' }: { state?: SourceState; body?: object; of?: 'own' | 'edited' } = {},
): MakeCall {
  return async ({ db, company, edited }) => {
    const id = await addSource(db, of === 'own' ? company : edited.company, state);
    return { url: `/api/sources/${id}${action}`, ...(body && { body }) };
  };
}

/** Adds a run of a source that has changed jobs. Returns a request for it. */
function runCall(action: string, of: 'own' | 'edited' = 'own'): MakeCall {
  return async ({ db, company, edited }) => {
    const source_id = await addSource(db, of === 'own' ? company : edited.company);
    const [run] = await db
      .insert(source_runs)
      .values({ source_id, outcome: 'applied', applied_at: '2026-01-02T03:04:05.678901Z' })
      .returning();
    return { url: `/api/source-runs/${run?.id}${action}` };
  };
}

/** Adds a finished preview that found a source. Returns its id. */
export async function addPreview(db: Database, company_id: string | null): Promise<string> {
  const id = randomUUID();
  const url = `https://job-boards.greenhouse.io/${id}`;
  const counts = { added: 1, changed: 0, unchanged: 0, missing: 0, closed: 0, reopened: 0 };
  await db.insert(source_previews).values({
    id,
    url,
    company_id,
    result: {
      found: { system: 'greenhouse', systemname: 'Greenhouse', tenant: id, url },
      others: [],
      existing: null,
      company: 'Loom',
      proven: false,
      jobs: 1,
      complete: true,
      checked: 1,
      lacking: { description: 0, location: 0, pay: 1, employment: 0, applyurl: 0 },
      counts: { ...counts, reposted: 0, skipped: 0 },
      samples: [],
      duplicates: 0,
      skipped: [],
      error: '',
    },
  });
  return id;
}

/** Makes the request for each row of the matrix. A GET route without parameters needs no entry. */
export const CALLS: { [Name in RowName]?: MakeCall } = {
  'GET /api/jobs/:id': ({ job }) => ({ url: `/api/jobs/${job}` }),
  'GET /api/jobs/:id (closed)': ({ closedJob }) => ({ url: `/api/jobs/${closedJob}` }),
  'GET /api/jobs/:id/similar': ({ job }) => ({ url: `/api/jobs/${job}/similar` }),
  'GET /api/jobs/:id/closed': ({ closedJob }) => ({ url: `/api/jobs/${closedJob}/closed` }),
  'GET /api/jobs/:id/closed (open)': ({ job }) => ({ url: `/api/jobs/${job}/closed` }),
  'GET /api/jobs/:id/posting-issues': ({ job }) => ({ url: `/api/jobs/${job}/posting-issues` }),
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
  'POST /api/jobs/:id/renew': ({ closingJob: { id } }) => ({ url: `/api/jobs/${id}/renew` }),
  'POST /api/job-renewals/read': ({ closingJob: { token } }) => ({ body: { token } }),
  'POST /api/job-renewals': ({ closingJob: { token } }) => ({ body: { token } }),
  'POST /api/job-renewals/close': ({ closingJob: { token } }) => ({ body: { token } }),
  'DELETE /api/jobs/:id': ({ job }) => ({ url: `/api/jobs/${job}` }),
  'DELETE /api/jobs/:id (closed)': ({ closedJob }) => ({ url: `/api/jobs/${closedJob}` }),
  'POST /api/jobs/:id/restore': ({ deletedJob }) => ({ url: `/api/jobs/${deletedJob}/restore` }),
  'POST /api/jobs/:id/restore (another’s deletion)': ({ anotherDeletedJob }) => ({
    url: `/api/jobs/${anotherDeletedJob}/restore`,
  }),
  'POST /api/jobs/bulk': ({ job }) => ({ body: { action: 'close', ids: [job] } }),

  'GET /api/job-drafts/:id': draftCall(),
  'POST /api/job-drafts': ({ company }) => ({ body: jobOf(company) }),
  'PUT /api/job-drafts/:id': draftCall('', { body: ({ company }) => jobOf(company) }),
  'PUT /api/job-drafts/:id (to another company)': draftCall('', {
    body: ({ anotherCompany }) => jobOf(anotherCompany),
  }),
  'DELETE /api/job-drafts/:id': draftCall(),
  'POST /api/job-drafts/:id/submit': draftCall('/submit'),
  'POST /api/job-drafts/:id/withdraw': draftCall('/withdraw', { state: 'review' }),
  'POST /api/job-drafts/:id/approve': draftCall('/approve', { state: 'review' }),
  'POST /api/job-drafts/:id/reject': draftCall('/reject', {
    state: 'review',
    body: () => ({ reason: 'It does not say what the work is.' }),
  }),

  'POST /api/alerts': () => ({
    body: { search: '?q=weaver', email: `${randomUUID()}@example.com`, frequency: 'daily' },
  }),
  'POST /api/saved-searches': () => ({ body: { search: '?q=weaver', frequency: 'never' } }),
  'PUT /api/saved-searches/:id (own)': async ({ db, ids }, person) => ({
    ...(await addSavedSearch(db, ids[person])),
    body: { seen: true },
  }),
  'PUT /api/saved-searches/:id (another’s)': async ({ db, account }) => ({
    ...(await addSavedSearch(db, account)),
    body: { seen: true },
  }),
  'DELETE /api/saved-searches/:id (own)': async ({ db, ids }, person) =>
    addSavedSearch(db, ids[person]),
  'DELETE /api/saved-searches/:id (another’s)': async ({ db, account }) =>
    addSavedSearch(db, account),
  'POST /api/jobs/:id/reports': ({ job }) => ({
    url: `/api/jobs/${job}/reports`,
    body: { reason: 'wrong' },
  }),
  'PUT /api/reminders': () => ({ body: { reminders: true } }),
  'PUT /api/admin/inbox/digest': () => ({ body: { digest: false } }),
  'POST /api/reported-jobs/:id/resolve': async ({ db, job }) => {
    const { id } = await createReport(db, { job_id: job });
    return { url: `/api/reported-jobs/${job}/resolve`, body: { reports: [id] } };
  },

  'GET /api/companies/:id': ({ company }) => ({ url: `/api/companies/${company}` }),
  'GET /api/companies/:id/figures': ({ company }) => ({ url: `/api/companies/${company}/figures` }),
  'POST /api/companies': () => ({ body: COMPANY }),
  'PUT /api/companies/:id': ({ company }) => ({ url: `/api/companies/${company}`, body: COMPANY }),
  'PUT /api/companies/:id (as an editor)': ({ edited }) => ({
    url: `/api/companies/${edited.company}`,
    body: COMPANY,
  }),
  'GET /api/admin/settings': () => ({ url: '/api/admin/settings' }),
  'PUT /api/admin/setup': () => ({ url: '/api/admin/setup', body: { step: 'done' } }),
  'PUT /api/admin/settings': () => ({ url: '/api/admin/settings', body: { heading: 'Jobs' } }),
  'POST /api/admin/pages': () => ({ body: { slug: `page-${randomUUID()}`, ...PAGE } }),
  'POST /api/admin/pages/preview': () => ({ body: { text: 'We pay.' } }),
  'GET /api/admin/pages/:id': () => ({ url: '/api/admin/pages/imprint' }),
  'PUT /api/admin/pages/:id': () => ({ url: '/api/admin/pages/imprint', body: PAGE }),
  'DELETE /api/admin/pages/:id': async ({ db }) => {
    const slug = `page-${randomUUID()}`;
    await db.insert(textPages).values({ slug, ...PAGE });
    return { url: `/api/admin/pages/${slug}` };
  },
  'GET /api/admin/page-versions/:id': () => ({ url: '/api/admin/page-versions/1' }),
  'GET /api/categories': () => ({ url: '/api/categories' }),
  'GET /api/admin/categories': () => ({ url: '/api/admin/categories' }),
  'GET /api/admin/categories/count': () => ({ url: '/api/admin/categories/count?words=weaver' }),
  'POST /api/admin/categories': async ({ db }) => {
    await db.delete(categories);
    return { url: '/api/admin/categories', body: CATEGORY };
  },
  'PUT /api/admin/categories/:id': async ({ db }) => ({
    url: await addCategory(db),
    body: CATEGORY,
  }),
  'DELETE /api/admin/categories/:id': async ({ db }) => ({ url: await addCategory(db) }),
  'GET /api/companies/:id/renames': ({ company }) => ({ url: `/api/companies/${company}/renames` }),
  'GET /api/renames/:id': renameCall(),
  'DELETE /api/renames/:id': renameCall(),
  'POST /api/renames/:id/approve': renameCall('/approve'),
  'POST /api/renames/:id/reject': renameCall('/reject', { reason: 'Another company has it.' }),
  'DELETE /api/companies/:id': ({ company }) => ({ url: `/api/companies/${company}` }),
  'POST /api/companies/:id/restore': ({ deletedCompany }) => ({
    url: `/api/companies/${deletedCompany}/restore`,
  }),
  'POST /api/companies/:id/merge': ({ company, edited }) => ({
    url: `/api/companies/${edited.company}/merge`,
    body: { into: company },
  }),

  // A company that none of the test's people owns.
  'POST /api/claims': ({ edited }) => ({ body: { company: { id: edited.company } } }),
  'POST /api/claims (a new company)': () => ({ body: { registration: REGISTRATION } }),
  'GET /api/claims/:id (own)': claimCall(),
  'GET /api/claims/:id (another’s)': anothersClaimCall(),
  'PUT /api/claims/:id (own)': claimCall('', { body: REGISTRATION }),
  'PUT /api/claims/:id (another’s)': anothersClaimCall('', { body: REGISTRATION }),
  'DELETE /api/claims/:id (own)': claimCall(),
  'DELETE /api/claims/:id (another’s)': anothersClaimCall(),
  'POST /api/claims/:id/logo (own)': async (world, person) => ({
    ...(await claimCall('/logo')(world, person)),
    ...(await logoForm()),
  }),
  'POST /api/claims/:id/logo (another’s)': async (world, person) => ({
    ...(await anothersClaimCall('/logo')(world, person)),
    ...(await logoForm()),
  }),
  'PUT /api/claims/:id/job (own)': claimCall('/job', { body: jobOf('') }),
  'PUT /api/claims/:id/job (another’s)': anothersClaimCall('/job', { body: jobOf('') }),
  'POST /api/claims/:id/code (own)': async (world, person) => ({
    ...(await claimCall('/code')(world, person)),
    body: { email: `${randomUUID()}@loom.example` },
  }),
  'POST /api/claims/:id/code (another’s)': anothersClaimCall('/code', {
    body: { email: 'eve@loom.example' },
  }),
  'POST /api/claims/:id/prove (own, wrong)': claimCall('/prove', { body: { code: 'BCDF2345' } }),
  'POST /api/claims/:id/prove (another’s)': anothersClaimCall('/prove', {
    body: { code: 'BCDF2345' },
  }),
  'POST /api/claims/:id/submit (own)': claimCall('/submit', { body: {} }),
  'POST /api/claims/:id/submit (another’s)': anothersClaimCall('/submit', { body: {} }),
  'POST /api/claims/:id/withdraw (own)': claimCall('/withdraw', { state: 'review' }),
  'POST /api/claims/:id/withdraw (another’s)': anothersClaimCall('/withdraw', { state: 'review' }),
  'POST /api/claims/:id/accept': async (world, person) => ({
    ...(await provenClaimCall('/accept')(world, person)),
    body: { role: 'editor' },
  }),
  'POST /api/claims/:id/object': provenClaimCall('/object'),
  'GET /api/reviews/:id (own)': reviewOf(claimCall('', { state: 'review' })),
  'GET /api/reviews/:id (another’s)': reviewOf(anothersClaimCall('', { state: 'review' })),
  'GET /api/reviews/:id (a job)': reviewOf(draftCall('', { state: 'review' })),
  'POST /api/claims/:id/approve': anothersClaimCall('/approve', { state: 'review' }),
  'POST /api/claims/:id/reject': anothersClaimCall('/reject', {
    state: 'review',
    body: { reason: 'We cannot tell that you work there.' },
  }),

  'POST /api/sources': async ({ db, company }) => ({
    body: { preview: await addPreview(db, company) },
  }),
  'POST /api/sources (a new company)': async ({ db }) => ({
    body: { preview: await addPreview(db, null), companyname: 'Loom' },
  }),
  'GET /api/sources/:id': sourceCall(),
  'GET /api/sources/:id (as an editor)': sourceCall('', { of: 'edited' }),
  'PUT /api/sources/:id': sourceCall('', { body: { interval: 60, settings: {} } }),
  'PUT /api/sources/:id (as an editor)': sourceCall('', {
    body: { interval: 60, settings: {} },
    of: 'edited',
  }),
  'DELETE /api/sources/:id': sourceCall(),
  'POST /api/sources/:id/run': sourceCall('/run', { body: {} }),
  'POST /api/sources/:id/pause': sourceCall('/pause'),
  'POST /api/sources/:id/resume': sourceCall('/resume', { state: 'paused' }),
  'POST /api/sources/:id/resume (proposed)': sourceCall('/resume', { state: 'proposed' }),
  'GET /api/sources/:id/runs': sourceCall('/runs'),
  'GET /api/sources/:id/locks': sourceCall('/locks'),
  'GET /api/sources/:id/duplicates': sourceCall('/duplicates'),
  'GET /api/source-runs/:id/changes': runCall('/changes'),
  'POST /api/source-runs/:id/undo': runCall('/undo'),
  'POST /api/source-runs/:id/undo (as an editor)': runCall('/undo', 'edited'),
  'POST /api/source-previews': ({ company }) => ({
    body: { url: 'https://job-boards.greenhouse.io/loom', company },
  }),
  'POST /api/source-previews (a new company)': () => ({
    body: { url: 'https://job-boards.greenhouse.io/loom' },
  }),
  'GET /api/source-previews/:id': async ({ db, company }) => ({
    url: `/api/source-previews/${await addPreview(db, company)}`,
  }),
  'POST /api/jobs/:id/unlock': async ({ db, company, importedJob }) => {
    const source_id = await addSource(db, company);
    await db.insert(source_jobs).values({ source_id, external_id: '1', job_id: importedJob });
    return { url: `/api/jobs/${importedJob}/unlock`, body: { field: 'title' } };
  },
  'POST /api/jobs/:id/merge': ({ job, importedJob }) => ({
    url: `/api/jobs/${job}/merge`,
    body: { into: importedJob },
  }),
  'POST /api/jobs/:id/merge (into another company’s)': ({ job, anotherJob }) => ({
    url: `/api/jobs/${job}/merge`,
    body: { into: anotherJob },
  }),
  'POST /api/jobs/:id/distinguish': ({ job, importedJob }) => ({
    url: `/api/jobs/${job}/distinguish`,
    body: { other: importedJob },
  }),
  'POST /api/jobs/:id/distinguish (from another company’s)': ({ job, anotherJob }) => ({
    url: `/api/jobs/${job}/distinguish`,
    body: { other: anotherJob },
  }),

  'GET /api/pages/:id': () => ({ url: '/api/pages/privacy' }),
  // The people have no verified address, so a word confirms the deletion.
  'POST /api/personal-data/deletion': () => ({ body: { word: DELETION_WORD } }),
  'POST /api/personal-data/deletion (wrong)': () => ({ body: { word: 'yes' } }),
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

  'POST /api/memberships/:id/choose (own)': ({ memberships }, person) => ({
    url: `/api/memberships/${memberships[person]}/choose`,
  }),
  'POST /api/memberships/:id/choose (another’s)': ({ colleague }) => ({
    url: `/api/memberships/${colleague}/choose`,
  }),
  'PUT /api/memberships/:id': ({ colleague }) => ({
    url: `/api/memberships/${colleague}`,
    body: { role: 'owner' },
  }),
  'PUT /api/memberships/:id (as an editor)': ({ edited }) => ({
    url: `/api/memberships/${edited.owner}`,
    body: { role: 'editor' },
  }),
  'DELETE /api/memberships/:id': ({ colleague }) => ({ url: `/api/memberships/${colleague}` }),
  'DELETE /api/memberships/:id (as an editor)': ({ edited }) => ({
    url: `/api/memberships/${edited.owner}`,
  }),
  'DELETE /api/memberships/:id (own)': ({ memberships }, person) => ({
    url: `/api/memberships/${memberships[person]}`,
  }),
  'GET /api/companies/:id/team': ({ company }) => ({ url: `/api/companies/${company}/team` }),
  'POST /api/companies/:id/invitations': ({ company }) => ({
    url: `/api/companies/${company}/invitations`,
    body: { email: `${randomUUID()}@example.com` },
  }),
  'POST /api/companies/:id/invitations (as an editor)': ({ edited }) => ({
    url: `/api/companies/${edited.company}/invitations`,
    body: { email: `${randomUUID()}@example.com` },
  }),
  'DELETE /api/invitations/:id': ({ invitation }) => ({ url: `/api/invitations/${invitation.id}` }),
  'DELETE /api/invitations/:id (as an editor)': ({ edited }) => ({
    url: `/api/invitations/${edited.invitation}`,
  }),
  'POST /api/invitations/read': ({ invitation: { token } }) => ({ body: { token } }),
  'POST /api/invitations/accept': ({ invitation: { token } }) => ({ body: { token } }),

  'DELETE /api/sessions/:id (own)': async ({ db, ids }, person) => addSession(db, ids[person]),
  'DELETE /api/sessions/:id (another’s)': async ({ db, account }) => addSession(db, account),

  'DELETE /api/identities/:id (own)': async ({ db, ids }, person) => addIdentities(db, ids[person]),
  'DELETE /api/identities/:id (another’s)': async ({ db, account }) => addIdentities(db, account),

  'POST /api/jobs/read': ({ job }) => ({ body: { ids: [job] } }),
  'POST /api/marks': ({ job }) => ({ body: { jobs: [{ ...SAVED, job }] } }),
  'PUT /api/marks/jobs/:id': ({ job }) => ({ url: `/api/marks/jobs/${job}`, body: SAVED }),
  'PUT /api/marks/companies/:id': ({ company }) => ({ url: `/api/marks/companies/${company}` }),
  'DELETE /api/marks/companies/:id': ({ company }) => ({ url: `/api/marks/companies/${company}` }),

  'POST /api/passkeys': () => ({
    body: {
      credential: {
        id: 'id',
        rawId: 'id',
        type: 'public-key',
        response: { clientDataJSON: 'data', attestationObject: 'object' },
      },
    },
  }),
  'DELETE /api/passkeys/:id (own)': async ({ db, ids }, person) => addPasskey(db, ids[person]),
  'DELETE /api/passkeys/:id (another’s)': async ({ db, account }) => addPasskey(db, account),

  'POST /api/descriptions/preview': () => ({ body: { description: '**Words**' } }),
  'POST /api/admin/people/:id/role': ({ account }) => ({
    url: `${personPath(account)}/role`,
    body: { role: 'siteadmin' },
  }),
  'POST /api/admin/people/:id/block': ({ account }) => ({
    url: `${personPath(account)}/block`,
    body: { reason: 'Spam' },
  }),
  'POST /api/admin/people/:id/unblock': ({ blocked }) => ({
    url: `${personPath(blocked)}/unblock`,
  }),
  'POST /api/admin/people/:id/end-sessions': ({ account }) => ({
    url: `${personPath(account)}/end-sessions`,
  }),
  'GET /api/admin/audit/:id': async ({ db, deletedCompany }) => ({
    url: `/api/admin/audit/${await deletionOf(db, deletedCompany)}`,
  }),
  'POST /api/admin/audit/:id/restore': async ({ db, deletedCompany }) => ({
    url: `/api/admin/audit/${await deletionOf(db, deletedCompany)}/restore`,
  }),
  'POST /api/admin/mails/:id/resend': async ({ db }) => {
    const { id } = await createMail(db);
    return { url: `/api/admin/mails/${id}/resend` };
  },
  'GET /dev/mail/:id': async ({ db }) => ({ url: `/dev/mail/${(await createMail(db)).id}` }),
  'GET /dev/mail/:id/html': async ({ db }) => ({
    url: `/dev/mail/${(await createMail(db)).id}/html`,
  }),
  'POST /api/upload': logoForm,
  'ALL /api/*': () => ({ method: 'PATCH', url: '/api/jobs' }),

  'GET /*': () => ({ url: pages.home() }),
  'GET /assets/*': ({ styleSheet }) => ({ url: styleSheet }),
  'GET /static/*': () => ({ url: '/static/icon.svg' }),
  'GET /look/:name': () => ({ url: styleSheetPath('#1a7f4e') }),
  'GET /demo-logos/*': () => ({ url: '/demo-logos/gravel-moth.svg' }),
  'GET /uploads/:name': ({ upload }) => ({ url: upload }),
  'GET /previews/jobs/:file': ({ job }) => ({ url: previews.job(job) }),
  'GET /previews/jobs/:file (closed)': ({ closedJob }) => ({ url: previews.job(closedJob) }),
  'GET /previews/companies/:file': ({ company }) => ({ url: previews.company(company) }),
  'GET /reminders/:token': ({ closingJob: { optOut } }) => ({ url: optOutPage(optOut) }),
  'POST /reminders/:token': ({ closingJob: { optOut } }) => ({
    url: optOutPage(optOut),
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  'POST /alerts': () => ({
    url: alertPages.subscribe(),
    body: `email=${randomUUID()}%40example.com&frequency=daily&search=%3Fq%3Dweaver`,
    headers: FORM,
  }),
  'GET /alerts/confirm/:token': async ({ db }) => ({ url: await alertLink(db, 'confirm') }),
  'POST /alerts/confirm/:token': async ({ db }) => ({
    url: await alertLink(db, 'confirm'),
    body: '',
    headers: FORM,
  }),
  'GET /alerts/end/:token': async ({ db }) => ({ url: await alertLink(db, 'end') }),
  'POST /alerts/end/:token': async ({ db }) => ({
    url: await alertLink(db, 'end'),
    body: 'List-Unsubscribe=One-Click',
    headers: FORM,
  }),
  'GET /alerts/keep/:token': async ({ db }) => ({ url: await alertLink(db, 'keep') }),
  'POST /alerts/keep/:token': async ({ db }) => ({
    url: await alertLink(db, 'keep'),
    body: 'do=keep',
    headers: FORM,
  }),
  'GET /alerts/manage/:token': async ({ db }) => ({ url: await alertLink(db, 'manage') }),
  'POST /alerts/manage/:token': async ({ db }) => ({
    url: await alertLink(db, 'manage'),
    body: 'do=pause',
    headers: FORM,
  }),
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
