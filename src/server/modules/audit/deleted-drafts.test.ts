import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { accounts, jobs } from '#server/db/schema.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createDraft, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { eventsSince, newestEvent } from './testing/trail.ts';

const board = setUpTestBoard();
const { ask } = board;

const drafts = () => board.db.select().from(job_drafts).orderBy(job_drafts.id);

/**
 * Creates a company with a draft in each state, an edit of a published job in review, and a draft of someone who no
 * longer has an account.
 */
async function companyWithDrafts() {
  const { id: company_id } = await createCompany(board.db);
  const { id: author } = await createAccount(board.db, { role: 'companyadmin', company_id });
  const { id: former } = await createAccount(board.db);
  const { id: job_id } = await createJob(board.db, { company_id });
  await createDraft(board.db, { company_id, author, job: { title: 'Weaver', description: '' } });
  await createDraft(board.db, { company_id, author, state: 'review', signals: ['freemail'] });
  await createDraft(board.db, { company_id, author, state: 'rejected' });
  await createDraft(board.db, { company_id, author: former, job: { title: 'Dyer' } });
  await createDraft(board.db, { id: job_id, job_id, company_id, author, state: 'review' });
  return { company_id, author, former, job_id };
}

async function siteAdmin(): Promise<string> {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  return tokenFor(board.db, id);
}

test('a restored company gets its unpublished jobs back, unchanged except that their version is one higher', async () => {
  const { company_id, former } = await companyWithDrafts();
  await createDraft(board.db);
  const token = await siteAdmin();
  const before = await drafts();
  const since = await newestEvent(board.db);

  expect((await ask('DELETE', `/api/companies/${company_id}`, { token })).status).toBe(204);
  expect(await drafts()).toHaveLength(1);
  await board.db.delete(accounts).where(eq(accounts.id, former));
  const [deletion] = (await eventsSince(board.db, since)).filter(
    ({ kind, action }) => kind === 'company' && action === 'delete',
  );
  const restored = await ask('POST', `/api/admin/audit/${deletion?.id}/restore`, { token });
  expect([restored.status, restored.body]).toEqual([
    200,
    expect.objectContaining({ jobs: 1, drafts: 5, members: 1 }),
  ]);
  expect(await drafts()).toEqual(
    before.map((draft) => ({
      ...draft,
      version: draft.version + Number(draft.company_id === company_id),
      author: draft.author === former ? null : draft.author,
    })),
  );
});

test('the audit trail records the deletion and the restore of a company’s unpublished jobs, with the actor keys of their authors', async () => {
  const { company_id, author, former } = await companyWithDrafts();
  const token = await siteAdmin();
  const since = await newestEvent(board.db);
  await ask('DELETE', `/api/companies/${company_id}`, { token });
  await ask('POST', `/api/companies/${company_id}/restore`, { token });

  const list = await ask('GET', '/api/admin/audit?kind=draft&limit=100', { token });
  const events = list.body.results.filter(({ id }: { id: number }) => id > since);
  const named = (action: string) =>
    events.flatMap((event: { action: string; name: string }) =>
      event.action === action ? event.name : [],
    );
  expect(named('delete').sort()).toEqual(['Dyer', 'Maker', 'Maker', 'Maker', 'Weaver']);
  expect(named('create').sort()).toEqual(named('delete').sort());
  const { body } = await ask('GET', `/api/admin/audit/${events[0].id}`, { token });
  expect(body.actor.kind).toBe('person');
  const file = await ask('GET', '/api/admin/audit.csv?kind=draft&action=delete', { token });
  expect(String(file.body)).toContain('""field"":""author"",""before"":""actor-');
  const texts = String(file.body)
    .split('\r\n')
    .map((line) => line.slice(line.indexOf('"[')));
  for (const id of [author, former]) expect(texts.join()).not.toContain(id);
});

test('the deleted edit of a published job is not restored with the company unless the job is restored', async () => {
  const { company_id, job_id } = await companyWithDrafts();
  const token = await siteAdmin();
  await board.db.delete(jobs).where(eq(jobs.id, job_id));
  expect(await drafts()).toHaveLength(4);
  await ask('DELETE', `/api/companies/${company_id}`, { token });
  expect((await ask('POST', `/api/companies/${company_id}/restore`, { token })).status).toBe(200);
  expect(await drafts()).toHaveLength(4);
  expect(await board.db.$count(jobs)).toBe(0);
});
