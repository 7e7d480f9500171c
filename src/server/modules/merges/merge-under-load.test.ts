import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit_events, companies, jobs } from '#server/db/schema.ts';
import { restoreDeleted } from '#server/modules/audit/restore.ts';
import { posting, setUpImports } from '#server/modules/sources/testing/ashby-files.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, jobBody } from '#tests/support/factories.ts';

const { board, importJobs } = setUpImports();
const { ask } = board;

const JOBS_EACH = 5_000;
const FEED_SIZE = 100;

const feedOf = (name: string) =>
  Array.from({ length: FEED_SIZE }, (_, number) =>
    posting({
      id: `${name}-${number}`,
      title: `${name} job ${number}`,
      jobUrl: `https://jobs.example/${name}/${number}`,
    }),
  );

/** Imports the feed of a company, and adds jobs until it has `JOBS_EACH`. Returns its id. */
async function largeCompany(name: string): Promise<string> {
  await importJobs(feedOf(name), `${name}.json`);
  const [company] = await board.db.select().from(companies).where(eq(companies.name, name));
  await board.db.execute(sql`
    insert into jobs (id, company_id, title, type, location, description, applyurl, closed_at)
    select gen_random_uuid(), ${company?.id}, ${name} || ' ' || number, 'Full-Time', 'Lisbon',
      'You will make things of kind ' || number || '.', '', case when number % 10 = 0 then now() end
    from generate_series(1, ${JOBS_EACH - FEED_SIZE}) as number`);
  return company?.id ?? '';
}

const jobsBy = async () => {
  const rows = await board.db
    .select({ id: jobs.id, company: jobs.company_id, closed: jobs.closed_at })
    .from(jobs);
  return new Map(rows.map(({ id, company, closed }) => [id, `${company} ${closed !== null}`]));
};

test('no job is lost, doubled or unreachable if companies of 5,000 jobs each are merged while people browse, post and import', async () => {
  const into = await largeCompany('one');
  const from = await largeCompany('two');
  const { id: adminId } = await createAccount(board.db, { role: 'siteadmin' });
  const admin = await tokenFor(board.db, adminId);
  const owner = await createAccount(board.db, { role: 'companyadmin', company_id: from });
  const poster = await tokenFor(board.db, owner.id);
  const before = await jobsBy();
  const sample = (isClosed: boolean) =>
    [...before].filter(([, state]) => state.endsWith(String(isClosed))).slice(-5);
  const samples = [...sample(true), ...sample(false)].map(([id]) => id);

  let isMerged = false;
  const posted: string[] = [];
  const merging = ask('POST', `/api/companies/${from}/merge`, {
    token: admin,
    body: { into },
  }).then((response) => {
    isMerged = true;
    return response;
  });

  /** Repeats the action until the companies are merged, and then performs it once more. */
  async function untilMerged(action: () => Promise<void>): Promise<void> {
    while (!isMerged) await action();
    await action();
  }

  async function browse() {
    const statuses = new Set<string>();
    await untilMerged(async () => {
      for (const id of samples) {
        const { statusCode } = await board.app.inject(`/api/jobs/${id}`);
        const isClosed = before.get(id)?.endsWith('true');
        statuses.add(`${isClosed ? 'closed' : 'open'} job ${statusCode}`);
      }
      const former = await board.app.inject(`/companies/${from}`);
      statuses.add(`company ${former.statusCode}`);
      const list = await board.app.inject(`/api/jobs?company=${into}&limit=1`);
      statuses.add(`list ${list.statusCode}`);
    });
    return [...statuses].sort();
  }

  async function post() {
    await untilMerged(async () => {
      const body = jobBody(from, { title: `Posted ${posted.length}` });
      const response = await ask('POST', '/api/jobs', { token: poster, body });
      expect(response.status).toBe(201);
      posted.push(response.body.id);
    });
  }

  async function importBoth() {
    await untilMerged(async () => {
      for (const name of ['two', 'one']) {
        const outcome = await importJobs(feedOf(name), `${name}.json`);
        expect(outcome).toMatchObject({ counts: { added: 0, closed: 0 } });
      }
    });
  }

  const [merged, seen] = await Promise.all([merging, browse(), post(), importBoth()]);
  expect(merged.status).toBe(200);
  expect(seen).toEqual([
    'closed job 410',
    'company 200',
    'company 301',
    'list 200',
    'open job 200',
  ]);
  const after = await jobsBy();
  const expected = [...before].map(([id, state]) => [id, state.replace(from, into)] as const);
  expect(after).toEqual(
    new Map([...expected, ...posted.map((id) => [id, `${into} false`] as const)]),
  );
  const list = await board.app.inject(`/api/jobs?company=${into}&limit=1&counts=true`);
  const open = [...after.values()].filter((state) => state === `${into} false`).length;
  expect(list.json().total).toBe(open);

  const { rows } = await board.db.execute<{ id: string }>(
    sql`select max(id) as id from ${audit_events} where kind = 'merge'`,
  );
  await restoreDeleted(board.db, Number(rows[0]?.id));
  const restored = await jobsBy();
  for (const id of posted) restored.delete(id);
  expect(restored).toEqual(before);
}, 300_000);
