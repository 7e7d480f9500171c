import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { CODE_DAYS } from '#server/auth/embedded-provider/codes.ts';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import {
  alert_addresses,
  alert_confirmations,
  alert_matches,
  alert_searches,
  alert_sent_jobs,
  alerts,
} from '#server/db/alert-tables.ts';
import { company_claims } from '#server/db/claim-tables.ts';
import { identity_codes, identity_state } from '#server/db/identity-tables.ts';
import { data_exports } from '#server/db/personal-tables.ts';
import { idempotency_keys, uploads } from '#server/db/schema.ts';
import { source_previews, source_runs, sources } from '#server/db/source-tables.ts';
import { invitations, sent_invitations } from '#server/db/team-tables.ts';
import { FAILED_MAIL_DAYS, SENT_MAIL_DAYS } from '#server/mail/maintain-outbox.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import {
  ALERT_CONFIRMATION_HOURS,
  ALERT_MATCH_DAYS,
  ALERT_SENT_JOB_DAYS,
  deleteOldAlerts,
  MAX_ALERT_MATCHES,
  UNCONFIRMED_ALERT_DAYS,
} from '#server/modules/alerts/retention/commands.ts';
import { storeSearch } from '#server/modules/alerts/searches/store-search.ts';
import { claimMails } from '#server/modules/claims/mail/claim-mails.ts';
import { RESOLVED_REPORT_DAYS } from '#server/modules/reports/commands.ts';
import { PREVIEW_DAYS, RUN_DAYS } from '#server/modules/sources/commands.ts';
import { COUNTED_HOURS, EXPIRED_INVITATION_DAYS } from '#server/modules/teams/commands.ts';
import { CLAIM_DAYS, IDEMPOTENCY_KEY_LIFETIME, UNUSED_LOGO_LIFETIME } from '#shared/limits.ts';
import { DEFAULT_RULES } from '#tests/support/default-rules.ts';
import {
  createAccount,
  createCompany,
  createJob,
  createMail,
  createReport,
} from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { startScheduledTasks } from './scheduled-tasks.ts';

const board = setUpTestBoard();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Adds a row of each kind of data whose retention time ends at `offset` from now: a minute ago, or in a minute. */
async function addRows(name: 'due' | 'kept', offset: number) {
  const { db } = board;
  const ago = (time: number) => new Date(Date.now() - time + offset);
  const { id: company_id } = await createCompany(db, { name: name });
  const { id: account_id } = await createAccount(db, { name });
  const { id: job_id } = await createJob(db, { company_id });
  await createMail(db, {
    subject: `sent ${name}`,
    status: 'sent',
    finished_at: ago(SENT_MAIL_DAYS * DAY),
  });
  await createMail(db, { subject: `failed ${name}`, finished_at: ago(FAILED_MAIL_DAYS * DAY) });
  await createReport(db, { job_id, title: name, resolved_at: ago(RESOLVED_REPORT_DAYS * DAY) });
  await db.insert(company_claims).values({
    id: uuidv7(),
    account_id,
    company_id,
    message: name,
    updated_at: ago(CLAIM_DAYS * DAY),
  });
  await db.insert(invitations).values({
    company_id,
    email: `${name}@example.com`,
    role: 'editor',
    token_digest: name,
    expires_at: ago(EXPIRED_INVITATION_DAYS * DAY),
  });
  await db
    .insert(sent_invitations)
    .values({ email: `${name}@example.com`, created_at: ago(COUNTED_HOURS * HOUR) });
  const key = { account_id, key: name, digest: '', thing_id: uuidv7() };
  await db.insert(idempotency_keys).values({ ...key, created_at: ago(IDEMPOTENCY_KEY_LIFETIME) });
  await db.insert(identity_codes).values({
    id: uuidv7(),
    interaction: name,
    email: name,
    network: '',
    code_hash: '',
    expires_at: ago(CODE_DAYS * DAY),
  });
  await db
    .insert(identity_state)
    .values({ kind: 'Session', id: name, payload: {}, expires_at: ago(0) });
  await db
    .insert(data_exports)
    .values({ id: uuidv7(), account_id, state: 'ready', expires_at: ago(0) });
  const source_id = uuidv7();
  await db.insert(sources).values({
    id: source_id,
    company_id,
    system: 'greenhouse',
    tenant: name,
    state: 'paused',
    paused_by: 'person',
  });
  const outcome = 'unchanged';
  const started_at = ago(RUN_DAYS * DAY);
  // Add a later run, too, because the latest run of a source is never deleted.
  for (const error of [name, 'latest']) {
    await db.insert(source_runs).values({ source_id, outcome, error, started_at });
  }
  await db
    .insert(source_previews)
    .values({ id: uuidv7(), url: name, created_at: ago(PREVIEW_DAYS * DAY) });
  const alert = { search_id: await storeSearch(db, { q: name }), frequency: 'daily' as const };
  const waiting = uuidv7();
  const mailed = uuidv7();
  await db.insert(alert_addresses).values([
    {
      id: waiting,
      address: `waiting-${name}@example.com`,
      link_secret: '',
      time_zone: 'UTC',
      created_at: ago(UNCONFIRMED_ALERT_DAYS * DAY),
    },
    { id: mailed, address: `mailed-${name}@example.com`, link_secret: name, time_zone: 'UTC' },
  ]);
  await db.insert(alerts).values([
    { ...alert, id: uuidv7(), address_id: waiting, created_at: ago(UNCONFIRMED_ALERT_DAYS * DAY) },
    { ...alert, id: uuidv7(), address_id: mailed, confirmed_at: ago(0) },
  ]);
  await db.insert(alert_matches).values({
    search_id: alert.search_id,
    job_id,
    matched_at: ago(ALERT_MATCH_DAYS * DAY),
  });
  await db
    .insert(alert_sent_jobs)
    .values({ address_id: mailed, job_key: job_id, sent_at: ago(ALERT_SENT_JOB_DAYS * DAY) });
  await db.insert(alert_confirmations).values({
    id: uuidv7(),
    network: name,
    created_at: ago(ALERT_CONFIRMATION_HOURS * HOUR),
  });
  await openUploadStorage(board).put(`${name}.webp`, Buffer.from(name));
  await db.insert(uploads).values({ name: `${name}.webp`, touched_at: ago(UNUSED_LOGO_LIFETIME) });
}

/** Returns the number of rows in each table, and whether a row of each kind remains whose retention time has ended. */
async function countRows() {
  const { rows } = await board.db.execute(sql`select
    (select array_agg(subject order by subject) from mails) as mails,
    (select array_agg(title order by title) from job_reports) as reports,
    (select array_agg(message order by message) from company_claims) as claims,
    (select array_agg(email order by email) from invitations) as invitations,
    (select array_agg(email order by email) from sent_invitations) as sent_invitations,
    (select array_agg(key order by key) from idempotency_keys) as keys,
    (select array_agg(email order by email) from identity_codes) as codes,
    (select array_agg(id order by id) from identity_state) as sessions,
    (select array_agg(name order by name) from data_exports join accounts on accounts.id = account_id) as exports,
    (select array_agg(error order by error) from source_runs) as runs,
    (select array_agg(address order by address) from alert_addresses where address like 'waiting%') as alerts,
    (select array_agg(query order by query) from alert_matches join alert_searches search on search.id = search_id) as matches,
    (select array_agg(address order by address) from alert_sent_jobs join alert_addresses owner on owner.id = address_id) as sent_jobs,
    (select array_agg(network order by network) from alert_confirmations) as confirmations,
    (select array_agg(url order by url) from source_previews) as previews,
    (select array_agg(name order by name) from uploads) as uploads`);
  return rows[0];
}

test('the scheduled tasks delete the data whose retention time has ended, and nothing else', async () => {
  await addRows('due', -MINUTE);
  await addRows('kept', MINUTE);
  const before = await countRows();
  for (const names of Object.values(before ?? {})) {
    expect((names as string[]).some((name) => name.includes('due'))).toBe(true);
  }
  const reminders = {
    outbox: createOutbox({ delivery: 'none', from: { name: '', address: 'board@localhost' } }),
    site: { origin: 'http://localhost:3000', name: 'Board' },
  };
  await startScheduledTasks({
    mailRate: 60,
    db: board.db,
    connectionString: board.database.url,
    storage: openUploadStorage(board),
    deletions: { create: async () => {}, add: async () => {}, read: async () => [] },
    reminders: { ...reminders, rules: DEFAULT_RULES },
    claims: {
      rules: DEFAULT_RULES,
      mails: claimMails(reminders.outbox, reminders.site),
    },
    logger: pino({ level: 'silent' }),
  }).stop();
  const left = Object.entries(before ?? {}).map(([table, names]) => [
    table,
    (names as string[]).filter((name) => !name.includes('due')),
  ]);
  expect(await countRows()).toEqual(Object.fromEntries(left));
});

test('the newest jobs of a search are kept, and a search without alerts is deleted', async () => {
  const { db } = board;
  await db.delete(alert_addresses);
  await db.delete(alert_searches);
  const address_id = uuidv7();
  await db
    .insert(alert_addresses)
    .values({ id: address_id, address: 'ada@example.com', link_secret: '', time_zone: 'UTC' });
  const search_id = await storeSearch(db, { q: 'weaver' });
  await db.insert(alerts).values({ id: uuidv7(), address_id, search_id, frequency: 'daily' });
  await storeSearch(db, { q: 'nobody' });
  await db.update(alert_searches).set({ created_at: new Date(Date.now() - 2 * HOUR) });
  await db.execute(sql`
    insert into alert_matches (search_id, job_id)
    select ${search_id}, gen_random_uuid() from generate_series(1, ${MAX_ALERT_MATCHES + 5})`);
  const { rows: stored } = await db.execute(
    sql`select min(number)::int as first from alert_matches`,
  );
  await deleteOldAlerts(db);
  const { rows } = await db.execute(sql`
    select query, (select count(*)::int from alert_matches where search_id = id) as jobs,
      (select min(number)::int from alert_matches) as first
    from alert_searches`);
  expect(rows).toEqual([
    { query: '?q=weaver', jobs: MAX_ALERT_MATCHES, first: Number(stored[0]?.first) + 5 },
  ]);
});
