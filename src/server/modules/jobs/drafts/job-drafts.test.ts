import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { accounts, audit_events, companies, jobs } from '#server/db/schema.ts';
import { withAccounts } from '#server/modules/audit/testing/trail.ts';
import type { NewJob } from '#shared/contract/job-requests.ts';
import { DRAFT_STATES, type DraftState, type JobReview } from '#shared/domain/job-drafts.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import {
  createAccount,
  createCompany,
  createDraft,
  createJob,
  jobBody,
} from '#tests/support/factories.ts';
import { locksAwaited } from '#tests/support/locks.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import type { DraftAction } from './transitions.ts';

const board = setUpTestBoard();

/** The board with each value of the setting `JOB_REVIEW`. */
const apps: Partial<Record<JobReview, FastifyInstance>> = {};
beforeAll(async () => {
  for (const JOB_REVIEW of ['none', 'first', 'all'] as const) {
    apps[JOB_REVIEW] = await buildTestApp(board, { JOB_REVIEW });
  }
});
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close();
});

const PEOPLE = ['nobody', 'user', 'author', 'another admin', 'site admin'] as const;
type Person = (typeof PEOPLE)[number];

let company: string;
let ids: Record<Person, string>;
let tokens: Record<Person, string>;
beforeEach(async () => {
  await board.db.delete(mails);
  company = (await createCompany(board.db, { name: 'Loom Labs' })).id;
  const of = { role: 'companyadmin', company_id: company } as const;
  const author = await createAccount(board.db, { ...of, verified_email: 'ada@loom.example' });
  const another = await createAccount(board.db, { role: 'companyadmin' });
  const site = await createAccount(board.db, { role: 'siteadmin', name: 'Grace Hopper' });
  const user = await createAccount(board.db);
  ids = {
    nobody: '',
    user: user.id,
    author: author.id,
    'another admin': another.id,
    'site admin': site.id,
  };
  tokens = { ...ids };
  for (const person of PEOPLE.slice(1)) tokens[person] = await tokenFor(board.db, ids[person]);
});

type Options = {
  as?: Person;
  rule?: JobReview;
  body?: object;
  headers?: Record<string, string>;
};

async function ask(
  method: string,
  url: string,
  { as = 'author', rule = 'none', body, headers }: Options = {},
) {
  const response = await apps[rule]?.inject({
    method: method as 'GET',
    url,
    ...(body && { payload: body }),
    headers: { ...headers, ...(tokens[as] && { authorization: `Bearer ${tokens[as]}` }) },
  });
  if (!response) throw new Error(`no app for ${rule}`);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body ? response.json() : undefined,
  };
}

const PATH = '/api/job-drafts';

const draftIn = (state: DraftState, job?: Partial<NewJob>) =>
  createDraft(board.db, { company_id: company, author: ids.author, state, job });

const REQUESTS: Record<DraftAction, { method: string; path: string; body?: () => object }> = {
  save: { method: 'PUT', path: '', body: () => jobBody(company, { title: 'Saved' }) },
  submit: { method: 'POST', path: '/submit' },
  withdraw: { method: 'POST', path: '/withdraw' },
  approve: { method: 'POST', path: '/approve' },
  reject: { method: 'POST', path: '/reject', body: () => ({ reason: 'Say what the work is.' }) },
  delete: { method: 'DELETE', path: '' },
};

function act(action: DraftAction, id: string, options: Options = {}) {
  const { method, path, body } = REQUESTS[action];
  return ask(method, `${PATH}/${id}${path}`, { ...(body && { body: body() }), ...options });
}

/** The state of a job: its state as a draft, `published`, or `gone`. */
async function stateOf(id: string): Promise<string> {
  const [draft] = await board.db.select().from(job_drafts).where(eq(job_drafts.id, id));
  const [job] = await board.db.select().from(jobs).where(eq(jobs.id, id));
  if (draft && job) throw new Error('the job is both published and unpublished');
  return draft?.state ?? (job ? 'published' : 'gone');
}

describe('transitions', () => {
  /**
   * The state after each action in each state, if `JOB_REVIEW` is `all`. If an action is absent, it is not possible
   * (409).
   */
  const RESULTS: Record<DraftState, { [Action in DraftAction]?: string }> = {
    draft: { save: 'draft', submit: 'review', delete: 'gone' },
    review: {
      save: 'review',
      withdraw: 'draft',
      approve: 'published',
      reject: 'rejected',
      delete: 'gone',
    },
    rejected: { save: 'draft', delete: 'gone' },
  };
  const ACTIONS = Object.keys(REQUESTS) as DraftAction[];

  /** The status for a person who may not perform the action; undefined if they may. */
  function refusal(action: DraftAction, person: Person): number | undefined {
    if (person === 'nobody') return 401;
    if (person === 'user') return 403;
    if (person === 'site admin') return undefined;
    if (action === 'approve' || action === 'reject') return 403;
    return person === 'another admin' ? 404 : undefined;
  }

  test.each(
    DRAFT_STATES.flatMap((state) =>
      ACTIONS.flatMap((action) => PEOPLE.map((person) => ({ state, action, person }))),
    ),
  )('$action in the state $state by $person', async ({ state, action, person }) => {
    const { id } = await draftIn(state);
    const result = RESULTS[state][action];
    const refused = refusal(action, person) ?? (result ? undefined : 409);
    const { status } = await act(action, id, { as: person, rule: 'all' });
    expect(status).toBe(refused ?? (action === 'delete' ? 204 : 200));
    // Site admins publish without a review.
    const reached = action === 'submit' && person === 'site admin' ? 'published' : result;
    expect(await stateOf(id)).toBe(refused ? state : reached);
    expect((await ask('GET', `/api/jobs/${id}`, { as: 'nobody' })).status).toBe(
      !refused && reached === 'published' ? 200 : 404,
    );
  });

  test('an action on a draft is refused if another one was faster; the message says who changed the job, and how', async () => {
    const { id } = await draftIn('draft');
    await act('submit', id, { rule: 'all' });
    const again = await act('submit', id, { rule: 'all' });
    expect(again.body.detail).toBe('You submitted this job. It is in review.');

    await act('reject', id, { as: 'site admin' });
    const withdrawal = await act('withdraw', id);
    expect([withdrawal.status, withdrawal.body.detail]).toEqual([
      409,
      'A site admin rejected this job. It is rejected.',
    ]);
    const another = await createAccount(board.db, { role: 'siteadmin' });
    tokens['another admin'] = await tokenFor(board.db, another.id);
    const approval = await act('approve', id, { as: 'another admin' });
    expect(approval.body.detail).toBe('Grace Hopper rejected this job. It is rejected.');
  });

  test('actions on a draft are refused after its publication: with a conflict for the author, and with a 404 for another admin', async () => {
    const { id } = await draftIn('review');
    await act('approve', id, { as: 'site admin' });
    const withdrawal = await act('withdraw', id);
    expect([withdrawal.status, withdrawal.body.detail]).toEqual([
      409,
      'A site admin approved this job. It is published.',
    ]);
    expect((await act('withdraw', id, { as: 'another admin' })).status).toBe(404);
    expect((await ask('GET', `${PATH}/${id}`)).status).toBe(404);
  });

  test('if two reviewers decide at the same time, only one succeeds, and the other gets a conflict', async () => {
    const { id } = await draftIn('review');
    const approve = () => act('approve', id, { as: 'site admin' });
    const reject = () => act('reject', id, { as: 'site admin' });
    let answers: Promise<{ status: number }[]> | undefined;
    await board.db.transaction(async (tx) => {
      await tx.select().from(job_drafts).where(eq(job_drafts.id, id)).for('update');
      answers = Promise.all([approve(), reject()]);
      await expect.poll(() => locksAwaited(board.db)).toBe(2);
    });
    const statuses = (await answers)?.map(({ status }) => status);
    expect(statuses?.sort()).toEqual([200, 409]);
    expect(['published', 'rejected']).toContain(await stateOf(id));
    expect(await board.db.$count(mails)).toBe(1);
  });

  test('changes of the state of a draft are in the audit trail, without the texts', async () => {
    const { id } = (await ask('POST', PATH, { body: jobBody(company) })).body;
    await act('submit', id, { rule: 'all' });
    await act('reject', id, { as: 'site admin' });
    await act('save', id);
    await act('save', id);
    await act('delete', id);
    const events = await board.db
      .select()
      .from(audit_events)
      .where(and(eq(audit_events.kind, 'draft'), eq(audit_events.thing_id, id)))
      .orderBy(audit_events.id);
    const named = await withAccounts(board.db, events);
    expect(named.map(({ actor, action, after }) => [actor, action, after?.state])).toEqual([
      [ids.author, 'create', 'draft'],
      [ids.author, 'update', 'review'],
      [ids['site admin'], 'update', 'rejected'],
      [ids.author, 'update', 'draft'],
      [ids.author, 'delete', undefined],
    ]);
    expect(JSON.stringify(events)).not.toContain('You will make things.');
  });
});

describe('POST /api/job-drafts', () => {
  test('saves an incomplete job, once for each idempotency key', async () => {
    const body = { title: 'Weaver', applyurl: 'soon', company: { id: company } };
    const headers = { 'idempotency-key': 'a' };
    const reply = await ask('POST', PATH, { body, headers });
    expect(reply.status).toBe(201);
    expect(reply.headers['cache-control']).toContain('no-store');
    expect(reply.headers.etag).toBeTruthy();
    expect(reply.body).toMatchObject({
      state: 'draft',
      reason: '',
      signals: [],
      submitted: null,
      job: { title: 'Weaver', applyurl: 'soon', salary: '', company: { name: 'Loom Labs' } },
    });
    const again = await ask('POST', PATH, { body, headers });
    expect(again.body.id).toBe(reply.body.id);
    expect(await board.db.$count(job_drafts)).toBe(1);
  });

  test.each([
    [{ title: 'x'.repeat(300) }, 'title'],
    [{ title: 'a\nb' }, 'title'],
    [{ type: 'Hobby' }, 'type'],
    [{ validthrough: 'tomorrow' }, 'validthrough'],
    [{ company: { id: '' } }, 'company.id'],
    [{ company: null }, 'company'],
  ])('refuses %j', async (values, path) => {
    const body = { ...jobBody(company), ...values };
    const reply = await ask('POST', PATH, { body, as: 'site admin' });
    expect(reply.status).toBe(400);
    expect(reply.body.errors[0].path).toBe(path);
  });

  test('refuses a draft for an unknown company', async () => {
    const body = jobBody('00000000-0000-0000-0000-000000000000');
    const reply = await ask('POST', PATH, { body, as: 'site admin' });
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, 'company.id']);
  });

  test.each([
    ['nobody', 401],
    ['user', 403],
    ['another admin', 403],
  ] as const)('refuses to create a draft for %s', async (as, status) => {
    expect((await ask('POST', PATH, { body: jobBody(company), as })).status).toBe(status);
  });
});

describe('GET /api/job-drafts/:id', () => {
  test('returns a draft in Markdown or HTML, only to those who may edit it', async () => {
    const { id } = await draftIn('rejected', { description: '**Weave**' });
    const markdown = await ask('GET', `${PATH}/${id}`);
    expect(markdown.body.job.description).toBe('**Weave**');
    expect(markdown.body.reason).toBe('It does not say what the work is.');
    const html = await ask('GET', `${PATH}/${id}?description=html`, { as: 'site admin' });
    expect(html.body.job.description).toContain('<strong>Weave</strong>');
    const statuses = PEOPLE.map(async (as) => (await ask('GET', `${PATH}/${id}`, { as })).status);
    expect(await Promise.all(statuses)).toEqual([401, 403, 200, 404, 200]);
    expect((await ask('GET', `${PATH}/x`)).status).toBe(404);
  });
});

describe('PUT /api/job-drafts/:id', () => {
  test('does not overwrite a newer version of a draft', async () => {
    const { id } = await draftIn('draft');
    const { etag } = (await ask('GET', `${PATH}/${id}`)).headers;
    const headers = { 'if-match': String(etag) };
    expect((await act('save', id, { headers })).status).toBe(200);
    expect((await act('save', id, { headers })).status).toBe(412);
    expect((await act('delete', id, { headers })).status).toBe(412);
    expect((await act('submit', id, { headers })).status).toBe(412);
  });

  test('moves a draft to another company only for a site admin', async () => {
    const { id } = await draftIn('draft');
    const body = jobBody((await createCompany(board.db)).id);
    expect((await act('save', id, { body })).status).toBe(403);
    expect((await act('save', id, { body, as: 'site admin' })).status).toBe(200);
    expect((await ask('GET', `${PATH}/${id}`)).status).toBe(404);
    const nowhere = jobBody('x');
    expect((await act('save', id, { body: nowhere, as: 'site admin' })).status).toBe(400);
  });
});

describe('GET /api/job-drafts', () => {
  const list = async (query = '', as: Person = 'author') =>
    (await ask('GET', PATH + query, { as })).body;
  const idsOf = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id);

  test('lists the drafts of the company, the last changed first, page by page', async () => {
    const drafts: string[] = [];
    for (const day of ['01', '02', '03']) {
      const values = { company_id: company, updated_at: new Date(`2026-11-${day}T00:00:00Z`) };
      drafts.unshift((await createDraft(board.db, values)).id);
    }
    const foreign = await createDraft(board.db);
    const first = await list('?limit=2');
    expect([first.total, idsOf(first)]).toEqual([3, drafts.slice(0, 2)]);
    expect(idsOf(await list(`?limit=2&cursor=${first.next}`))).toEqual(drafts.slice(2));
    expect(idsOf(await list('', 'site admin'))).toContain(foreign.id);
    expect((await list('?state=rejected')).results).toEqual([]);
  });

  test('lists the review queue, the oldest submission first', async () => {
    const queue: string[] = [];
    for (const day of ['01', '02', '03']) {
      const values = {
        state: 'review',
        submitted_at: new Date(`2026-11-${day}T00:00:00Z`),
      } as const;
      queue.push((await createDraft(board.db, values)).id);
    }
    await draftIn('draft');
    const first = await list('?state=review&limit=2', 'site admin');
    expect([first.total, idsOf(first)]).toEqual([3, queue.slice(0, 2)]);
    const second = await list(`?state=review&limit=2&cursor=${first.next}`, 'site admin');
    expect(idsOf(second)).toEqual(queue.slice(2));
    expect(second).not.toHaveProperty('next');
  });

  test.each([
    ['?state=published', 400],
    ['?cursor=x', 400],
    ['?limit=0', 400],
  ])('refuses to list drafts with the query %s', async (query, status) => {
    expect((await ask('GET', PATH + query)).status).toBe(status);
  });
});

describe('submitting', () => {
  test('an incomplete job cannot be submitted, and the response names the missing fields', async () => {
    const { id } = await draftIn('draft', { title: '', location: '' });
    const reply = await act('submit', id);
    expect(reply.status).toBe(400);
    expect(reply.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'title',
      'location',
    ]);
    expect(await stateOf(id)).toBe('draft');
  });

  test('a draft publishes the job with the same id', async () => {
    const { id } = await draftIn('draft', { title: 'Weaver', description: 'You **weave**.' });
    expect((await act('submit', id)).body).toEqual({ id, state: 'published' });
    const reply = await ask('GET', `/api/jobs/${id}`, { as: 'nobody' });
    expect(reply.body).toMatchObject({
      title: 'Weaver',
      description: 'You **weave**.',
      salary: '$60K - $70K',
      places: [{ locality: 'Lisbon' }],
    });
    const found = await ask('GET', '/api/jobs?q=weaver', { as: 'nobody' });
    expect(found.body.total).toBe(1);
  });
});

describe('the setting JOB_REVIEW', () => {
  const post = (rule: JobReview, values: Partial<NewJob> = {}, as: Person = 'author') =>
    ask('POST', '/api/jobs', { rule, as, body: jobBody(company, values) });

  test('JOB_REVIEW "none" publishes jobs at once, and the response is a published job', async () => {
    const reply = await post('none');
    expect(reply.status).toBe(201);
    expect(reply.body).not.toHaveProperty('state');
    expect(await stateOf(reply.body.id)).toBe('published');
  });

  test('JOB_REVIEW "all" stores a new job in review, with a response of the same shape', async () => {
    const [published, inReview] = [await post('none'), await post('all')];
    expect(inReview.status).toBe(201);
    const { state, ...rest } = inReview.body;
    expect(state).toBe('review');
    expect(Object.keys(rest).sort()).toEqual(Object.keys(published.body).sort());
    expect(await stateOf(inReview.body.id)).toBe('review');
    expect((await ask('GET', `/api/jobs/${inReview.body.id}`)).status).toBe(404);
  });

  test('JOB_REVIEW "first" requires a review of the jobs of a company without a published job', async () => {
    const first = await post('first');
    expect(first.body.state).toBe('review');
    expect((await post('first')).body.state).toBe('review');
    await act('approve', first.body.id, { as: 'site admin' });
    expect((await post('first')).body).not.toHaveProperty('state');
    await board.db.update(jobs).set({ closed_at: new Date() });
    expect((await post('first')).body).not.toHaveProperty('state');
  });

  test('JOB_REVIEW never applies to site admins', async () => {
    for (const rule of ['none', 'first', 'all'] as const) {
      const reply = await post(
        rule,
        { description: 'Contact me on WhatsApp.', applyurl: '' },
        'site admin',
      );
      expect(await stateOf(reply.body.id)).toBe('published');
    }
  });

  test('a job with a sign of fraud is always reviewed, whatever JOB_REVIEW is', async () => {
    await createJob(board.db, { company_id: company });
    const values = { description: 'Contact me on WhatsApp.', applyurl: '' };
    const reply = await post('none', values);
    expect(reply.body.state).toBe('review');
    const { signals } = (await ask('GET', `${PATH}/${reply.body.id}`, { as: 'site admin' })).body;
    expect(signals).toEqual(['messenger']);
    const { id } = await draftIn('draft', values);
    expect((await act('submit', id)).body.state).toBe('review');
  });

  test('the author learns why a job is in review, but not which sign of fraud it shows', async () => {
    const read = async (id: string, rule: 'none' | 'first' | 'all') =>
      (await ask('GET', `${PATH}/${id}`, { rule })).body;
    const suspect = await post('none', { description: 'Contact me on WhatsApp.', applyurl: '' });
    expect(await read(suspect.body.id, 'none')).toMatchObject({ review: 'signals', signals: [] });
    const first = await post('first');
    expect(await read(first.body.id, 'first')).toMatchObject({ review: 'first' });
    expect(await read(first.body.id, 'all')).toMatchObject({ review: 'all' });
    const { id } = await draftIn('draft');
    expect(await read(id, 'all')).toMatchObject({ review: null });
  });

  test('JOB_REVIEW is applied once for each idempotency key, also after the approval', async () => {
    const request = {
      rule: 'all',
      body: jobBody(company),
      headers: { 'idempotency-key': 'a' },
    } as const;
    const first = await ask('POST', '/api/jobs', request);
    expect((await ask('POST', '/api/jobs', request)).body).toEqual(first.body);
    await act('approve', first.body.id, { as: 'site admin' });
    const later = await ask('POST', '/api/jobs', request);
    expect([later.status, later.body.id]).toEqual([201, first.body.id]);
    expect(later.body).not.toHaveProperty('state');
  });
});

describe('reviewing', () => {
  test('a reviewer must state a reason for a rejection', async () => {
    const { id } = await draftIn('review');
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }]) {
      expect((await act('reject', id, { as: 'site admin', body })).status).toBe(400);
    }
  });

  test('a reviewer cannot approve a job whose closing date is over', async () => {
    const { id } = await draftIn('review', { validthrough: '2020-01-31' });
    const reply = await act('approve', id, { as: 'site admin' });
    expect(reply.status).toBe(409);
    expect(reply.body.detail).toContain('validthrough must be today or later');
    expect(await stateOf(id)).toBe('review');
  });

  test('a changed text of a job in review stays at its place in the queue, with its signs of fraud', async () => {
    const description = 'Write to me on WhatsApp: +351 900 000 000.';
    const { id } = (await ask('POST', '/api/jobs', { rule: 'all', body: jobBody(company) })).body;
    const before = (await ask('GET', `${PATH}/${id}`)).body;
    const save = (values: object, options: Options = {}) =>
      ask('PUT', `${PATH}/${id}`, { body: jobBody(company, values), ...options });
    const saved = await save({ description, applyurl: '' });
    expect(saved.body).toMatchObject({
      state: 'review',
      submitted: before.submitted,
      job: { description },
    });
    const reviewed = await ask('GET', `${PATH}/${id}`, { as: 'site admin' });
    expect(reviewed.body.signals).toEqual(['messenger']);
    expect(saved.body.version).toBeGreaterThan(before.version);
    const stale = { 'if-match': `"${before.version}"` };
    expect((await act('approve', id, { as: 'site admin', headers: stale })).status).toBe(409);
    const incomplete = await save({ title: '' });
    expect(incomplete.body.errors).toEqual([{ path: 'title', message: 'must not be empty' }]);
    expect((await save({}, { as: 'another admin' })).status).toBe(404);
    expect(await stateOf(id)).toBe('review');
  });

  test('a reviewer cannot approve a version that they have not seen', async () => {
    const { id } = await draftIn('review');
    const { etag } = (await ask('GET', `${PATH}/${id}`)).headers;
    await act('withdraw', id);
    await act('save', id);
    await act('submit', id, { rule: 'all' });
    const headers = { 'if-match': String(etag) };
    const late = await act('approve', id, { as: 'site admin', headers });
    expect([late.status, late.body.detail]).toEqual([
      409,
      expect.stringContaining('Read the job again before you decide.'),
    ]);
  });

  const sent = () => board.db.select().from(mails);

  test('a rejection sends the author a mail with the reason', async () => {
    const { id } = await draftIn('review', { title: 'Weaver' });
    const body = { reason: 'Say what\nthe work is.' };
    await act('reject', id, { as: 'site admin', body });
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to_address: 'ada@loom.example',
      subject: '“Weaver” was rejected at Test Board',
    });
    expect(mail?.content?.paragraphs).toEqual([
      'A site admin has rejected the job for this reason:',
      '> Say what\n> the work is.',
      'You can edit the job and submit it again.',
    ]);
    expect(mail?.content?.button?.url).toContain(`/jobs/${id}`);
  });

  test('a long title is shortened in the subject of a mail', async () => {
    const { id } = await draftIn('review', { title: `Weaver ${'😀'.repeat(90)}` });
    await act('approve', id, { as: 'site admin' });
    const [mail] = await sent();
    expect(mail?.subject).toMatch(/^“Weaver 😀{72}…” is published at Test Board$/u);
  });

  test('a decision of a reviewer sends no mail to an author who is blocked', async () => {
    const { id } = await draftIn('review');
    await board.db
      .update(accounts)
      .set({ blocked_at: new Date(), blocked_reason: 'Lies' })
      .where(eq(accounts.verified_email, 'ada@loom.example'));
    await act('reject', id, { as: 'site admin', body: { reason: 'No.' } });
    expect(await sent()).toEqual([]);
  });

  test('an approval sends the author a mail', async () => {
    const { id } = await draftIn('review', { title: 'Weaver' });
    await act('approve', id, { as: 'site admin' });
    expect((await sent()).map(({ subject }) => subject)).toEqual([
      '“Weaver” is published at Test Board',
    ]);
  });

  test.each([
    ['whose address is not verified', { verified_email: null }],
    ['who may no longer edit the job', { role: 'user', company_id: null }],
  ] as const)('a decision of a reviewer sends no mail to an author %s', async (_, values) => {
    const { id } = await draftIn('review');
    await board.db.update(accounts).set(values).where(eq(accounts.id, ids.author));
    expect((await act('approve', id, { as: 'site admin' })).status).toBe(200);
    expect(await sent()).toEqual([]);
  });
});

test('the deletion of a company also deletes its unpublished jobs', async () => {
  const { id } = await draftIn('review');
  await board.db.delete(accounts).where(eq(accounts.company_id, company));
  await board.db.delete(companies).where(eq(companies.id, company));
  expect(await stateOf(id)).toBe('gone');
  expect((await act('approve', id, { as: 'site admin' })).status).toBe(404);
});
