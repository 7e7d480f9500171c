import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { board_settings } from '#server/db/setting-tables.ts';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { type CachedBoard, startCachedBoard } from '#tests/support/cached-board.ts';
import { createAccount, createCompany, jobBody } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

/** A server that follows the settings. */
let server: CachedBoard;

beforeAll(async () => {
  server = await startCachedBoard(board.database);
});
afterAll(() => server.close());

type Question = { token?: string; body?: object };

async function ask(method: string, path: string, { token, body }: Question = {}) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { status, text } = await server.ask(path, { method, headers, body });
  return { status, body: text && JSON.parse(text) };
}

let boss: string;
let employer: string;
let company: string;

beforeEach(async () => {
  await board.db.delete(board_settings);
  company = (await createCompany(board.db, { name: 'Loom Labs' })).id;
  const admin = await createAccount(board.db, { role: 'siteadmin', name: 'Boss' });
  boss = await tokenFor(board.db, admin.id);
  const { id } = await createAccount(board.db, { role: 'companyadmin', company_id: company });
  employer = await tokenFor(board.db, id);
});

const set = async (body: Partial<BoardSettings>) => {
  expect((await ask('PUT', '/api/admin/settings', { token: boss, body })).status).toBe(200);
};
const post = (values: object = {}) =>
  ask('POST', '/api/jobs', { token: employer, body: { ...jobBody(company), ...values } });

describe('employment types', () => {
  test('a new job has one of those that the board offers', async () => {
    await set({ types: ['Internship', 'Full-Time'] });
    expect((await post({ type: 'Full-Time' })).status).toBe(201);
    const { status, body } = await post({ type: 'Contract' });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        path: 'type',
        message: 'must be one of the employment types of this board: Full-Time, Internship',
      },
    ]);
  });

  test('an earlier job may keep its type, but not change to another that is not offered', async () => {
    const { body: job } = await post({ type: 'Contract' });
    await set({ types: ['Full-Time'] });
    const edit = (values: object) =>
      ask('PUT', `/api/jobs/${job.id}`, { token: employer, body: { ...job, ...values } });
    expect((await edit({ title: 'Head weaver' })).status).toBe(200);
    expect((await edit({ type: 'Part-Time' })).status).toBe(400);
    expect((await edit({ type: 'Full-Time' })).status).toBe(200);
  });

  test('at least one is offered', async () => {
    const { status, body } = await ask('PUT', '/api/admin/settings', {
      token: boss,
      body: { types: [] },
    });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'types', message: 'must contain a type' }],
    ]);
  });
});

test('a new job is open for the days that the board says, and so is a renewed or reopened one', async () => {
  await set({ daysopen: 10 });
  const inDays = (days: number) => defaultClosingDate(new Date(), days);
  const { body: job } = await post({ validthrough: undefined });
  expect(job.validthrough).toBe(inDays(10));
  await set({ daysopen: 30 });
  const path = `/api/jobs/${job.id}`;
  const renewed = await ask('POST', `${path}/renew`, { token: employer });
  expect(renewed.body.validthrough).toBe(inDays(30));
  await set({ daysopen: 45 });
  const body = { action: 'renew', ids: [job.id] };
  await ask('POST', '/api/jobs/bulk', { token: employer, body });
  await server.settle();
  expect((await ask('GET', path)).body.validthrough).toBe(inDays(45));
});

test('on a board that adds companies itself, nobody claims or registers one', async () => {
  const { id } = await createAccount(board.db, { role: 'user' });
  const token = await tokenFor(board.db, id);
  const claim = () => ask('POST', '/api/claims', { token, body: { company: { id: company } } });
  await set({ registration: 'nobody' });
  const { status, body } = await claim();
  expect([status, body.detail]).toEqual([
    403,
    'This board adds companies itself. Ask its operator, or an owner of your company for an invitation.',
  ]);
  await set({ registration: 'everyone' });
  expect((await claim()).status).toBe(201);
});

test.each([
  [{ currency: 'XYZ' }, 'currency', 'must be the code of a currency, such as EUR'],
  [{ daysopen: 0 }, 'daysopen', 'must be a whole number from 1 to 365'],
  [{ timezone: '+01:00' }, 'timezone', 'must be an IANA time zone, such as Europe/Berlin'],
  [{ moderation: 'always' }, 'moderation', 'must be one of daily, hourly, never'],
  [{ contact: 'nobody' }, 'contact', expect.stringContaining('email address')],
])('%j is refused', async (body, path, message) => {
  const { status, body: problem } = await ask('PUT', '/api/admin/settings', { token: boss, body });
  expect([status, problem.errors]).toEqual([400, [{ path, message }]]);
});
