import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { requestCode } from '#server/auth/embedded-provider/codes.ts';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { insertPasskey } from '#server/auth/embedded-provider/passkeys.ts';
import { recordSession } from '#server/auth/embedded-provider/sessions.ts';
import { alert_addresses, alert_sent_jobs, alerts } from '#server/db/alert-tables.ts';
import { company_claims } from '#server/db/claim-tables.ts';
import type { Database } from '#server/db/client.ts';
import { identity_links, identity_state, identity_users } from '#server/db/identity-tables.ts';
import { inbox_digests } from '#server/db/inbox-tables.ts';
import { reminder_opt_outs } from '#server/db/job-reminder-tables.ts';
import { hidden_companies, job_marks } from '#server/db/mark-tables.ts';
import { company_merges, merge_leftovers } from '#server/db/merge-tables.ts';
import { data_export_parts, data_exports } from '#server/db/personal-tables.ts';
import { idempotency_keys, jobs } from '#server/db/schema.ts';
import { invitations, sent_invitations } from '#server/db/team-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import { storeSearch } from '#server/modules/alerts/searches/store-search.ts';
import { recordTransition } from '#server/modules/claims/states/record-transition.ts';
import {
  createAccount,
  createCompany,
  createDraft,
  createJob,
  createMail,
  createRename,
  createReport,
} from '#tests/support/factories.ts';

/** An email address by which people prove claims, and which other people of the company read, too. */
export const SHARED_MAILBOX = 'jobs@sailcloth.example';

/**
 * Adds a person with rows in every table with personal data. Every text about them contains the given word, such as
 * `zora`, and differs from the others.
 */
export async function addFullPerson(db: Database, word: string) {
  const id = `auth0|${word}-id`;
  const email = `${word}@example.com`;
  const company = await createCompany(db, { name: 'Loom Labs' });
  await createAccount(db, {
    id,
    name: `${word} Lovelace`,
    bio: `I am ${word}.`,
    verified_email: email,
    email: `${word}.work@example.com`,
    role: 'companyadmin',
    company_id: company.id,
  });
  const job = await withActor(db, id, (tx) => createJob(tx, { company_id: company.id }));
  await withActor(db, id, (tx) => tx.update(jobs).set({ title: 'Weaver' }));
  await db.insert(invitations).values([
    {
      company_id: company.id,
      email,
      role: 'editor',
      token_digest: `${word}-token`,
      expires_at: new Date(),
    },
    {
      company_id: company.id,
      email: `bo-${uuidv7()}@example.com`,
      role: 'editor',
      token_digest: uuidv7(),
      invited_by: id,
      expires_at: new Date(),
    },
  ]);
  await db
    .insert(sent_invitations)
    .values([{ email }, { email: 'bo@example.com', invited_by: id }]);
  const other = await createCompany(db, { name: 'Sailcloth' });
  const claim = {
    id: uuidv7(),
    account_id: id,
    company_id: other.id,
    message: `${word} works there`,
    proven_email: SHARED_MAILBOX,
  };
  await db.insert(company_claims).values(claim);
  await db
    .insert(job_marks)
    .values({ account_id: id, job_id: job.id, saved_at: new Date(), note: `${word} likes it` });
  await db.insert(hidden_companies).values({ account_id: id, company_id: other.id });
  const former = await createCompany(db, { name: 'Former' });
  const moved = {
    members: [],
    promoted: [],
    acting: [],
    invitations: [],
    drafts: [],
    claims: [],
    sources: [],
  };
  const merge = { into_id: company.id, source: null, source_id: null, logo: '', moved };
  await db.insert(company_merges).values({ id: former.id, ...merge });
  await db.insert(merge_leftovers).values([
    {
      merge_id: former.id,
      kind: 'claim',
      content: { account_id: id, message: `${word} was at Former` },
    },
    {
      merge_id: former.id,
      kind: 'invitation',
      content: { email, token_digest: `${word}-token`, invited_by: null },
    },
  ]);
  await recordTransition(db, {
    actor: id,
    claim,
    name: 'Sailcloth',
    domain: null,
    from: null,
    action: 'save',
    to: 'draft',
  });
  await createDraft(db, { company_id: company.id, author: id });
  await createRename(db, { company_id: company.id, account_id: id });
  await createReport(db, { job_id: job.id, email });
  await db.insert(inbox_digests).values({ account_id: id });
  await db.insert(reminder_opt_outs).values({ account_id: id });
  const address_id = uuidv7();
  await db.insert(alert_addresses).values({
    id: address_id,
    address: email,
    account_id: id,
    link_secret: word,
    time_zone: 'UTC',
  });
  await db.insert(alerts).values({
    id: uuidv7(),
    address_id,
    search_id: await storeSearch(db, { q: 'weaver' }),
    frequency: 'daily',
    typed: `weavr ${word}`,
  });
  await db.insert(alert_sent_jobs).values({ address_id, job_key: job.id });
  const content = { paragraphs: [`Dear ${word}`], reason: 'A reason.' };
  await createMail(db, {
    to_address: email.toUpperCase(),
    failure: `550 ${word} is unknown`,
    content: { ...content, heading: `Hello ${word}`, code: `${word}-CODE` },
  });
  await createMail(db, { to_address: SHARED_MAILBOX });
  await db.insert(invitations).values({
    company_id: company.id,
    email: SHARED_MAILBOX,
    role: 'editor',
    token_digest: uuidv7(),
    expires_at: new Date(),
  });
  await createMail(db, {
    to_address: 'owner@example.com',
    content: { ...content, heading: `${word} Lovelace is an owner`, paragraphs: [email] },
    about: id,
  });
  await db
    .insert(idempotency_keys)
    .values({ account_id: id, key: `${word}-key`, digest: '', thing_id: uuidv7() });
  // The record of an ended session stays after the deletion. It names only the session.
  const session = uuidv7();
  await recordSession(db, { id: session, userId: id, userAgent: `${word}'s browser` });
  await db.insert(identity_state).values({
    kind: 'Session',
    id: `${word}-state`,
    uid: session,
    payload: { accountId: id, odd: '\0' },
  });
  const keys = await loadKeys(db);
  const options = { keys, scale: 0, send: async () => true };
  for (const interaction of [`${word}-sign-in`, `claim ${claim.id} of ${id}`]) {
    await requestCode(db, { interaction, email, network: '192.0.2.1' }, options);
  }
  await db.insert(identity_users).values({ id, name: `${word} Lovelace` });
  await db.insert(identity_links).values({
    issuer: 'https://accounts.example',
    subject: `${word}-subject`,
    user_id: id,
    verified_email: `${word}@private.example`,
  });
  await createMail(db, { to_address: `${word}@private.example` });
  await insertPasskey(db, {
    id: uuidv7(),
    credential_id: `${word}-credential`,
    user_id: id,
    counter: 0,
    public_key: `${word}-public-key`,
    transports: ['internal'],
    name: `${word}'s phone`,
  });
  const export_id = uuidv7();
  await db.insert(data_exports).values({ id: export_id, account_id: id });
  await db.insert(data_export_parts).values({ export_id, number: 1, content: `all of ${word}` });
  return { id, email, company, job };
}

/** Finds the rows of all tables whose text contains a word, as `table: row`. */
export async function rowsWith(db: Database, word: string): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(name)} t where strpos(lower(t::text), lower(${word})) > 0`,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** The tables in which a row contains the word of the person. */
export async function tablesWith(db: Database, word: string): Promise<string[]> {
  return [...new Set((await rowsWith(db, word)).map((row) => row.split(':')[0] ?? ''))];
}
