import { eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { companies, jobs } from '#server/db/schema.ts';
import { posting, setUpImports } from '#server/modules/sources/testing/ashby-files.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { createAccount } from '../support/factories.ts';
import { statement } from './statements.ts';

const { board, importJobs } = setUpImports();

const feed = (title: string) =>
  Array.from({ length: 20 }, (_, n) => posting({ id: `job-${n}`, title: `${title} ${n}` }));

test(statement(28), async () => {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  const token = await tokenFor(board.db, id);
  const find = async (sourceId: string) =>
    (await board.db.select().from(jobs).where(eq(jobs.source_id, sourceId)))[0];
  await importJobs(feed('Weaver'));
  const edited = await find('job-0');
  const body = {
    title: 'By hand',
    type: 'Contract',
    location: 'Porto',
    salary: '$60K - $70K',
    description: 'Written by a person.',
    applyurl: 'https://hand.example',
    company: { id: edited?.company_id },
  };
  const put = await board.ask('PUT', `/api/jobs/${edited?.id}`, { token, body });
  expect(put.status).toBe(200);
  const deleted = await find('job-1');
  expect((await board.ask('DELETE', `/api/jobs/${deleted?.id}`, { token })).status).toBe(204);

  expect((await importJobs(feed('Spinner')))?.counts).toMatchObject({ added: 0, updated: 18 });
  const { company, ...written } = body;
  expect(await find('job-0')).toMatchObject({ ...written, company_id: company.id });
  expect(await find('job-1')).toBeUndefined();

  expect((await importJobs(feed('Cut').slice(0, 1)))?.counts).toBeUndefined();
  expect(await board.db.$count(jobs, isNull(jobs.closed_at))).toBe(19);

  const path = `/api/companies/${edited?.company_id}`;
  expect((await board.ask('DELETE', path, { token })).status).toBe(204);
  await importJobs(feed('Weaver'));
  expect(await board.db.$count(companies)).toBe(0);
});
