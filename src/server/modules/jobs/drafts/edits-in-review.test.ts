import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import type { JobReview } from '#shared/domain/job-drafts.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob, jobBody } from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

const apps: Partial<Record<JobReview, FastifyInstance>> = {};
beforeAll(async () => {
  for (const JOB_REVIEW of ['none', 'first', 'all'] as const) {
    apps[JOB_REVIEW] = await buildTestApp(board, { JOB_REVIEW });
  }
});
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close();
});

const PEOPLE = ['nobody', 'user', 'editor', 'another admin', 'site admin'] as const;
type Person = (typeof PEOPLE)[number];

let company: string;
let id: string;
let tokens: Record<Person, string>;
beforeEach(async () => {
  await board.db.delete(mails);
  company = (await createCompany(board.db, { name: 'Loom Labs' })).id;
  const of = { role: 'companyadmin', company_id: company } as const;
  const people = {
    user: await createAccount(board.db),
    editor: await createAccount(board.db, { ...of, verified_email: 'ada@loom.example' }),
    'another admin': await createAccount(board.db, { role: 'companyadmin' }),
    'site admin': await createAccount(board.db, { role: 'siteadmin', name: 'Grace Hopper' }),
  };
  tokens = { nobody: '', user: '', editor: '', 'another admin': '', 'site admin': '' };
  for (const [person, account] of Object.entries(people)) {
    tokens[person as Person] = await tokenFor(board.db, account.id);
  }
  ({ id } = await createJob(board.db, { company_id: company, title: 'Weaver' }));
});

type Options = { as?: Person; rule?: JobReview; body?: object };

async function ask(method: string, url: string, options: Options = {}) {
  const { as = 'editor', rule = 'all', body } = options;
  const response = await apps[rule]?.inject({
    method: method as 'GET',
    url,
    ...(body && { payload: body }),
    headers: { ...(tokens[as] && { authorization: `Bearer ${tokens[as]}` }) },
  });
  if (!response) throw new Error(`no app for ${rule}`);
  return {
    status: response.statusCode,
    body: /json/.test(String(response.headers['content-type'])) ? response.json() : undefined,
    text: response.body,
  };
}

const edit = (values: object = { title: 'Head Weaver' }, options: Options = {}) =>
  ask('PUT', `/api/jobs/${id}`, {
    body: { ...jobBody(company, { title: 'Weaver' }), ...values },
    ...options,
  });
const decide = (action: string, options: Options = {}) =>
  ask('POST', `/api/job-drafts/${id}/${action}`, {
    as: 'site admin',
    ...(action === 'reject' && { body: { reason: 'Say what the work is.' } }),
    ...options,
  });
const publishedTitle = async () =>
  (await ask('GET', `/api/jobs/${id}`, { as: 'nobody' })).body.title;
const pending = async () =>
  (await board.db.select().from(job_drafts).where(eq(job_drafts.id, id)))[0];

describe('an edit that is reviewed', () => {
  test('an edit in review leaves the published job as it is, until a site admin approves it', async () => {
    const { status, body } = await edit();
    expect([status, body.state, body.title]).toEqual([200, 'review', 'Weaver']);
    expect(await publishedTitle()).toBe('Weaver');
    for (const url of ['/api/jobs?q=weaver', '/jobs', `/jobs/${id}`, '/jobs.atom', '/embed/jobs']) {
      expect((await ask('GET', url, { as: 'nobody' })).text ?? '').not.toContain('Head Weaver');
    }
    const draft = await ask('GET', `/api/job-drafts/${id}`, { as: 'site admin' });
    expect(draft.body).toMatchObject({
      kind: 'edit',
      state: 'review',
      job: { title: 'Head Weaver', description: 'You will make things.' },
    });
    expect((await decide('approve')).body).toEqual({ id, state: 'published' });
    expect(await publishedTitle()).toBe('Head Weaver');
    expect(await pending()).toBeUndefined();
    const [mail] = await board.db.select().from(mails);
    expect(mail).toMatchObject({
      to_address: 'ada@loom.example',
      subject: 'Your edit of “Head Weaver” is published at Test Board',
    });
  });

  test('an edit in review keeps the fields that it does not change, and the derived facts', async () => {
    const before = (await ask('GET', `/api/jobs/${id}`)).body;
    await edit({ title: 'Head Weaver', workplace: undefined, employment: undefined });
    await decide('approve');
    const after = (await ask('GET', `/api/jobs/${id}`)).body;
    expect(after).toEqual({ ...before, title: 'Head Weaver', level: 'manager' });
  });

  test('an edit in review is replaced by the next edit, also after a rejection', async () => {
    await edit();
    await edit({ title: 'Chief Weaver' });
    expect((await pending())?.body.title).toBe('Chief Weaver');
    await decide('reject');
    expect(await pending()).toMatchObject({ state: 'rejected', reason: 'Say what the work is.' });
    expect(await publishedTitle()).toBe('Weaver');
    await edit({ title: 'Weaver in Chief' });
    expect(await pending()).toMatchObject({ state: 'review', reason: null });
    await decide('approve');
    expect(await publishedTitle()).toBe('Weaver in Chief');
    const events = await board.db
      .select({ action: audit_events.action, after: audit_events.after })
      .from(audit_events)
      .where(and(eq(audit_events.kind, 'draft'), eq(audit_events.thing_id, id)))
      .orderBy(audit_events.id);
    expect(events.map(({ after }) => after?.state)).toEqual([
      ...['review', 'rejected', 'review', 'published'],
    ]);
  });

  test('an edit in review ends when its job is deleted', async () => {
    await edit();
    await ask('DELETE', `/api/jobs/${id}`);
    expect(await pending()).toBeUndefined();
    expect((await decide('approve')).status).toBe(404);
  });

  test('an edit in review cannot be approved after the job has closed', async () => {
    await edit();
    await ask('POST', `/api/jobs/${id}/close`);
    const { status, body } = await decide('approve');
    expect([status, body.detail]).toEqual([
      409,
      'This job has closed since it was edited. Reject the edit.',
    ]);
    expect((await decide('reject')).status).toBe(200);
  });

  test('an edit in review has only one outcome if it is approved and replaced while its job is deleted', async () => {
    for (let round = 0; round < 5; round += 1) {
      ({ id } = await createJob(board.db, { company_id: company, title: 'Weaver' }));
      await edit();
      const statuses = await Promise.all([
        decide('approve'),
        edit({ title: 'Chief Weaver' }),
        ask('DELETE', `/api/jobs/${id}`),
      ]);
      for (const { status } of statuses) expect([200, 204, 404, 409, 410]).toContain(status);
      expect(await board.db.$count(jobs, eq(jobs.id, id))).toBe(0);
      expect(await pending()).toBeUndefined();
    }
  });

  test('another person replaces an edit in review only with a request that names it', async () => {
    const other = await createAccount(board.db, { role: 'companyadmin', company_id: company });
    await edit();
    const known = (await pending())?.version;
    tokens['another admin'] = await tokenFor(board.db, other.id);
    const unaware = await edit({ title: 'Chief Weaver' }, { as: 'another admin' });
    expect([unaware.status, unaware.body.detail]).toEqual([
      412,
      'Someone else has edited this job since. That edit is in review. Load it before you save.',
    ]);
    expect((await edit({}, { as: 'another admin', rule: 'none' })).status).toBe(412);
    expect((await pending())?.body.title).toBe('Head Weaver');
    const aware = await edit({ title: 'Chief Weaver', replaces: known }, { as: 'another admin' });
    expect(aware.body.state).toBe('review');
    expect((await pending())?.body.title).toBe('Chief Weaver');
  });

  test('an edit in review ends if its author saves another edit, which needs no review', async () => {
    const fee = { description: 'You must pay $30 for the training before you begin.' };
    expect((await edit(fee, { rule: 'none' })).body.state).toBe('review');
    const { body } = await edit({ title: 'Head Weaver' }, { rule: 'none' });
    expect([body.state, body.title]).toEqual([undefined, 'Head Weaver']);
    expect(await pending()).toBeUndefined();
    expect((await decide('approve')).status).toBe(404);
  });

  test('an edit in review ends if its author saves the texts of the published job again', async () => {
    await edit();
    expect((await edit({ title: 'Weaver' })).body.state).toBeUndefined();
    expect(await pending()).toBeUndefined();
    expect(await publishedTitle()).toBe('Weaver');
  });

  test('a reviewer who saw an earlier version of the job cannot approve an edit of it', async () => {
    await edit();
    const compared = await pending();
    await edit({ location: 'Oslo' }, { as: 'site admin' });
    const approve = (version = 0) =>
      apps.all?.inject({
        method: 'POST',
        url: `/api/job-drafts/${id}/approve`,
        headers: {
          authorization: `Bearer ${tokens['site admin']}`,
          'if-match': `"${version}"`,
        },
      });
    expect((await approve(compared?.version))?.statusCode).toBe(409);
    expect((await approve((await pending())?.version))?.statusCode).toBe(200);
  });

  test('an approved edit does not overwrite a closing date that someone else has set in the meantime', async () => {
    await edit({ title: 'Head Weaver', validthrough: '' });
    await edit({ validthrough: '2099-01-01' }, { as: 'site admin' });
    await decide('approve');
    const { body } = await ask('GET', `/api/jobs/${id}`);
    expect([body.title, body.validthrough]).toEqual(['Head Weaver', '2099-01-01']);
  });

  test('an approved edit changes the closing date if its author has changed it', async () => {
    await edit({ title: 'Head Weaver', validthrough: '2098-01-01' });
    const draft = await ask('GET', `/api/job-drafts/${id}`);
    expect(draft.body.job.validthrough).toBe('2098-01-01');
    await decide('approve');
    expect((await ask('GET', `/api/jobs/${id}`)).body.validthrough).toBe('2098-01-01');
  });

  test('if the request that created a job is repeated, the response does not contain the edit in review', async () => {
    const create = () =>
      apps.none?.inject({
        method: 'POST',
        url: '/api/jobs',
        headers: { authorization: `Bearer ${tokens.editor}`, 'idempotency-key': 'k' },
        payload: jobBody(company, { title: 'Weaver' }),
      });
    id = (await create())?.json().id ?? '';
    await edit();
    expect((await create())?.json()).toMatchObject({ id, title: 'Weaver' });
    expect((await create())?.json().state).toBeUndefined();
  });

  test('an edit in review is listed under the id of its job', async () => {
    await edit();
    await createJob(board.db, { company_id: company });
    const { body } = await ask('GET', `/api/job-drafts?job=${id}`);
    expect(body).toMatchObject({
      total: 1,
      results: [{ id, kind: 'edit', state: 'review', review: 'all' }],
    });
    expect((await ask('GET', '/api/job-drafts?job=x')).body.total).toBe(0);
  });
});

describe('an edit without a review', () => {
  test('an edit is applied without a review if it changes only the closing date', async () => {
    const { body } = await edit({ validthrough: '2099-01-01' });
    expect([body.state, body.validthrough]).toEqual([undefined, '2099-01-01']);
    expect(await pending()).toBeUndefined();
  });

  test.each([
    ['site admin', 'all'],
    ['editor', 'first'],
    ['editor', 'none'],
  ] as const)(
    'an edit is applied without a review if a %s makes it and JOB_REVIEW is %s',
    async (as, rule) => {
      const { body } = await edit({ title: 'Head Weaver' }, { as, rule });
      expect([body.state, body.title]).toEqual([undefined, 'Head Weaver']);
    },
  );
});

const TEXT = 'You will weave sailcloth on forty looms by the sea. '.repeat(10);

describe('signs of fraud', () => {
  const FEE = { description: 'You must pay $30 for the training before you begin.' };

  test('an edit that adds a sign of fraud is reviewed, whatever JOB_REVIEW is', async () => {
    const { body } = await edit(FEE, { rule: 'none' });
    expect(body.state).toBe('review');
    expect((await pending())?.signals).toEqual(['payment']);
  });

  test('an edit is not reviewed because of a sign of fraud that the published job already has', async () => {
    await edit(FEE, { as: 'site admin' });
    const { body } = await edit({ ...FEE, title: 'Head Weaver' }, { rule: 'none' });
    expect([body.state, body.title]).toEqual([undefined, 'Head Weaver']);
  });

  test('the text of another company’s job counts as a sign of fraud', async () => {
    await createJob(board.db, { description: TEXT });
    const copy = { description: TEXT.toUpperCase().replaceAll('. ', '!\n\n') };
    const edited = await edit(copy, { rule: 'none' });
    expect(edited.body.state).toBe('review');
    expect((await pending())?.signals).toEqual(['copied']);
    const body = jobBody(company, copy);
    const posted = await ask('POST', '/api/jobs', { rule: 'none', body });
    expect(posted.body.state).toBe('review');
  });

  test('the text of another job of the same company, or a short text, is no sign of fraud', async () => {
    await createJob(board.db, { company_id: company, description: TEXT });
    await createJob(board.db, { description: 'We weave.' });
    for (const description of [TEXT, 'We weave.']) {
      const body = jobBody(company, { description });
      const { status, body: job } = await ask('POST', '/api/jobs', { rule: 'none', body });
      expect([status, job.state]).toEqual([201, undefined]);
    }
  });
});

describe('transitions of an edit', () => {
  /** The state after each action in each state. If an action is absent, it is not possible (409). */
  const RESULTS: Record<'review' | 'rejected', Record<string, string>> = {
    review: { approve: 'applied', reject: 'rejected', delete: 'gone' },
    rejected: { delete: 'gone' },
  };
  const ACTIONS = ['save', 'submit', 'withdraw', 'approve', 'reject', 'delete'];

  function perform(action: string, as: Person) {
    if (action === 'delete') return ask('DELETE', `/api/job-drafts/${id}`, { as });
    if (action === 'save') {
      return ask('PUT', `/api/job-drafts/${id}`, { as, body: jobBody(company) });
    }
    return decide(action, { as });
  }

  /** The status for a person who may not perform the action; undefined if they may. */
  function refusal(action: string, person: Person): number | undefined {
    if (person === 'nobody') return 401;
    if (person === 'user') return 403;
    if (person === 'site admin') return undefined;
    if (action === 'approve' || action === 'reject') return 403;
    return person === 'another admin' ? 404 : undefined;
  }

  test.each(
    (['review', 'rejected'] as const).flatMap((state) =>
      ACTIONS.flatMap((action) => PEOPLE.map((person) => ({ state, action, person }))),
    ),
  )('$action in the state $state by $person', async ({ state, action, person }) => {
    await edit();
    if (state === 'rejected') await decide('reject');
    const result = RESULTS[state][action];
    const refused = refusal(action, person) ?? (result ? undefined : 409);
    const { status } = await perform(action, person);
    expect(status).toBe(refused ?? (action === 'delete' ? 204 : 200));
    const draft = await pending();
    const title = await publishedTitle();
    const reached = draft?.state ?? (title === 'Weaver' ? 'gone' : 'applied');
    expect(reached).toBe(refused ? state : result);
    expect(title).toBe(reached === 'applied' ? 'Head Weaver' : 'Weaver');
  });
});
