import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type IdentityKey, loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { identity_keys } from '#server/db/identity-tables.ts';
import { actors } from '#server/db/personal-tables.ts';
import { jobs } from '#server/db/schema.ts';
import { createRenewalToken } from '#server/modules/jobs/renewal/token.ts';
import { defaultClosingDate, lastSoonDate } from '#shared/domain/job-lifetime.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { createAccount, createJob } from '../support/factories.ts';
import { buildTestApp, setUpTestBoard } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();

const SOON = lastSoonDate(new Date());

async function signingKey(db: typeof board.db): Promise<IdentityKey> {
  const [key] = await loadKeys(db);
  if (!key) throw new Error('there is no key');
  return key;
}

const renew = (token: string) => board.ask('POST', '/api/job-renewals', { body: { token } });

const rowOf = async (id: string) => (await board.db.select().from(jobs).where(eq(jobs.id, id)))[0];

async function keyOfPerson({ id }: { id: string }): Promise<string> {
  const [actor] = await board.db.select().from(actors).where(eq(actors.account_id, id));
  return actor?.key ?? '';
}

/** Replaces bytes of a token. */
function tamper(token: string, at: number, bytes: Buffer): string {
  const changed = Buffer.from(token, 'base64url');
  bytes.copy(changed, at);
  return changed.toString('base64url');
}

test(statement(46), async () => {
  const key = await signingKey(board.db);
  const job = await createJob(board.db, { validthrough: SOON });
  const other = await createJob(board.db, { validthrough: SOON });
  const endless = await createJob(board.db, { validthrough: '2099-01-01' });
  const recipient = await keyOfPerson(await createAccount(board.db, { role: 'siteadmin' }));
  const own = { id: job.id, validthrough: SOON, recipient };
  const token = createRenewalToken(key, own);
  const before = await board.db.select().from(jobs).orderBy(jobs.id);

  const another = await openTestDatabase();
  // Test databases are copies, and share a key.
  await another.db.delete(identity_keys);
  const foreignKey = await signingKey(another.db);
  const day = Buffer.alloc(4);
  day.writeUInt32BE(20_990_101);
  const forged = {
    'of another job': tamper(token, 0, Buffer.from(other.id.replaceAll('-', ''), 'hex')),
    'of another closing date': tamper(token, 16, day),
    'without its signature': tamper(token, 36, Buffer.alloc(16)),
    'with a bit changed': tamper(
      token,
      51,
      Buffer.of((Buffer.from(token, 'base64url')[51] ?? 0) ^ 1),
    ),
    'of another board': createRenewalToken(foreignKey, own),
    'signed with the private key’s id': createRenewalToken({ ...key, cookie_secret: key.id }, own),
    'of zeros': 'A'.repeat(70),
  };
  for (const [what, attempt] of Object.entries(forged)) {
    expect([what, (await renew(attempt)).status]).toEqual([what, 404]);
    const body = { token: attempt };
    const read = await board.ask('POST', '/api/job-renewals/read', { body });
    expect([what, read.status]).toEqual([what, 404]);
    expect(JSON.stringify(read.body)).not.toContain(job.title);
  }
  // Genuine tokens are refused if the date is wrong: here for a job with a different closing date, and for a job
  // without a closing date.
  const wrongDates = [
    createRenewalToken(key, { ...own, validthrough: '2099-01-01' }),
    createRenewalToken(key, { ...own, id: endless.id, validthrough: '2099-01-01' }),
  ];
  for (const attempt of wrongDates) expect((await renew(attempt)).status).toBe(409);
  // Opening the page and sending the token as anything but a body changes nothing.
  for (const url of ['/employers?renew=jobs', `/employers?renew=${token}`]) {
    const page = await board.app.inject({ url });
    expect([page.statusCode, page.body.includes(token.slice(0, 20))]).toEqual([200, false]);
  }
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const url = `/api/job-renewals?token=${token}`;
    expect((await board.app.inject({ method, url })).statusCode).toBe(404);
  }
  const headers = { 'content-type': 'text/plain' };
  expect(
    (await board.ask('POST', '/api/job-renewals', { body: `{"token":"${token}"}`, headers }))
      .status,
  ).toBe(415);
  expect(await board.db.select().from(jobs).orderBy(jobs.id)).toEqual(before);

  // A genuine token for a person who may not edit the job is refused, and so is this token with its recipient replaced
  // by a site admin.
  const stranger = await keyOfPerson(await createAccount(board.db, { role: 'companyadmin' }));
  const admin = await keyOfPerson(await createAccount(board.db, { role: 'siteadmin' }));
  const foreign = createRenewalToken(key, { ...own, recipient: stranger });
  expect((await renew(foreign)).status).toBe(409);
  const adminId = Buffer.from(admin.replace('actor-', '').replaceAll('-', ''), 'hex');
  expect((await renew(tamper(foreign, 20, adminId))).status).toBe(404);
  expect(await rowOf(job.id)).toMatchObject({ validthrough: SOON });

  // The renewal token is not an access token.
  const close = await board.ask('POST', `/api/jobs/${job.id}/close`, { token });
  expect(close.status).toBe(401);

  // Of many simultaneous uses, one renews the job. Afterwards none does, not even with an owner’s session.
  const uses = await Promise.all(Array.from({ length: 5 }, () => renew(token)));
  expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect((await renew(token)).status).toBe(409);
  expect(await rowOf(job.id)).toMatchObject({
    version: job.version + 1,
    validthrough: defaultClosingDate(new Date(), JOB_LIFETIME_DAYS),
    title: job.title,
    closed_at: null,
  });
  await another.close();
});

test('renewals without a session are limited for each client address', async () => {
  const app = await buildTestApp(board, { RATE_LIMIT_SCALE: '0.01' });
  const statuses: number[] = [];
  for (let call = 0; call < 4; call += 1) {
    const payload = { token: 'A'.repeat(70) };
    const response = await app.inject({ method: 'POST', url: '/api/job-renewals', payload });
    statuses.push(response.statusCode);
  }
  expect(statuses.at(-1)).toBe(429);
  await app.close();
});
