import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { alert_sent_jobs } from '#server/db/alert-tables.ts';
import { identity_codes } from '#server/db/identity-tables.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { IMPERSONAL_TABLES, PERSONAL_TABLES } from '#server/db/personal-data.ts';
import { account_deletions, actors, data_exports } from '#server/db/personal-tables.ts';
import { accounts, audit_events, jobs } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { DELETION_WORD } from '#shared/domain/personal-data.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createMail } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { copyDeletions } from './deletion/copy-deletions.ts';
import { digestKey } from './deletion/erase-person.ts';
import { collectData } from './export/collect-data.ts';
import { deleteExpiredExports } from './export/exporter.ts';
import { findPerson } from './queries.ts';
import { addFullPerson, rowsWith, SHARED_MAILBOX, tablesWith } from './testing/full-person.ts';

const board = setUpTestBoard();
const { ask } = board;

let number = 0;
/** Returns a word that no other test uses. */
const newWord = () => `zora${number++}x`;

async function person(values: Parameters<typeof createAccount>[1] = {}) {
  const { id, verified_email } = await createAccount(board.db, values);
  return { id, email: verified_email ?? '', token: await tokenFor(board.db, id) };
}

const verified = () => ({ verified_email: `${newWord()}@example.com` });

const deletionOf = (token: string, body: object) =>
  ask('POST', '/api/personal-data/deletion', { token, body });

async function codeFor({ token, email }: { token: string; email: string }): Promise<string> {
  const { status } = await ask('POST', '/api/personal-data/deletion-code', { token });
  expect(status).toBe(204);
  const [mail] = await board.db
    .select()
    .from(mails)
    .where(eq(mails.to_address, email))
    .orderBy(desc(mails.created_at), desc(mails.id));
  return mail?.content?.code ?? '';
}

/** Waits until the download is ready, and returns it. */
async function download(token: string) {
  const state = async () => (await ask('GET', '/api/personal-data', { token })).body.export;
  await expect.poll(async () => (await state()).state).toBe('ready');
  const { parts } = await state();
  let text = '';
  for (let part = 1; part <= parts; part += 1) {
    text += (await ask('GET', `/api/personal-data/export?part=${part}`, { token })).body.content;
  }
  return { text, parts, data: JSON.parse(text) };
}

describe('the rules for personal data', () => {
  test('cover exactly the tables and columns of the database', async () => {
    const { rows } = await board.db.execute<{ name: string; columns: string[] }>(sql`
      select table_name as name, array_agg(column_name::text order by column_name::text collate "C") as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`);
    const ruled = [
      ...Object.entries(PERSONAL_TABLES).map(([name, { columns }]) => [name, Object.keys(columns)]),
      ...Object.entries(IMPERSONAL_TABLES).map(([name, { columns }]) => [name, columns]),
    ] as [string, string[]][];
    expect(new Set(ruled.map(([name]) => name)).size).toBe(ruled.length);
    expect(Object.fromEntries(ruled.map(([name, columns]) => [name, columns.toSorted()]))).toEqual(
      Object.fromEntries(rows.map(({ name, columns }) => [name, columns])),
    );
  });

  test('have a section for each table in the download', () => {
    const sections = Object.values(PERSONAL_TABLES).map(({ section }) => section);
    expect(new Set(sections).size).toBe(sections.length);
  });
});

describe('the deletion of an account', () => {
  test('the deletion of an account leaves nothing of the person in any table, and does not change the events in the audit trail', async () => {
    const word = newWord();
    const { id, email } = await addFullPerson(board.db, word);
    const other = newWord();
    const stranger = await addFullPerson(board.db, other);
    const [actor] = await board.db.select().from(actors).where(eq(actors.account_id, id));
    const key = actor?.key ?? '';
    const ofOther = await rowsWith(board.db, other);
    const ofMailbox = (await rowsWith(board.db, SHARED_MAILBOX))
      .filter((row) => !(row.startsWith('company_claims') && row.includes(word)))
      .toSorted();
    expect((await tablesWith(board.db, word)).toSorted()).toEqual(
      Object.keys(PERSONAL_TABLES)
        // Events remain, because they name the person only by the actor key. The jobs of mails have only ids.
        .filter((name) => !['audit_events', 'alert_sent_jobs'].includes(name))
        .toSorted(),
    );
    const before = await board.db.select().from(audit_events).orderBy(audit_events.id);
    const token = await tokenFor(board.db, id);
    const code = await codeFor({ token, email });
    expect((await deletionOf(token, { code })).status).toBe(204);

    expect(await rowsWith(board.db, word)).toEqual([]);
    expect(await tablesWith(board.db, key)).toEqual(['audit_events']);
    expect(await board.db.$count(alert_sent_jobs)).toBe(1);
    expect(await rowsWith(board.db, other)).toEqual(ofOther);
    // Mails and invitations to a mailbox that a company shares are not the person's.
    expect((await rowsWith(board.db, SHARED_MAILBOX)).toSorted()).toEqual(ofMailbox);
    const after = await board.db.select().from(audit_events).orderBy(audit_events.id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length)).toMatchObject([
      { actor: key, kind: 'membership', action: 'delete', before: { account_id: key } },
      { actor: key, kind: 'account', action: 'update', thing_id: key, after: { role: 'user' } },
    ]);
    expect(await board.db.$count(jobs)).toBe(2);
    expect(await board.db.select({ id: accounts.id }).from(accounts)).toEqual([
      { id: stranger.id },
    ]);
    expect((await ask('GET', '/api/personal-data', { token })).status).toBe(403);
  });

  test.each(['reason', 'Mark', 'Bo'])(
    'the deletion of an account deletes mails to others that name the person %s, and no other mail',
    async (name) => {
      const one = await person({ ...verified(), name });
      const content = {
        heading: 'Marketing',
        paragraphs: [`${name} and Bob`],
        reason: 'A reason.',
      };
      const others = [
        await createMail(board.db, { content }),
        await createMail(board.db, { content, status: 'queued', finished_at: null }),
        await createMail(board.db, { content, about: 'auth0|other' }),
      ];
      const about = { content, about: one.id };
      const named = [
        await createMail(board.db, about),
        await createMail(board.db, { ...about, status: 'queued', finished_at: null }),
      ];
      await deletionOf(one.token, { code: await codeFor(one) });
      const left = await board.db
        .select()
        .from(mails)
        .where(
          inArray(
            mails.id,
            [...others, ...named].map(({ id }) => id),
          ),
        )
        .orderBy(mails.id);
      expect(left).toEqual(others);
    },
  );

  test('is recorded in the list of deletions, which is stored outside the database', async () => {
    const one = await person(verified());
    const [actor] = await board.db.select().from(actors).where(eq(actors.account_id, one.id));
    await deletionOf(one.token, { code: await codeFor(one) });
    const added: string[] = [];
    const list = {
      create: async () => {},
      add: async (digest: string) => void added.push(digest),
      read: async () => added,
    };
    await copyDeletions(board.db, list);
    await copyDeletions(board.db, list);
    const digest = digestKey(actor?.key ?? '');
    expect(added.filter((entry) => entry === digest)).toHaveLength(1);
    const [row] = await board.db
      .select()
      .from(account_deletions)
      .where(eq(account_deletions.digest, digest));
    expect(row?.copied_at).not.toBeNull();
  });

  test('the deletion of an account requires the code that was mailed to the verified address', async () => {
    const one = await person(verified());
    const { body } = await ask('GET', '/api/personal-data', { token: one.token });
    expect(body).toMatchObject({ confirmation: 'code', email: one.email, codesent: false });
    expect((await deletionOf(one.token, {})).status).toBe(400);
    expect((await deletionOf(one.token, { word: DELETION_WORD })).status).toBe(400);
    expect((await deletionOf(one.token, { code: '4829 1305' })).status).toBe(409);
    const code = await codeFor(one);
    expect((await ask('GET', '/api/personal-data', { token: one.token })).body.codesent).toBe(true);
    const wrong = await deletionOf(one.token, { code: '4829 1305' });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ path: 'code', message: 'is wrong. You have 4 tries left' }],
    ]);
    for (const left of ['3 tries', '2 tries', '1 try']) {
      const { body } = await deletionOf(one.token, { code: '4829 1305' });
      expect(body.errors[0].message).toBe(`is wrong. You have ${left} left`);
    }
    expect((await deletionOf(one.token, { code: '4829 1305' })).status).toBe(409);
    expect((await deletionOf(one.token, { code })).status).toBe(409);
    expect((await deletionOf(one.token, { code: await codeFor(one) })).status).toBe(204);
  });

  test('an account cannot be deleted with the code of another person, or a code for another address', async () => {
    const [one, two] = [await person(verified()), await person(verified())];
    const code = await codeFor(two);
    await codeFor(one);
    expect((await deletionOf(one.token, { code })).status).toBe(400);
    const own = await codeFor(one);
    await board.db
      .update(accounts)
      .set({ verified_email: 'other@example.com' })
      .where(eq(accounts.id, one.id));
    expect((await deletionOf(one.token, { code: own })).status).toBe(409);
    expect(await board.db.$count(accounts)).toBe(2);
  });

  test('requires a typed word if the person has no verified address', async () => {
    const one = await person();
    const { body } = await ask('GET', '/api/personal-data', { token: one.token });
    expect(body).toMatchObject({ confirmation: 'word', email: '' });
    const code = await ask('POST', '/api/personal-data/deletion-code', { token: one.token });
    expect(code.status).toBe(409);
    expect((await deletionOf(one.token, { word: 'yes' })).status).toBe(400);
    expect((await deletionOf(one.token, { code: '4829 1305' })).status).toBe(400);
    expect((await deletionOf(one.token, { word: DELETION_WORD })).status).toBe(204);
    expect(await board.db.$count(accounts)).toBe(0);
  });

  test('a person gets only a limited number of codes for the deletion of their account', async () => {
    const one = await person(verified());
    for (let count = 0; count < 5; count += 1) await codeFor(one);
    const { status, headers } = await ask('POST', '/api/personal-data/deletion-code', {
      token: one.token,
    });
    expect([status, headers['retry-after']]).toEqual([429, '3600']);
  });

  test('while mail is paused, a person learns that no code was sent', async () => {
    const one = await person(verified());
    await board.db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'admin' });
    const { status, body } = await ask('POST', '/api/personal-data/deletion-code', {
      token: one.token,
    });
    expect([status, body.detail]).toEqual([503, 'This site has paused its mail. Try again later.']);
    expect(await board.db.$count(mails, eq(mails.to_address, one.email))).toBe(0);
    await board.db.delete(mail_state);
    expect(await codeFor(one)).not.toBe('');
  });

  test('the last site admin cannot delete their account, nor can the last two at the same time', async () => {
    const one = await person({ role: 'siteadmin' });
    const alone = await deletionOf(one.token, { word: DELETION_WORD });
    expect([alone.status, alone.body.detail]).toEqual([
      409,
      'You are the only site admin. Make another person a site admin before you delete your account.',
    ]);
    expect((await ask('GET', '/api/personal-data', { token: one.token })).body.lastsiteadmin).toBe(
      true,
    );
    const two = await person({ role: 'siteadmin' });
    const both = await Promise.all(
      [one, two].map(({ token }) => deletionOf(token, { word: DELETION_WORD })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await board.db.$count(accounts, eq(accounts.role, 'siteadmin'))).toBe(1);
  });

  test('the response before a deletion lists the companies that lose their only owner', async () => {
    const [mine, ours] = [
      await createCompany(board.db, { name: 'Mine' }),
      await createCompany(board.db, { name: 'Ours' }),
    ];
    const one = await person({ role: 'companyadmin', company_id: mine.id });
    const two = await person({ role: 'companyadmin', company_id: ours.id });
    await board.db.insert(memberships).values({ account_id: one.id, company_id: ours.id });
    const { body } = await ask('GET', '/api/personal-data', { token: one.token });
    expect(body.soleowner).toEqual([{ id: mine.id, name: 'Mine', logo: '' }]);
    expect((await deletionOf(one.token, { word: DELETION_WORD })).status).toBe(204);
    expect(await board.db.select({ id: memberships.account_id }).from(memberships)).toEqual([
      { id: two.id },
    ]);
  });

  test('frees its id, so that a later sign-in with it creates a new account', async () => {
    const one = await person();
    const [before] = await board.db.select().from(actors).where(eq(actors.account_id, one.id));
    await deletionOf(one.token, { word: DELETION_WORD });
    await createAccount(board.db, { id: one.id });
    const [after] = await board.db.select().from(actors).where(eq(actors.account_id, one.id));
    expect(after?.key).toMatch(/^actor-/);
    expect(after?.key).not.toBe(before?.key);
  });
});

describe('the download', () => {
  test('the download contains everything personal, and no secret', async () => {
    const word = newWord();
    const { id } = await addFullPerson(board.db, word);
    const other = newWord();
    await addFullPerson(board.db, other);
    const token = await tokenFor(board.db, id);
    await board.db.delete(data_exports);
    expect((await ask('POST', '/api/personal-data/export', { token })).status).toBe(201);
    const { data, text } = await download(token);
    expect(data).toMatchObject({ site: 'http://localhost:3000', account: id });
    expect(text).not.toContain(other);
    for (const [name, { section, columns, rows }] of Object.entries(PERSONAL_TABLES)) {
      const names = Object.keys(columns).filter((column) => columns[column] !== 'withheld');
      if (names.length === 0) continue;
      const exported: Record<string, unknown>[] = data.data[section];
      expect([name, exported.length > 0]).toEqual([name, true]);
      expect(Object.keys(exported[0] ?? {})).toEqual(names);
      const [actor] = await board.db.select().from(actors).where(eq(actors.account_id, id));
      const emails = [`${word}@example.com`, `${word}@private.example`];
      const condition = rows({ id, key: actor?.key ?? '', emails });
      const count = await board.db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(name)} where ${condition}`,
      );
      expect([name, exported.length]).toEqual([name, count.rows[0]?.count]);
    }
    // The download has every stored text about the person, except those that are withheld.
    for (const part of [
      ' Lovelace',
      '.work@',
      "'s browser",
      '-subject',
      "'s phone",
      ' works there',
    ]) {
      expect(text).toContain(`${word}${part}`);
    }
    expect(text).toContain(`Dear ${word}`);
    // The shared address is in the download once, in the claim, and not as the recipient of mails and invitations.
    expect(text.split(SHARED_MAILBOX)).toHaveLength(2);
    for (const secret of ['-token', '-CODE', '-state', '-sign-in']) {
      expect(text).not.toContain(`${word}${secret}`);
    }
  });

  test('the download does not contain the reason of a block, which only site admins may read', async () => {
    const word = newWord();
    const { id } = await createAccount(board.db, {
      blocked_at: new Date(),
      blocked_reason: `${word} lied`,
      last_sign_in_at: new Date(),
    });
    const one = await findPerson(board.db, id);
    if (!one) throw new Error('the person was not found');
    const text = await board.db.transaction(async (tx) => {
      let pieces = '';
      for await (const piece of collectData(tx, one, { site: 'A site' })) pieces += piece;
      return pieces;
    });
    expect(JSON.parse(text).data.account[0]).toMatchObject({
      blocked_at: expect.any(String),
      last_sign_in_at: expect.any(String),
    });
    expect(text).not.toContain(word);
  });

  test('consists of parts, and the last part names no next part', async () => {
    const one = await person();
    await board.db.execute(sql`
      insert into idempotency_keys (account_id, key, digest, thing_id)
      select ${one.id}, n, repeat('d', 500), gen_random_uuid() from generate_series(1, 1500) n`);
    await ask('POST', '/api/personal-data/export', { token: one.token });
    const { data, parts } = await download(one.token);
    expect(parts).toBeGreaterThan(2);
    expect(data.data.idempotencyKeys).toHaveLength(1_500);
    const beyond = `/api/personal-data/export?part=${parts + 1}`;
    expect((await ask('GET', beyond, { token: one.token })).status).toBe(404);
    expect(
      (await ask('GET', '/api/personal-data/export?part=0', { token: one.token })).status,
    ).toBe(400);
  });

  test('exists once for each person, for a day, and only that person can read it', async () => {
    const [one, two] = [await person(), await person()];
    const request = () => ask('POST', '/api/personal-data/export', { token: one.token });
    await Promise.all([request(), request(), request()]);
    await download(one.token);
    expect(await board.db.$count(data_exports)).toBe(1);
    const url = '/api/personal-data/export';
    expect((await ask('GET', url, { token: two.token })).status).toBe(404);
    expect((await ask('GET', url)).status).toBe(401);
    await deleteExpiredExports(board.db);
    expect(await board.db.$count(data_exports)).toBe(1);
    await board.db.update(data_exports).set({ expires_at: new Date(Date.now() - 1_000) });
    expect((await ask('GET', url, { token: one.token })).status).toBe(404);
    const { body } = await ask('GET', '/api/personal-data', { token: one.token });
    expect(body.export).toEqual({ state: 'none', expires: null, parts: 0 });
    await deleteExpiredExports(board.db);
    expect(await board.db.$count(data_exports)).toBe(0);
  });

  test('counts as failed if its process has ended, and can be requested again', async () => {
    const one = await person();
    const id = '0198a3c5-0000-7000-8000-00000000000a';
    const requested_at = new Date(Date.now() - 11 * 60_000);
    await board.db.insert(data_exports).values({ id, account_id: one.id, requested_at });
    const { body } = await ask('GET', '/api/personal-data', { token: one.token });
    expect(body.export).toEqual({ state: 'failed', expires: null, parts: 0 });
    await ask('POST', '/api/personal-data/export', { token: one.token });
    await download(one.token);
  });
});

test.each([
  ['GET', '/api/personal-data'],
  ['POST', '/api/personal-data/export'],
  ['GET', '/api/personal-data/export'],
  ['POST', '/api/personal-data/deletion-code'],
  ['POST', '/api/personal-data/deletion'],
])('%s %s is refused without a token, and without an account', async (method, url) => {
  const body = method === 'POST' ? {} : undefined;
  expect((await ask(method, url, { body })).status).toBe(401);
  const token = await tokenFor(board.db, 'auth0|nobody');
  expect((await ask(method, url, { token, body })).status).toBe(403);
});

test('codes for other purposes do not delete an account', async () => {
  const one = await person(verified());
  const code = await codeFor(one);
  await board.db
    .update(identity_codes)
    .set({ interaction: `claim x of ${one.id}` })
    .where(and(eq(identity_codes.email, one.email)));
  expect((await deletionOf(one.token, { code })).status).toBe(409);
});
