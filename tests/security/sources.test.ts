import { eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { companies } from '#server/db/schema.ts';
import { source_previews, source_runs, sources } from '#server/db/source-tables.ts';
import { memberships } from '#server/db/team-tables.ts';
import { compressionBomb, redirect } from '#server/job-feeds/testing/feed-server-faults.ts';
import { runImporter } from '#server/modules/sources/runs/importer.ts';
import { claimPreview } from '#server/modules/sources/runs/lease.ts';
import { setUpSources } from '#server/modules/sources/testing/set-up-sources.ts';
import type { PreviewResult } from '#shared/contract/sources.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { statement } from './statements.ts';

const setup = setUpSources();
const { board } = setup;

/** Requests a preview through the API, lets a process make it, and returns its id and its result. */
async function preview(token: string, url: string, company?: string) {
  const body = { url, ...(company && { company }) };
  const asked = await board.ask('POST', '/api/source-previews', { token, body });
  if (asked.status !== 201) return { status: asked.status };
  await setup.preview();
  const { id } = asked.body as { id: string };
  const [row] = await board.db.select().from(source_previews).where(eq(source_previews.id, id));
  return { status: 201, id, result: row?.result as PreviewResult };
}

const siteAdmin = async () => {
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  return tokenFor(board.db, id);
};

test(statement(50), async () => {
  const token = await siteAdmin();
  const { server } = setup;
  server.connections.length = 0;
  for (const url of [
    'https://127.0.0.1/careers',
    'https://localhost/careers',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://acme.example:8443/',
  ]) {
    if (url.includes('localhost')) server.resolveTo('localhost', ['127.0.0.1']);
    const { result } = await preview(token, url);
    expect([url, result?.found, result?.error]).toEqual([url, null, expect.stringMatching(/./)]);
  }
  // A host name is refused if it resolves to a private IP address, even if it does so only the second time.
  server.resolveTo('private.example', ['10.0.0.1']);
  expect((await preview(token, 'https://private.example/')).result?.error).toMatch(/public/);
  server.resolveTo('mixed.example', ['93.184.215.14', '192.168.0.1']);
  expect((await preview(token, 'https://mixed.example/')).result?.error).toMatch(/public/);
  expect(server.connections).toEqual([]);
  // A redirect away from the system's hosts is not followed.
  server.answer(setup.urlOf('acme'), redirect('https://private.example/jobs'));
  const board1 = await preview(token, 'https://boards.greenhouse.io/acme');
  expect(board1.result?.error).toMatch(/./);
  expect(server.connections.map(({ address }) => address)).not.toContain('10.0.0.1');
  // Credentials, other schemes and tenants that are not names are refused before anything is read.
  for (const url of [
    'https://user:secret@acme.example/',
    'ftp://acme.example/',
    'file:///etc/passwd',
  ]) {
    expect((await preview(token, url)).status).toBe(400);
  }
  for (const url of [
    'https://boards.greenhouse.io/..%2f..%2fadmin',
    'https://boards.greenhouse.io/acme%3Ftoken=1',
    'https://jobs.lever.co/a%2Fb',
  ]) {
    const { result } = await preview(token, url);
    expect([url, result?.found]).toEqual([url, null]);
  }
  // A decompression bomb ends as soon as it exceeds the limit, and the run fails without harm.
  server.answer(setup.urlOf('bomb'), compressionBomb('gzip', 1024 ** 3));
  const bomb = await preview(token, 'https://boards.greenhouse.io/bomb');
  expect(bomb.result?.error).toMatch(/./);
});

test(statement(51), async () => {
  const { server } = setup;
  const company = await createCompany(board.db, {
    website: 'https://acme.example',
    trusted_website: 'https://acme.example',
  });
  const owner = await createAccount(board.db, { role: 'companyadmin', company_id: company.id });
  await board.db
    .insert(memberships)
    .values({ account_id: owner.id, company_id: company.id, role: 'owner' })
    .onConflictDoNothing();
  const token = await tokenFor(board.db, owner.id);
  setup.list('acme', [{ id: 1 }]);
  setup.list('rival', [{ id: 2 }]);
  const page = (tenant: string) => ({
    text: `<html><a href="https://boards.greenhouse.io/${tenant}">Jobs</a></html>`,
    headers: { 'content-type': 'text/html' },
  });
  server.answer('https://acme.example/careers', page('acme'));
  server.answer('https://elsewhere.example/careers', page('acme'));

  const stateOf = async (url: string) => {
    await board.db.delete(sources);
    const { id } = await preview(token, url, company.id);
    const made = await board.ask('POST', '/api/sources', { token, body: { preview: id } });
    return [made.status, (made.body as { state: string }).state];
  };
  expect(await stateOf('https://acme.example/careers')).toEqual([201, 'active']);
  // These sources wait for approval: one is the board of a different company, the other is named only on a page that
  // proves nothing.
  expect(await stateOf('https://boards.greenhouse.io/rival')).toEqual([201, 'proposed']);
  expect(await stateOf('https://elsewhere.example/careers')).toEqual([201, 'proposed']);
  // A website that the owner writes into the company proves nothing.
  await board.db
    .update(companies)
    .set({ website: 'https://elsewhere.example' })
    .where(eq(companies.id, company.id));
  expect(await stateOf('https://elsewhere.example/careers')).toEqual([201, 'proposed']);

  // A proposed source is not read, and the owner cannot approve it.
  const [proposed] = await board.db.select().from(sources);
  const path = `/api/sources/${proposed?.id}`;
  expect((await board.ask('POST', `${path}/resume`, { token })).status).toBe(403);
  expect((await board.ask('POST', `${path}/run`, { token, body: {} })).status).toBe(409);
  await expect(setup.run(proposed?.id ?? '')).rejects.toThrow('no source is due');
  const approved = await board.ask('POST', `${path}/resume`, { token: await siteAdmin() });
  expect([approved.status, (approved.body as { state: string }).state]).toEqual([200, 'active']);

  // Neither an editor nor the owner of a different company can add a source.
  const editor = await createAccount(board.db, { role: 'companyadmin', company_id: company.id });
  await board.db
    .update(memberships)
    .set({ role: 'editor' })
    .where(eq(memberships.account_id, editor.id));
  const other = await createAccount(board.db, {
    role: 'companyadmin',
    company_id: (await createCompany(board.db)).id,
  });
  for (const { id } of [editor, other]) {
    const refused = await preview(
      await tokenFor(board.db, id),
      'https://acme.example/careers',
      company.id,
    );
    expect(refused.status).toBe(403);
  }
});

/** Requests a preview of a URL for a process to make, and returns a function that reads it. */
async function requested(url: string) {
  const token = await siteAdmin();
  const { body } = await board.ask('POST', '/api/source-previews', { token, body: { url } });
  const { id } = body as { id: string };
  return async () => {
    const [row] = await board.db.select().from(source_previews).where(eq(source_previews.id, id));
    return row?.result;
  };
}

const UNREADABLE = 'This site is too large or malformed to read.';

test(statement(54), async () => {
  const { server } = setup;
  const page = (script: string) => ({
    text: `<script type="application/ld+json">${script}</script>`,
    headers: { 'content-type': 'text/html' },
  });
  const names = Array.from({ length: 95 }, (_, n) => `n${n}`.padEnd(4_000, 'x'));
  const tags = (start: string) => names.map((name) => `<${start}${name}>`);
  const longNames = [...tags(''), '<b/>'.repeat(200_000), ...tags('/').reverse()].join('');
  // Within the limit of a response, but its objects need more memory than a reader may use.
  const bomb = { text: `{"results":[${'{},'.repeat(10_000_000)}{}],"next":""}` };
  server.answerHost('bomb.example', bomb);
  server.answer('https://robots.example/robots.txt', { text: 'allow'.repeat(100_000) });
  server.answer('https://robots.example/', page(''));
  server.answer('https://comment.example/', page(`{}-->${' '.repeat(3_900_000)}x`));
  server.answer('https://type.example/', page('{"@type":{"toString":null,"valueOf":null}}'));
  server.answer(
    'https://nested.example/',
    page(`{"@type":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  );
  server.answer('https://names.example/jobs.xml', { text: longNames });
  const hostile = [
    ['board', 'https://bomb.example/api/jobs'],
    ['json-ld', 'https://robots.example/'],
    ['json-ld', 'https://comment.example/'],
    ['xml', 'https://names.example/jobs.xml'],
    ['json-ld', 'https://type.example/'],
    ['json-ld', 'https://nested.example/'],
  ] as const;
  for (const [index, [system, tenant]] of hostile.entries()) {
    await setup.addSource(tenant, { system, next_run_at: new Date(index) });
  }
  for (let id = 1; id <= 10; id++) {
    setup.list(`honest${id}`, [{ id }]);
    await setup.addSource(`honest${id}`);
  }
  const ending = new AbortController();
  const clock = () => new Date();
  const options = { ...setup.options(), clock, pollInterval: 50, signal: ending.signal };
  const running = runImporter(options);
  const runs = () =>
    board.db
      .select({ tenant: sources.tenant, source: sources, run: source_runs })
      .from(source_runs)
      .innerJoin(sources, eq(sources.id, source_runs.source_id))
      .where(isNotNull(source_runs.ended_at));
  await expect.poll(async () => (await runs()).length).toBe(hostile.length + 10);
  const ended = await runs();
  expect(ended.filter(({ run }) => run.outcome === 'applied').map(({ tenant }) => tenant)).toEqual(
    expect.arrayContaining(Array.from({ length: 10 }, (_, index) => `honest${index + 1}`)),
  );
  const failed = ended.find(({ tenant }) => tenant === 'https://bomb.example/api/jobs');
  expect(failed).toMatchObject({
    run: { outcome: 'failed', error: UNREADABLE },
    source: { failures: 1, leased_until: null },
  });
  expect(failed?.source.next_run_at.getTime()).toBeGreaterThan(Date.now());

  // The same holds for a preview, and the process goes on.
  const previewed = await requested('https://bomb.example/api/jobs');
  await expect.poll(() => previewed().then((result) => result?.error)).toBe(UNREADABLE);
  const next = await requested('https://boards.greenhouse.io/honest1');
  await expect.poll(() => next().then((result) => result?.jobs)).toBe(1);
  ending.abort();
  await running;
  expect(await claimPreview(board.db, new Date(Date.now() + 24 * 60 * 60 * 1_000))).toBeUndefined();
});
