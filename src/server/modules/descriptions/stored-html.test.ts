import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { RENDERER_VERSION } from '#server/content/markdown/render-html.ts';
import { CHANNEL } from '#server/db/change-listener.ts';
import { company_html, job_html } from '#server/db/html-tables.ts';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { restoreDeleted } from '../audit/restore.ts';
import { renderMissing } from './commands.ts';

const board = setUpTestBoard();

let token: string;
beforeEach(async () => {
  token = await tokenFor(board.db, (await createAccount(board.db, { role: 'siteadmin' })).id);
});

/** HTML that the renderer never produces. If a response contains it, it came from the database. */
const STORED = '<p>stored</p>\n';

async function storedJobHtml(id: string) {
  const [row] = await board.db.select().from(job_html).where(eq(job_html.id, id));
  return row;
}

const jobAs = async (id: string, form: string) =>
  (await board.get(`/api/jobs/${id}?description=${form}`)).body;

describe('a description that a person saves', () => {
  test('is stored with its HTML, and responses contain this HTML', async () => {
    const company = await createCompany(board.db);
    const body = {
      title: 'Weaver',
      type: 'Full-Time',
      location: 'Lisbon',
      salary: '$60K - $70K',
      description: 'Weave *well*.',
      applyurl: 'https://ada.example',
      company: { id: company.id },
    };
    const { body: job } = await board.ask('POST', '/api/jobs', { token, body });
    expect(await storedJobHtml(job.id)).toMatchObject({
      renderer: RENDERER_VERSION,
      html: '<p>Weave <em>well</em>.</p>\n',
    });
    await board.db.update(job_html).set({ html: STORED });
    expect(await jobAs(job.id, 'html')).toMatchObject({ description: STORED });
    const list = await board.get('/api/jobs?description=html');
    expect(list.body.results).toMatchObject([{ description: STORED }]);
    expect((await board.app.inject({ url: '/jobs.json' })).body).toContain('stored');
    // The other formats are derived from the Markdown and not from the stored HTML.
    expect(await jobAs(job.id, 'markdown')).toMatchObject({ description: 'Weave *well*.' });
    expect(await jobAs(job.id, 'text')).toMatchObject({ description: 'Weave well.' });

    const edited = { ...body, description: 'Spin.' };
    expect((await board.ask('PUT', `/api/jobs/${job.id}`, { token, body: edited })).status).toBe(
      200,
    );
    expect(await storedJobHtml(job.id)).toMatchObject({ html: '<p>Spin.</p>\n' });
    expect((await board.ask('DELETE', `/api/jobs/${job.id}`, { token })).status).toBe(204);
    expect(await storedJobHtml(job.id)).toBeUndefined();
  });

  test('the description of a company is also stored with its HTML', async () => {
    const body = { name: 'Loom', description: 'We *weave*.', website: 'https://loom.example' };
    const { body: company } = await board.ask('POST', '/api/companies', { token, body });
    const path = `/api/companies/${company.id}`;
    await board.db.update(company_html).set({ html: STORED });
    expect((await board.get(`${path}?description=html`)).body.description).toBe(STORED);
    const { id } = await createJob(board.db, { company_id: company.id });
    expect((await jobAs(id, 'html')).company.description).toBe(STORED);
    const edited = { ...body, id: company.id, description: 'We spin.' };
    expect((await board.ask('PUT', path, { token, body: edited })).status).toBe(200);
    expect((await board.get(`${path}?description=html`)).body.description).toBe(
      '<p>We spin.</p>\n',
    );
    expect((await board.get(path)).body.description).toBe('We spin.');
  });
});

describe('HTML that is missing or outdated', () => {
  const description = '**Made** elsewhere.';
  const html = '<p><strong>Made</strong> elsewhere.</p>\n';

  /** Rows with missing or outdated HTML, as earlier versions of the board and other programs leave them behind. */
  const STATES: [string, (id: string) => Promise<unknown>][] = [
    ['no HTML is stored', async () => {}],
    [
      'the description changed after the HTML was stored',
      async (id) => {
        await board.db.update(jobs).set({ description: 'Before.' }).where(eq(jobs.id, id));
        await renderMissing(board.db);
        await board.db.execute(sql`update jobs set description = ${description} where id = ${id}`);
      },
    ],
    [
      'an earlier renderer produced the HTML',
      async () => {
        await renderMissing(board.db);
        await board.db.update(job_html).set({ renderer: RENDERER_VERSION - 1, html: STORED });
      },
    ],
  ];

  test.each(STATES)(
    'the next read renders HTML that is missing or outdated, and stores it: %s',
    async (_, prepare) => {
      const { id } = await createJob(board.db, { description });
      await prepare(id);
      expect((await board.get('/api/jobs?description=html')).body.results).toMatchObject([
        { description: html },
      ]);
      expect(await jobAs(id, 'html')).toMatchObject({ description: html });
      const current = { renderer: RENDERER_VERSION, html };
      await expect.poll(() => storedJobHtml(id)).toMatchObject(current);
    },
  );

  test('stored HTML of a newer renderer is not replaced', async () => {
    const { id } = await createJob(board.db, { description });
    await renderMissing(board.db);
    await board.db.update(job_html).set({ renderer: RENDERER_VERSION + 1, html: STORED });
    expect(await jobAs(id, 'html')).toMatchObject({ description: html });
    await renderMissing(board.db);
    expect(await storedJobHtml(id)).toMatchObject({ renderer: RENDERER_VERSION + 1, html: STORED });
  });

  test('the scheduled task renders missing HTML of any number of rows', async () => {
    const { id: company_id } = await createCompany(board.db);
    await board.db.execute(sql`
      insert into jobs (id, company_id, title, type, location, description)
      select gen_random_uuid(), ${company_id}, 'Weaver', 'Full-Time', 'Lisbon', 'Job *' || n || '*'
      from generate_series(1, 120) n`);
    expect(await renderMissing(board.db)).toBe(121);
    expect(await board.db.$count(job_html)).toBe(120);
    await board.db.update(job_html).set({ renderer: 0, html: STORED });
    expect(await renderMissing(board.db)).toBe(120);
    expect(await board.db.$count(job_html, eq(job_html.html, STORED))).toBe(0);
    expect(await renderMissing(board.db)).toBe(0);
  });

  test('the HTML of a restored company is rendered again', async () => {
    const { id } = await createJob(board.db, { description });
    await renderMissing(board.db);
    const [company] = await board.db.select().from(companies);
    const path = `/api/companies/${company?.id}`;
    expect((await board.ask('DELETE', path, { token })).status).toBe(204);
    expect(await board.db.$count(company_html)).toBe(0);
    const events = await board.db.select().from(audit_events).orderBy(audit_events.id);
    const event = events.findLast(({ kind, action }) => kind === 'company' && action === 'delete');
    await restoreDeleted(board.db, event?.id ?? 0);
    expect(await jobAs(id, 'html')).toMatchObject({ description: html });
  });

  test('storing HTML does not change the row, its ETag or the audit trail', async () => {
    const { id, company_id } = await createJob(board.db, { description });
    const state = async () => ({
      jobs: await board.db.select().from(jobs),
      companies: await board.db.select().from(companies),
      events: await board.db.$count(audit_events),
      tags: await Promise.all(
        [`/api/jobs/${id}`, `/api/companies/${company_id}`].map(
          async (url) => (await board.app.inject({ url })).headers.etag,
        ),
      ),
    });
    const before = await state();
    const notices: string[] = [];
    const client = new pg.Client({ connectionString: board.databaseUrl });
    await client.connect();
    try {
      client.on('notification', ({ payload }) => notices.push(payload ?? ''));
      await client.query(`listen ${CHANNEL}`);
      expect(await renderMissing(board.db)).toBe(2);
      await jobAs(id, 'html');
      // Notifications arrive in order, so all earlier ones have arrived before this one.
      await board.db.execute(sql`select pg_notify(${CHANNEL}, 'last')`);
      await expect.poll(() => notices).toContain('last');
    } finally {
      await client.end();
    }
    expect(notices).toEqual(['last']);
    expect(await state()).toEqual(before);
  });
});
