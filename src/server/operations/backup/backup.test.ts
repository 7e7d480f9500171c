import { writeFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { requestCode } from '#server/auth/embedded-provider/codes.ts';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { insertPasskey } from '#server/auth/embedded-provider/passkeys.ts';
import { recordSession } from '#server/auth/embedded-provider/sessions.ts';
import { EMAIL_ISSUER, findOrCreateUser } from '#server/auth/embedded-provider/users.ts';
import { DEFAULT_RATES } from '#server/content/pay/exchange-rates.ts';
import { openDeletionList } from '#server/content/storage/deletion-list.ts';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import {
  alert_addresses,
  alert_changes,
  alert_confirmations,
  alert_matches,
  alert_run,
  alert_sent_jobs,
  alerts,
} from '#server/db/alert-tables.ts';
import { categories, job_categories } from '#server/db/category-tables.ts';
import { listenForChanges } from '#server/db/change-listener.ts';
import { company_claims, company_name_skeletons } from '#server/db/claim-tables.ts';
import { inbox_digests } from '#server/db/inbox-tables.ts';
import { job_reminders, reminder_opt_outs } from '#server/db/job-reminder-tables.ts';
import { mail_state } from '#server/db/mail-tables.ts';
import { hidden_companies, job_marks } from '#server/db/mark-tables.ts';
import { company_merges, job_merges, merge_leftovers } from '#server/db/merge-tables.ts';
import { pages } from '#server/db/page-tables.ts';
import { account_deletions, data_export_parts, data_exports } from '#server/db/personal-tables.ts';
import { idempotency_keys, jobs, uploads } from '#server/db/schema.ts';
import { board_settings } from '#server/db/setting-tables.ts';
import {
  distinct_jobs,
  source_hosts,
  source_jobs,
  source_previews,
  source_runs,
  sources,
} from '#server/db/source-tables.ts';
import { invitations, sent_invitations } from '#server/db/team-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import { storeSearch } from '#server/modules/alerts/searches/store-search.ts';
import { restoreDeleted } from '#server/modules/audit/restore.ts';
import { deleteJob } from '#server/modules/audit/testing/trail.ts';
import { renderMissing } from '#server/modules/descriptions/commands.ts';
import { storeExchangeRates, storeTimeZone } from '#server/modules/facts/commands.ts';
import { copyDeletions } from '#server/modules/personal-data/deletion/copy-deletions.ts';
import { digestKey, erasePerson } from '#server/modules/personal-data/deletion/erase-person.ts';
import {
  addFullPerson,
  rowsWith,
  tablesWith,
} from '#server/modules/personal-data/testing/full-person.ts';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { refreshSuggestions } from '#server/modules/search/suggestions/refresh-suggestions.ts';
import { removeUnusedUploads, storeUpload } from '#server/modules/uploads/commands.ts';
import { recordRun } from '#server/operations/system/task-runs.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import {
  createAccount,
  createCompany,
  createDraft,
  createJob,
  createMail,
  createRename,
  createReport,
} from '#tests/support/factories.ts';
import { buildTestApp } from '#tests/support/test-app.ts';
import { openDatabaseAt } from '#tests/support/test-database.ts';
import {
  backUp,
  emptyBoard,
  emptyLocation,
  newFile,
  query,
  restore,
  tablesOf,
  uploadsOf,
} from './testing/boards.ts';

const ODD = 'Tab\t, line\nfeed, \\N, \\. , "quotes", ’ü😀 and \u0001';

/** Creates a board with rows in every table. */
async function filledBoard() {
  const board = await emptyBoard();
  const { db } = board;
  const storage = openUploadStorage(board);
  const logo = await storeUpload(db, storage, Buffer.from('a logo'));
  const company = await createCompany(db, { name: 'Loom Labs', logo });
  const job = await createJob(db, { company_id: company.id, title: 'Weaver', description: ODD });
  await createJob(db, { company_id: company.id, closed_at: new Date() });
  const deleted = await deleteJob(db, (await createJob(db, { company_id: company.id })).id);
  await storeExchangeRates(db, DEFAULT_RATES);
  await storeTimeZone(db, 'Europe/Berlin');
  await db.execute(sql`select compact_counts()`);
  const later = await createJob(db, { company_id: company.id, location: 'Oslo' });
  await createAccount(db, { id: 'embedded|ada', role: 'companyadmin', company_id: company.id });
  await refreshDictionary(db);
  await refreshSuggestions(db);
  await renderMissing(db);
  const key = { account_id: 'ada', key: 'k', digest: '', thing_id: job.id };
  await db.insert(idempotency_keys).values(key);
  const keys = await loadKeys(db);
  const userId = await findOrCreateUser(db, {
    issuer: EMAIL_ISSUER,
    subject: 'ada@example.com',
    verifiedEmail: 'ada@example.com',
    name: 'Ada',
  });
  await insertPasskey(db, {
    id: uuidv7(),
    credential_id: 'a',
    user_id: userId,
    public_key: '',
    counter: 0,
    transports: ['internal'],
    name: 'Phone',
  });
  await requestCode(
    db,
    { interaction: 'a', email: 'ada@example.com', network: '192.0.2.1' },
    { keys, scale: 1, send: async () => true },
  );
  await recordSession(db, { id: 'a', userId: 'embedded|ada', userAgent: 'A browser' });
  await createMail(db, { status: 'queued' });
  await db.insert(invitations).values({
    company_id: company.id,
    email: 'ada@example.com',
    role: 'editor',
    token_digest: '',
    expires_at: new Date(),
  });
  await db.insert(job_marks).values({ account_id: 'embedded|ada', job_id: job.id, note: 'Nice' });
  await db.insert(hidden_companies).values({ account_id: 'embedded|ada', company_id: company.id });
  await recordRun(db, 'mails', true);
  await db.insert(sent_invitations).values({ email: 'ada@example.com' });
  await createDraft(db, { company_id: company.id, author: 'embedded|ada', state: 'review' });
  await createRename(db, { company_id: company.id, account_id: 'embedded|ada' });
  await createReport(db, { job_id: job.id, email: 'ada@example.com' });
  await db.insert(job_reminders).values({ job_id: job.id, validthrough: '2026-11-30' });
  await db
    .insert(company_claims)
    .values({ id: uuidv7(), account_id: 'embedded|ada', company_id: company.id });
  await db
    .insert(company_name_skeletons)
    .values({ company_id: company.id, name: company.name, version: 1, skeletons: ['loom'] });
  const former = { id: uuidv7(), into_id: company.id, source: null, source_id: null, logo: '' };
  const moved = {
    members: [],
    promoted: [],
    acting: [],
    invitations: [],
    drafts: [],
    claims: [],
    sources: [],
  };
  await db.insert(company_merges).values({ ...former, moved });
  await db.insert(merge_leftovers).values({ merge_id: former.id, kind: 'claim', content: {} });
  await db.insert(job_merges).values({ id: uuidv7(), into_id: job.id, merge_id: former.id });
  const source_id = uuidv7();
  await db.insert(sources).values({
    id: source_id,
    company_id: company.id,
    system: 'greenhouse',
    tenant: 'loom',
    state: 'paused',
    paused_by: 'person',
  });
  await db.insert(source_jobs).values({ source_id, external_id: '1', job_id: job.id });
  await db.insert(source_runs).values({ source_id, outcome: 'failed', error: 'It is gone.' });
  await db.insert(source_previews).values({ id: uuidv7(), url: 'https://loom.example' });
  await db.insert(source_hosts).values({ host: 'loom.example', free_at: new Date() });
  await db.insert(distinct_jobs).values({ job_id: job.id, other_id: later.id });
  const address_id = uuidv7();
  await db
    .insert(alert_addresses)
    .values({ id: address_id, address: 'ada@example.com', link_secret: 'a', time_zone: 'UTC' });
  const search_id = await storeSearch(db, { q: 'weaver' });
  await db
    .insert(alerts)
    .values({ id: uuidv7(), address_id, search_id, frequency: 'daily', confirmed_at: new Date() });
  await db.insert(alert_matches).values({ search_id, job_id: job.id });
  await db.insert(alert_sent_jobs).values({ address_id, job_key: job.id });
  await db.insert(alert_confirmations).values({ id: uuidv7(), network: 'a' });
  await db.insert(alert_changes).values({ job_id: job.id });
  await db.insert(alert_run).values({ jobs: [job.id], numbers: [1] });
  const export_id = uuidv7();
  await db.insert(data_exports).values({ id: export_id, account_id: 'embedded|ada' });
  await db.insert(data_export_parts).values({ export_id, number: 1, content: '{}' });
  await db.insert(inbox_digests).values({ account_id: 'embedded|ada', is_wanted: false });
  await db.insert(reminder_opt_outs).values({ account_id: 'embedded|ada' });
  await db.insert(board_settings).values({ values: { name: 'Loom Jobs' } });
  await db
    .insert(pages)
    .values({ slug: 'ethics', title: 'Ethics', text: 'We pay.', place: 'menu', position: 10 });
  await db.insert(categories).values({ slug: 'weaving', name: 'Weaving', position: 0 });
  await db.insert(job_categories).values({ job_id: job.id, category: 'weaving', belongs: true });
  await db.insert(account_deletions).values({ digest: digestKey('a'), copied_at: null });
  await query(
    board.url,
    `insert into identity_state (kind, id, payload) values ('Session', 'a', '{"odd":"\\u0000"}')`,
  );
  return { ...board, storage, company, job, later, deleted };
}

test('a backup contains every upload and every row except rendered HTML, downloads and changes for alerts', async () => {
  const board = await filledBoard();
  const tables = await tablesOf(board);
  expect(Object.entries(tables).filter(([, rows]) => rows === 'empty')).toEqual([]);
  const file = await backUp(board);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dirname(file))).toHaveLength(1);
  for (const target of [await emptyLocation(), await emptyBoard()]) {
    await restore(file, target);
    expect(await tablesOf(target)).toEqual({
      ...tables,
      job_html: 'empty',
      company_html: 'empty',
      data_exports: 'empty',
      data_export_parts: 'empty',
      alert_changes: 'empty',
      alert_run: 'empty',
    });
    expect(await uploadsOf(target)).toEqual(await uploadsOf(board));
  }
});

test('after a restore, people who have deleted their accounts since the backup are deleted again', async () => {
  const board = await emptyBoard();
  const { id } = await addFullPerson(board.db, 'zora');
  const other = await addFullPerson(board.db, 'hedy');
  const file = await backUp(board);
  const [actor] = await query(board.url, 'select key from actors where account_id = $1', [id]);
  await board.db.transaction((tx) => erasePerson(tx, id));
  const list = openDeletionList(board);
  await copyDeletions(board.db, list);
  const target = await emptyLocation();
  const totals = await restore(file, target, undefined, { deletions: await list.read() });
  expect(totals.erased).toBe(1);
  const database = await openDatabaseAt(target.url, 'command');
  onTestFinished(() => database.close());
  expect(await rowsWith(database.db, 'zora')).toEqual([]);
  expect(await tablesWith(database.db, String(actor?.key))).toEqual(['audit_events']);
  expect(await query(target.url, 'select id from accounts')).toEqual([{ id: other.id }]);

  // The restored board has the same list of deletions, so that its own backups contain it, and later restores delete
  // the same people.
  const copy = openDeletionList(target);
  await copyDeletions(database.db, copy);
  expect(await copy.read()).toEqual(await list.read());
  const again = await emptyLocation();
  await restore(await backUp(target), again);
  expect(await query(again.url, 'select digest from account_deletions')).toEqual([
    { digest: digestKey(String(actor?.key)) },
  ]);
});

test('a list of deleted accounts that names only other people deletes no account', async () => {
  const board = await emptyBoard();
  await addFullPerson(board.db, 'zora');
  const target = await emptyLocation();
  const deletions = [digestKey('actor-of-somebody-else')];
  const totals = await restore(await backUp(board), target, undefined, { deletions });
  expect(totals.erased).toBe(0);
  expect(await query(target.url, 'select count(*)::int from accounts')).toEqual([{ count: 1 }]);
});

test('a restored board sends no mails until an admin resumes mails, because the former board may have sent them', async () => {
  const board = await emptyBoard();
  await createMail(board.db, { status: 'queued' });
  await board.db.insert(mail_state).values({ next_send_at: new Date() });
  const target = await emptyLocation();
  await restore(await backUp(board), target);
  const paused = await query(
    target.url,
    'select pause_reason, paused_at <= now() as since from mail_state',
  );
  expect(paused).toEqual([{ pause_reason: 'restored', since: true }]);
});

test('a restored board reads no source until the source is resumed, and numbers its runs after the former ones', async () => {
  const board = await emptyBoard();
  const { id: company_id } = await createCompany(board.db);
  const source = { company_id, system: 'greenhouse', leased_until: new Date() };
  const states = ['active', 'asking', 'proposed', 'paused'] as const;
  const [active] = await board.db
    .insert(sources)
    .values(
      states.map((state) => ({
        ...source,
        id: uuidv7(),
        tenant: state,
        state,
        paused_by: state === 'paused' ? ('person' as const) : null,
      })),
    )
    .returning();
  const source_id = active?.id ?? '';
  await board.db.insert(source_runs).values([{ source_id }, { source_id }]);
  const target = await emptyLocation();
  await restore(await backUp(board), target);
  expect(
    await query(target.url, 'select tenant, state, paused_by from sources order by tenant'),
  ).toEqual([
    { tenant: 'active', state: 'paused', paused_by: 'restored' },
    { tenant: 'asking', state: 'paused', paused_by: 'restored' },
    { tenant: 'paused', state: 'paused', paused_by: 'person' },
    { tenant: 'proposed', state: 'proposed', paused_by: null },
  ]);
  const add = 'insert into source_runs (source_id) values ($1) returning id::int';
  expect(await query(target.url, add, [source_id])).toEqual([{ id: 3 }]);
});

test('on a restored board, jobs can be searched and edited, and deleted jobs can be restored', async () => {
  const board = await filledBoard();
  const target = await emptyLocation();
  await restore(await backUp(board), target);
  const database = await openDatabaseAt(target.url, 'server');
  onTestFinished(() => database.close());
  const app = await buildTestApp(database, { DATA_DIR: target.dataDir });
  onTestFinished(() => app.close());

  const search = await app.inject('/api/jobs?q=weaver');
  expect(search.json().results.map(({ id }: { id: string }) => id)).toEqual([board.job.id]);
  expect((await app.inject(board.company.logo)).body).toBe('a logo');

  await createAccount(database.db, { id: 'auth0|root', role: 'siteadmin' });
  const authorization = `Bearer ${await tokenFor(database.db, 'auth0|root')}`;
  const url = `/api/jobs/${board.job.id}`;
  const read = await app.inject(url);
  const body = { ...read.json(), title: 'Spinner' };
  const edit = () =>
    app.inject({
      method: 'PUT',
      url,
      headers: { authorization, 'if-match': String(read.headers.etag) },
      payload: Object.fromEntries(
        ['title', 'type', 'location', 'description', 'salary', 'applyurl', 'company'].map(
          (field) => [field, body[field]],
        ),
      ),
    });
  expect((await edit()).statusCode).toBe(200);
  expect((await edit()).statusCode).toBe(412);
  expect((await app.inject('/api/jobs?q=spinner')).json().total).toBe(1);

  expect(await restoreDeleted(database.db, board.deleted)).toMatchObject({ kind: 'job' });
  // The restored board has three new events: the account, the edit and the restored job.
  const [trail] = await query(target.url, 'select count(*)::int, max(id)::int from audit_events');
  const [before] = await query(board.url, 'select max(id)::int from audit_events');
  expect(trail?.max).toBe(Number(before?.max) + 3);
  // Check that all triggers and indexes exist and are enabled.
  const parts = `select tgname, tgrelid::regclass::text, tgenabled from pg_trigger where not tgisinternal
    union all select indexname, indexdef, '' from pg_indexes where schemaname = 'public' order by 1, 2`;
  expect(await query(target.url, parts)).toEqual(await query(board.url, parts));
});

test('a backup is a consistent snapshot even while others write', async () => {
  const board = await emptyBoard();
  const write = () =>
    withActor(board.db, 'writer', async (tx) => {
      const { id } = await createCompany(tx, { name: 'Two jobs' });
      await createJob(tx, { company_id: id });
      await createJob(tx, { company_id: id, location: 'Oslo' });
      await tx.update(jobs).set({ title: 'Changed' }).where(sql`company_id = ${id}`);
    });
  for (let n = 0; n < 10; n += 1) await write();
  let writing = true;
  const writers = [1, 2, 3].map(async () => {
    while (writing) await write();
  });
  const count = async () => Number((await query(board.url, 'select count(*) from jobs'))[0]?.count);
  const started = await count();
  const file = await backUp(board).finally(() => {
    writing = false;
  });
  await Promise.all(writers);
  const target = await emptyLocation();
  const { rows } = await restore(file, target);
  expect(rows.jobs).toBeGreaterThanOrEqual(started);
  expect(await count()).toBeGreaterThan(rows.jobs ?? 0);
  const [state] = await query(
    target.url,
    `select
      (select count(*) from companies) * 2 = (select count(*) from jobs) as companies,
      (select count(*) from companies) * 5 = (select count(*) from audit_events) as events,
      not exists (select from jobs where title <> 'Changed') as jobs,
      (select count(*) from jobs) = (select count(*) from job_search join jobs on id = job_id) as search,
      (select count(*) from jobs) * 2 = (select coalesce(sum(jobs), 0) from
        (select jobs from job_counts union all select jobs from job_count_changes) as counts) as counts`,
  );
  expect(state).toEqual({ companies: true, events: true, jobs: true, search: true, counts: true });
});

test('a backup reads nothing before it has locked all tables, and blocks migrations until then', async () => {
  const board = await filledBoard();
  const mayMigrate = () =>
    query(board.url, 'select pg_try_advisory_lock($1) as may', [ADVISORY_LOCKS.migrations]);
  let read = 0;
  let backup: Promise<string> | undefined;
  await board.db.transaction(async (tx) => {
    // Lock `uploads`, which is the last table that a backup locks. If the backup read tables before it had locked all
    // of them, it would have read the other tables by now.
    await tx.execute(sql`lock table uploads in access exclusive mode`);
    backup = backUp(board, {
      onProgress(done) {
        read = done;
      },
    });
    const waiting = sql`select from pg_locks where relation = 'uploads'::regclass and not granted`;
    await expect.poll(async () => (await tx.execute(waiting)).rows.length).toBe(1);
    expect(read).toBe(0);
    expect(await mayMigrate()).toEqual([{ may: false }]);
  });
  await backup;
  expect(read).toBeGreaterThan(0);
  expect(await mayMigrate()).toEqual([{ may: true }]);
});

test('uploads in the snapshot are not deleted while a backup reads them, and the backup delays no writes', async () => {
  const board = await emptyBoard();
  const storage = openUploadStorage(board);
  await storeUpload(board.db, storage, Buffer.from('one'));
  await storeUpload(board.db, storage, Buffer.from('two'));
  await storage.put('unknown.part', Buffer.from('litter'));
  const before = (await uploadsOf(board)) as Record<string, string>;
  const sweep = () => removeUnusedUploads(board.db, storage, Date.now() + 3 * 24 * 60 * 60 * 1_000);
  const file = await backUp(board, {
    storage: {
      ...storage,
      async read(name) {
        await sweep();
        const logo = await storeUpload(board.db, storage, Buffer.from(`during ${name}`));
        await createCompany(board.db, { logo });
        return storage.read(name);
      },
    },
  });
  const target = await emptyLocation();
  await restore(file, target);
  const { 'unknown.part': _, ...expected } = before;
  expect(await uploadsOf(target)).toEqual(expected);
  await sweep();
  expect(Object.values(await uploadsOf(board)).every((text) => text.startsWith('during'))).toBe(
    true,
  );
});

test('a missing upload is reported, and everything else is in the backup', async () => {
  const board = await emptyBoard();
  await board.db.insert(uploads).values({ name: 'lost.webp' });
  const target = await emptyLocation();
  expect(await restore(await backUp(board), target)).toMatchObject({
    uploads: 0,
    missing: ['lost.webp'],
  });
});

test('a restore into a board that is not empty is refused and changes nothing', async () => {
  const file = await backUp(await filledBoard());
  const other = await emptyBoard();
  await createAccount(other.db, { role: 'siteadmin' });
  const before = await tablesOf(other);
  await expect(restore(file, other)).rejects.toThrow(
    'The board is not empty: it has rows in accounts, actors, audit_events. Restore into a new database or DATA_DIR in which no server has been started.',
  );
  expect(await tablesOf(other)).toEqual(before);
  expect(await uploadsOf(other)).toEqual({});
});

test('running servers are notified of a restore', async () => {
  const file = await backUp(await filledBoard());
  const target = await emptyBoard();
  const changes = await listenForChanges({ connectionString: target.url, onDisconnect: () => {} });
  onTestFinished(() => changes.close());
  const topics: string[] = [];
  changes.subscribe((topic) => topics.push(topic));
  await restore(file, target);
  await changes.settle();
  expect(topics).toEqual(['everything']);
});

test('a failed or interrupted backup leaves no file', async () => {
  const board = await filledBoard();
  const path = await newFile();
  const failing = { ...board.storage, read: () => Promise.reject(new Error('no such right')) };
  await expect(backUp(board, { path, storage: failing })).rejects.toThrow('no such right');
  const interruption = new AbortController();
  const interrupted = backUp(board, {
    path,
    onProgress: () => interruption.abort(new Error('interrupted')),
    signal: interruption.signal,
  });
  await expect(interrupted).rejects.toThrow();
  await expect(backUp(await emptyLocation(), { path })).rejects.toThrow(
    'This database contains no board.',
  );
  await writeFile(join(dirname(path), 'other'), '');
  expect(await readdir(dirname(path))).toEqual(['other']);
});

test('a backup does not overwrite a file that another program creates meanwhile', async () => {
  const board = await emptyBoard();
  const path = await newFile();
  const onProgress = () => writeFileSync(path, 'another');
  await createJob(board.db);
  await expect(backUp(board, { path, onProgress })).rejects.toThrow(
    'was created during the backup',
  );
  expect(await readFile(path, 'utf8')).toBe('another');
  expect(await readdir(dirname(path))).toEqual(['board.tar.gz']);
});
