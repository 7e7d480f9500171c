import type { InjectOptions } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { mails } from '#server/db/mail-tables.ts';
import { createMail } from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

beforeEach(async () => {
  await board.db.delete(mails);
});

const visit = (url: string, options: InjectOptions = {}) => board.app.inject({ url, ...options });

const HOSTILE = '<script>alert(1)</script>';

test('a board without a mail server displays its mails', async () => {
  expect((await visit('/dev/mail')).body).toContain('No emails yet');
  const { id } = await createMail(board.db, {
    subject: HOSTILE,
    status: 'captured',
    content: {
      heading: HOSTILE,
      paragraphs: [HOSTILE],
      code: '4829 1305',
      reason: 'You asked for it.',
    },
  });
  const list = await visit('/dev/mail');
  expect(list.body).toContain(`href="/dev/mail/${id}"`);
  const page = await visit(`/dev/mail/${id}`);
  expect(page.body).toContain('4829 1305');
  expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  const frame = await visit(`/dev/mail/${id}/html`);
  expect(frame.body).toContain('4829 1305');
  expect(frame.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  for (const response of [list, page, frame]) {
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).not.toContain(HOSTILE);
  }
});

test('the content of a captured mail is not displayed once it is deleted', async () => {
  const { id } = await createMail(board.db, { content: null });
  expect((await visit(`/dev/mail/${id}`)).body).toContain('The content was deleted.');
  expect((await visit(`/dev/mail/${id}/html`)).statusCode).toBe(404);
});

test('the page of an unknown mail answers 404', async () => {
  for (const id of ['x', '0199b2d7-8e41-7c3a-a5f6-3b9d0c7e2a14', '%00']) {
    expect((await visit(`/dev/mail/${id}`)).statusCode).toBe(404);
    expect((await visit(`/dev/mail/${id}/html`)).statusCode).toBe(404);
  }
});

test.each<[string, InjectOptions]>([
  ['another machine', { remoteAddress: '192.0.2.7' }],
  ['a client behind a proxy', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
  ['a site that points its name to this machine', { headers: { host: 'elsewhere.example' } }],
])('%s cannot read the mails', async (_, options) => {
  const { id } = await createMail(board.db, { subject: 'A secret' });
  for (const url of ['/dev/mail', `/dev/mail/${id}`, `/dev/mail/${id}/html`]) {
    const { statusCode, body } = await visit(url, options);
    expect(statusCode).toBe(403);
    expect(body).not.toContain('A secret');
  }
});

test('a board with a mail server or a public URL has no pages with captured mails', async () => {
  for (const settings of [
    { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'jobs@board.example' },
    { PUBLIC_URL: 'https://jobs.example' },
  ]) {
    const app = await buildTestApp(board, settings);
    const { statusCode } = await app.inject('/dev/mail');
    await app.close();
    expect(statusCode).toBe(404);
  }
});
