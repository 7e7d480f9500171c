import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { JOB_TEXTS, type JobText, UNSEARCHED_TEXTS } from '#shared/domain/job-fields.ts';
import { DESCRIPTION_LENGTH } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import {
  createAccount,
  createCompany,
  createDraft,
  createJob,
  jobBody,
} from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

let reviewed: FastifyInstance;
beforeAll(async () => {
  reviewed = await buildTestApp(board, { JOB_REVIEW: 'all' });
});
afterAll(() => reviewed.close());

let company: string;
let editor: string;
let siteAdmin: string;
beforeEach(async () => {
  company = (await createCompany(board.db)).id;
  const account = await createAccount(board.db, { role: 'companyadmin', company_id: company });
  editor = await tokenFor(board.db, account.id);
  const admin = await createAccount(board.db, { role: 'siteadmin' });
  siteAdmin = await tokenFor(board.db, admin.id);
});

/** Makes a draft as it was before jobs had this text. */
async function removeText(id: string, name: JobText): Promise<void> {
  await board.db.execute(sql`update job_drafts set body = body - ${name}::text where id = ${id}`);
}

/** A body in which this text has a value that occurs nowhere else. */
function bodyWith(name: JobText, word: string) {
  const values = {
    type: 'Internship',
    applyurl: `https://ada.example/${word}`,
    applyemail: `${word}@ada.example`,
  };
  return { ...jobBody(company), [name]: Reflect.get(values, name) ?? word };
}

test('a lone surrogate in a text of a draft becomes the replacement character', async () => {
  const body = { ...jobBody(company), title: 'Weaver \ud800', description: '\udc00' };
  const saved = await board.ask('POST', '/api/job-drafts', { token: editor, body });
  expect(saved).toMatchObject({
    status: 201,
    body: { job: { title: 'Weaver \ufffd', description: '\ufffd' } },
  });
});

describe.each(JOB_TEXTS)('the text %s of a job', (name) => {
  test('visitors read it on the job’s page and find the job by its words', async () => {
    const body = bodyWith(name, UNSEARCHED_TEXTS.includes(name) ? 'quokka' : 'quokka numbats');
    const posted = await board.ask('POST', '/api/jobs', { token: editor, body });
    expect(posted).toMatchObject({ status: 201, body: { [name]: Reflect.get(body, name) } });
    const page = await board.app.inject({ url: pages.job(posted.body.id) });
    const main = page.body.slice(page.body.indexOf('<main'), page.body.indexOf('</main>'));
    expect(main).toContain(Reflect.get(body, name));
    if (UNSEARCHED_TEXTS.includes(name)) return;
    for (const words of ['quokkas numbat', '"quokka numbats"']) {
      const found = await board.ask(
        'GET',
        `/api/jobs?q=${encodeURIComponent(words)}&mentions=true`,
      );
      expect(found.body.results, words).toMatchObject([{ id: posted.body.id }]);
    }
  });

  test('one as long as the API allows is stored, and a longer one is refused', async () => {
    const { body: api } = await board.ask('GET', '/api/openapi.json');
    const schema = JSON.stringify(api.components.schemas.NewJob.properties[name]);
    const maxLength = Number(/"maxLength":([1-9]\d*)/.exec(schema)?.[1]);
    if (Number.isNaN(maxLength)) return expect(name).toBe('type');
    const post = (length: number) => {
      // A label of a domain has at most 63 letters.
      const domain = Array.from({ length: 4 }, () => 'x'.repeat(50)).join('.');
      const text =
        name === 'applyemail'
          ? `@${domain}`.padStart(length, 'x')
          : 'https://ada.example/'.padEnd(length, 'x');
      const body = { ...jobBody(company), [name]: text };
      return board.ask('POST', '/api/jobs', { token: editor, body });
    };
    expect(await post(maxLength)).toMatchObject({ status: 201 });
    expect(await post(maxLength + 1)).toMatchObject({ status: 400 });
  });

  test('only the description may have several lines', async () => {
    const body = bodyWith(name, 'quokka\nnumbat');
    const { status } = await board.ask('POST', '/api/jobs', { token: editor, body });
    expect(status).toBe(['description', 'type'].includes(name) ? 201 : 400);
  });

  test('an edit without it is refused or keeps it', async () => {
    const body = bodyWith(name, 'quokka');
    const { body: posted } = await board.ask('POST', '/api/jobs', { token: editor, body });
    const edit = { ...jobBody(company), [name]: undefined };
    const url = `/api/jobs/${posted.id}`;
    const edited = await board.ask('PUT', url, { token: editor, body: edit });
    if (edited.status === 400) expect(edited.body.errors).toMatchObject([{ path: name }]);
    else expect(edited.body[name]).toBe(posted[name]);
  });

  test('the database refuses one that is too long', async () => {
    const job = await createJob(board.db, { company_id: company });
    const tooLong = { [name]: 'x'.repeat(DESCRIPTION_LENGTH + 1) };
    const update = board.db.update(jobs).set(tooLong).where(eq(jobs.id, job.id));
    await expect(update).rejects.toMatchObject({ cause: { code: '23514' } });
  });

  test('it stays in a draft, and in the job that is published from it', async () => {
    const body = bodyWith(name, 'quokka');
    const { body: draft } = await board.ask('POST', '/api/job-drafts', { token: editor, body });
    expect(draft.job).toMatchObject({ [name]: Reflect.get(body, name) });
    const url = `/api/job-drafts/${draft.id}`;
    await board.ask('PUT', url, { token: editor, body: { ...body, ...bodyWith(name, 'numbat') } });
    expect((await board.ask('POST', `${url}/submit`, { token: editor })).status).toBe(200);
    const published = await board.ask('GET', `/api/jobs/${draft.id}`);
    expect(published.body[name]).toBe(Reflect.get(bodyWith(name, 'numbat'), name));
  });

  test('a draft that was saved before jobs had it can be opened', async () => {
    const body = jobBody(company);
    const { body: draft } = await board.ask('POST', '/api/job-drafts', { token: editor, body });
    await removeText(draft.id, name);
    const opened = await board.ask('GET', `/api/job-drafts/${draft.id}`, { token: editor });
    const empty = name === 'type' ? 'Full-Time' : '';
    expect(opened).toMatchObject({ status: 200, body: { job: { [name]: empty } } });
  });

  test('an edit that was saved before jobs had it shows that of the published job', async () => {
    const text = Reflect.get(bodyWith(name, 'quokka'), name);
    const { id } = await createJob(board.db, { [name]: text, company_id: company });
    await createDraft(board.db, { id, job_id: id, company_id: company, state: 'review' });
    await removeText(id, name);
    const opened = await board.ask('GET', `/api/job-drafts/${id}`, { token: siteAdmin });
    expect(opened.body.job[name]).toBe(text);
  });

  test('an edit of it waits for a review, which the trail of changes records', async () => {
    const { body: job } = await board.ask('POST', '/api/jobs', {
      token: editor,
      body: jobBody(company),
    });
    const edited = Reflect.get(bodyWith(name, 'quokka'), name);
    const put = await reviewed.inject({
      method: 'PUT',
      url: `/api/jobs/${job.id}`,
      headers: { authorization: `Bearer ${editor}` },
      payload: bodyWith(name, 'quokka'),
    });
    expect(put.json()).toMatchObject({ state: 'review', [name]: job[name] });
    const url = `/api/job-drafts/${job.id}`;
    const inReview = await board.ask('GET', url, { token: siteAdmin });
    expect(inReview.body.job[name]).toBe(edited);
    await board.ask('POST', `${url}/approve`, { token: siteAdmin });
    expect((await board.ask('GET', `/api/jobs/${job.id}`)).body[name]).toBe(edited);
    const trail = await board.ask('GET', '/api/admin/audit?kind=job', { token: siteAdmin });
    expect(trail.body.results[0].fields).toContain(name);
  });
});
