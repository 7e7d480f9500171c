import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mails } from '#server/db/mail-tables.ts';
import { accounts, audit_events } from '#server/db/schema.ts';
import { invitations, memberships, sent_invitations } from '#server/db/team-tables.ts';
import { createOutbox, MAX_MAILS_PER_RECIPIENT } from '#server/mail/outbox.ts';
import { setRole } from '#server/modules/accounts/commands.ts';
import { withAccounts } from '#server/modules/audit/testing/trail.ts';
import type { Membership, TeamMember } from '#shared/contract/teams.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';
import {
  MAX_DAILY_INVITATIONS,
  MAX_DAILY_INVITATIONS_TO_ADDRESS,
  MAX_INVITATIONS,
} from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany, createMail } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import {
  deleteOldInvitations,
  EXPIRED_INVITATION_DAYS,
  invite as inviteByMail,
} from './commands.ts';
import { invitationMails } from './mail/invitation-mails.ts';

const board = setUpTestBoard();
const { ask } = board;

let people = 0;
const newAddress = () => `eve${people++}@example.org`;

type Person = Awaited<ReturnType<typeof person>>;

async function person(values: Parameters<typeof createAccount>[1] = {}) {
  const { id } = await createAccount(board.db, values);
  return { id, token: await tokenFor(board.db, id) };
}

const siteAdmin = () => person({ role: 'siteadmin' });

/** Creates a company with an owner. */
async function newCompany(name = 'Loom') {
  const company = await createCompany(board.db, { name });
  const owner = await person({ role: 'companyadmin', company_id: company.id });
  return { company, owner };
}

async function join({ id }: Person, company_id: string, role: TeamRole = 'editor') {
  const [row] = await board.db
    .insert(memberships)
    .values({ account_id: id, company_id, role })
    .returning();
  return row?.id ?? '';
}

const membershipOf = async ({ id }: Person, companyId: string) => {
  const [row] = await board.db
    .select()
    .from(memberships)
    .where(and(eq(memberships.account_id, id), eq(memberships.company_id, companyId)));
  return row;
};

const accountOf = async ({ id }: Person) => {
  const [row] = await board.db
    .select({ role: accounts.role, company: accounts.company_id })
    .from(accounts)
    .where(eq(accounts.id, id));
  return row;
};

async function team(companyId: string, { token }: Person) {
  const { body } = await ask('GET', `/api/companies/${companyId}/team`, { token });
  return {
    members: body.members.map(({ account, role }: TeamMember) => [account, role]),
    invitations: body.invitations,
  };
}

const mailsTo = (email: string) =>
  board.db.select().from(mails).where(eq(mails.to_address, email)).orderBy(desc(mails.created_at));

/** The token in the latest mail to an email address. */
async function tokenSentTo(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  return new URL(mail?.content?.button?.url ?? '').hash.slice(1);
}

const proveAddress = ({ id }: Person, verified_email: string) =>
  board.db.update(accounts).set({ verified_email }).where(eq(accounts.id, id));

async function invite(companyId: string, { token }: Person, body: object) {
  return ask('POST', `/api/companies/${companyId}/invitations`, { token, body });
}

/** Invites a person with a new email address. Returns the response. */
const inviteSomebody = (companyId: string, owner: Person) =>
  invite(companyId, owner, { email: newAddress() });

/** Sets back the time at which the invitations to these email addresses were sent. */
const sentBefore = (interval: string, emails: string[]) =>
  board.db
    .update(sent_invitations)
    .set({ created_at: sql`now() - ${interval}::interval` })
    .where(inArray(sent_invitations.email, emails));

/** Adds rows as if somebody had sent many invitations in the last day. */
const addSent = (values: { company_id?: string; invited_by?: string }, count: number) =>
  board.db
    .insert(sent_invitations)
    .values(Array.from({ length: count }, () => ({ ...values, email: newAddress() })));

const withdraw = ({ token }: Person, id: string) =>
  ask('DELETE', `/api/invitations/${id}`, { token });

const remove = ({ token }: Person, membership: string) =>
  ask('DELETE', `/api/memberships/${membership}`, { token });

const accept = ({ token }: Person, invitation: string) =>
  ask('POST', '/api/invitations/accept', { token, body: { token: invitation } });

/** The number of database connections that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await board.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

describe('an invitation', () => {
  test('is sent by mail, shows the company, and makes a person an editor', async () => {
    const { company, owner } = await newCompany('Harbour Looms');
    const [email, senderEmail] = ['eve@xn--bcher-kva.example', newAddress()];
    const readable = 'eve@bücher.example';
    await proveAddress(owner, senderEmail);
    const { status, body } = await invite(company.id, owner, { email: email.toUpperCase() });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        email: readable,
        role: 'editor',
        since: expect.any(String),
        expires: expect.any(String),
      },
    ]);
    expect((await team(company.id, owner)).invitations).toEqual([body]);

    const invitee = await person();
    const token = await tokenSentTo(email);
    const read = await ask('POST', '/api/invitations/read', {
      token: invitee.token,
      body: { token },
    });
    expect([read.status, read.body]).toEqual([
      200,
      {
        company: company.id,
        companyname: 'Harbour Looms',
        role: 'editor',
        requiredemail: '',
        expires: body.expires,
      },
    ]);
    const accepted = await accept(invitee, token);
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({
      id: invitee.id,
      role: 'companyadmin',
      company: company.id,
      companyname: 'Harbour Looms',
    });
    expect(await team(company.id, owner)).toEqual({
      members: [
        [owner.id, 'owner'],
        [invitee.id, 'editor'],
      ],
      invitations: [],
    });
    const [notice] = await mailsTo(senderEmail);
    expect(notice?.content?.paragraphs[0]).toContain(
      `is now an editor of Harbour Looms, by the invitation that you sent to ${readable}.`,
    );
  });

  test('is stored only as a digest, and the subject of its mail contains no secret', async () => {
    const { company, owner } = await newCompany();
    const email = newAddress();
    await invite(company.id, owner, { email });
    const token = await tokenSentTo(email);
    const [row] = await board.db.select().from(invitations).where(eq(invitations.email, email));
    expect(JSON.stringify(row)).not.toContain(token);
    const [mail] = await board.db.select().from(mails).where(eq(mails.to_address, email));
    expect(mail?.subject).toMatch(/^Join Loom at /);
    expect(mail?.expires_at).toEqual(row?.expires_at);
  });

  test('works once, even if it is used twice at the same time', async () => {
    const { company, owner } = await newCompany();
    const email = newAddress();
    await invite(company.id, owner, { email });
    const token = await tokenSentTo(email);
    const invitees = [await person(), await person()];
    const statuses = (await Promise.all(invitees.map((one) => accept(one, token)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 404]);
    const { status, body } = await accept(await person(), token);
    expect([status, body.detail]).toEqual([
      404,
      'This invitation was used, has expired or was withdrawn. Ask for a new one.',
    ]);
    expect((await team(company.id, owner)).members).toHaveLength(2);
  });

  test('ends if it is withdrawn or replaced, if it expires, and if the company is deleted', async () => {
    const { company, owner } = await newCompany();
    const invitee = await person();
    const email = newAddress();
    const first = await invite(company.id, owner, { email });
    const replaced = await tokenSentTo(email);
    await invite(company.id, owner, { email, role: 'owner' });
    const withdrawn = await tokenSentTo(email);
    expect((await accept(invitee, replaced)).status).toBe(404);
    const { token } = owner;
    const path = `/api/invitations/${first.body.id}`;
    expect((await ask('DELETE', path, { token })).status).toBe(204);
    expect((await ask('DELETE', path, { token })).status).toBe(404);
    expect((await accept(invitee, withdrawn)).status).toBe(404);

    await invite(company.id, owner, { email });
    const expired = await tokenSentTo(email);
    await board.db
      .update(invitations)
      .set({ expires_at: sql`now()` })
      .where(eq(invitations.email, email));
    expect((await accept(invitee, expired)).status).toBe(404);
    expect((await team(company.id, owner)).invitations).toEqual([]);

    await invite(company.id, owner, { email });
    const orphan = await tokenSentTo(email);
    const admin = await siteAdmin();
    await ask('DELETE', `/api/companies/${company.id}`, { token: admin.token });
    expect((await accept(invitee, orphan)).status).toBe(404);
    expect(await accountOf(invitee)).toEqual({ role: 'user', company: null });
  });

  test('can make an editor an owner, but never an owner an editor', async () => {
    const { company, owner } = await newCompany();
    const editor = await person();
    await join(editor, company.id);
    const email = newAddress();
    await invite(company.id, owner, { email, role: 'owner' });
    const token = await tokenSentTo(email);
    expect((await accept(editor, token)).body.detail).toBe(
      `This invitation was sent to ${email}. Log in with this address to become an owner.`,
    );
    await proveAddress(editor, email);
    expect((await accept(editor, token)).status).toBe(200);
    await proveAddress(editor, newAddress());
    expect((await membershipOf(editor, company.id))?.role).toBe('owner');
    await invite(company.id, owner, { email });
    expect((await accept(editor, await tokenSentTo(email))).status).toBe(200);
    expect((await membershipOf(editor, company.id))?.role).toBe('owner');
  });

  test('can be accepted while the same person accepts another one', async () => {
    const invitee = await person();
    const tokens: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { company, owner } = await newCompany();
      const email = newAddress();
      await invite(company.id, owner, { email });
      tokens.push(await tokenSentTo(email));
    }
    const accepted = await Promise.all(tokens.map((token) => accept(invitee, token)));
    expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await ask('GET', '/api/memberships', { token: invitee.token });
    expect(body.results.filter(({ current }: Membership) => current)).toHaveLength(1);
  });

  test('does not change the role of a site admin who accepts it', async () => {
    const { company, owner } = await newCompany();
    const admin = await siteAdmin();
    const email = newAddress();
    await invite(company.id, owner, { email });
    expect((await accept(admin, await tokenSentTo(email))).body.role).toBe('siteadmin');
    expect((await membershipOf(admin, company.id))?.role).toBe('editor');
  });

  test('is refused for a member, and if the company has too many open invitations', async () => {
    const { company, owner } = await newCompany();
    const email = newAddress();
    const member = await person({ verified_email: email });
    await join(member, company.id);
    const again = await invite(company.id, owner, { email });
    expect([again.status, again.body.detail]).toEqual([409, 'This person is already in the team.']);
    for (let open = 0; open < MAX_INVITATIONS; open += 1) {
      expect((await invite(company.id, owner, { email: newAddress() })).status).toBe(201);
    }
    const { status, body } = await invite(company.id, owner, { email: newAddress() });
    expect([status, body.detail]).toEqual([
      409,
      'This company has 20 open invitations. Withdraw one first.',
    ]);
  });

  test('is refused for an address that received too many mails, and an earlier invitation still works', async () => {
    const { company, owner } = await newCompany();
    const email = newAddress();
    await invite(company.id, owner, { email });
    const token = await tokenSentTo(email);
    for (let count = 0; count < MAX_MAILS_PER_RECIPIENT; count += 1) {
      await createMail(board.db, { to_address: email });
    }
    const refused = await invite(company.id, owner, { email });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect((await accept(await person(), token)).status).toBe(200);
  });

  test('counts for the limit of its address for a day, even if it was replaced, withdrawn or accepted, or came from another company', async () => {
    const { company, owner } = await newCompany();
    const other = await newCompany();
    const email = newAddress();
    await invite(company.id, owner, { email });
    expect((await accept(await person(), await tokenSentTo(email))).status).toBe(200);
    await sentBefore('23 hours', [email]);
    await invite(company.id, owner, { email });
    const replacing = await invite(company.id, owner, { email });
    expect((await withdraw(owner, replacing.body.id)).status).toBe(204);
    for (const refused of [
      await invite(company.id, owner, { email }),
      await invite(other.company.id, other.owner, {
        email: email.toUpperCase().replace('@', '+JOBS@'),
      }),
    ]) {
      expect([refused.status, refused.body.detail]).toEqual([
        429,
        'This email address has received 3 invitations in 24 hours. Try again later.',
      ]);
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(3_000);
      expect(seconds).toBeLessThanOrEqual(3_600);
    }
    expect((await team(other.company.id, other.owner)).invitations).toEqual([]);
    await sentBefore('24 hours', [email]);
    expect((await invite(other.company.id, other.owner, { email })).status).toBe(201);
  });

  test('only a few invitations are mailed to an address, even if several companies send one at the same time', async () => {
    const email = newAddress();
    const made = await Promise.all(Array.from({ length: 6 }, () => newCompany()));
    const replies = await Promise.all(
      made.map(({ company, owner }) => invite(company.id, owner, { email })),
    );
    const sent = replies.filter(({ status }) => status === 201);
    expect(sent).toHaveLength(MAX_DAILY_INVITATIONS_TO_ADDRESS);
  });

  test('is refused if the company or the person has sent many in a day, even if all of them were withdrawn', async () => {
    const [{ company, owner }, other] = [await newCompany(), await newCompany()];
    const second = await person();
    await join(second, company.id, 'owner');
    await join(owner, other.company.id, 'owner');
    await addSent({ company_id: company.id, invited_by: owner.id }, MAX_DAILY_INVITATIONS - 1);
    const last = await inviteSomebody(company.id, owner);
    expect((await withdraw(owner, last.body.id)).status).toBe(204);
    const refusals = [
      await inviteSomebody(company.id, second),
      await inviteSomebody(other.company.id, owner),
    ];
    expect(refusals.map(({ status, body }) => [status, body.detail])).toEqual([
      [429, 'This company has sent 50 invitations in 24 hours. Try again later.'],
      [429, 'You have sent 50 invitations in 24 hours. Try again later.'],
    ]);
    expect(Number(refusals[0]?.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await inviteSomebody(other.company.id, other.owner)).status).toBe(201);
  });

  test('beyond the daily limit is refused, even if a person sends several for different companies at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => newCompany()));
    const inviter = await person();
    for (const { company } of made) await join(inviter, company.id, 'owner');
    await addSent({ invited_by: inviter.id }, MAX_DAILY_INVITATIONS - 1);
    const replies = await Promise.all(
      made.map(({ company }) => inviteSomebody(company.id, inviter)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429]);
  });

  test('is deleted some days after it expired, and counts for the limits for only a day', async () => {
    const { company, owner } = await newCompany();
    const [old, expired, open] = [newAddress(), newAddress(), newAddress()];
    for (const email of [old, expired, open]) await invite(company.id, owner, { email });
    const expire = (email: string, days: number) =>
      board.db
        .update(invitations)
        .set({ expires_at: sql`now() - make_interval(days => ${days})` })
        .where(eq(invitations.email, email));
    await expire(old, EXPIRED_INVITATION_DAYS + 1);
    await expire(expired, EXPIRED_INVITATION_DAYS - 1);
    await sentBefore('25 hours', [old]);
    await sentBefore('23 hours', [expired]);
    await deleteOldInvitations(board.db);
    const stored = async (table: typeof invitations | typeof sent_invitations) => {
      const rows = await board.db
        .select({ email: table.email })
        .from(table)
        .where(inArray(table.email, [old, expired, open]));
      return rows.map(({ email }) => email).toSorted();
    };
    expect(await stored(invitations)).toEqual([expired, open].toSorted());
    expect(await stored(sent_invitations)).toEqual([expired, open].toSorted());
  });

  test.each(['is removed', 'becomes an editor', 'loses the role', 'is deleted'])(
    'an invitation ends if the owner who sent it %s',
    async (how) => {
      const { company, owner } = await newCompany();
      const other = await newCompany();
      const second = await person();
      const membership = await join(second, company.id, 'owner');
      await join(second, other.company.id, 'owner');
      const [own, foreign, elsewhere] = [newAddress(), newAddress(), newAddress()];
      await invite(company.id, second, { email: own, role: 'owner' });
      // This owner's invitation was replaced by another owner's, so it does not end with the first owner's role.
      await invite(company.id, second, { email: foreign });
      await invite(company.id, owner, { email: foreign });
      await invite(other.company.id, second, { email: elsewhere });
      if (how === 'is removed') await remove(owner, membership);
      if (how === 'becomes an editor') {
        const body = { role: 'editor' };
        await ask('PUT', `/api/memberships/${membership}`, { token: owner.token, body });
      }
      if (how === 'loses the role') await setRole(board.db, 'test', second.id, { role: 'user' });
      if (how === 'is deleted') await board.db.delete(accounts).where(eq(accounts.id, second.id));
      const open = (await team(company.id, owner)).invitations;
      expect(open.map(({ email }: { email: string }) => email)).toEqual([foreign]);
      expect((await accept(await person(), await tokenSentTo(own))).status).toBe(404);
      const stays = how === 'is removed' || how === 'becomes an editor';
      expect((await accept(await person(), await tokenSentTo(elsewhere))).status).toBe(
        stays ? 200 : 404,
      );
    },
  );

  test('ends if the site admin who sent it loses the role, except for companies that they own', async () => {
    const [{ company, owner }, other] = [await newCompany(), await newCompany()];
    const admin = await siteAdmin();
    // Add another site admin. Otherwise, the last site admin could not lose the role.
    await siteAdmin();
    await join(admin, other.company.id, 'owner');
    await inviteSomebody(company.id, admin);
    const kept = await inviteSomebody(other.company.id, admin);
    const assignment = { role: 'companyadmin', company: other.company.id } as const;
    await setRole(board.db, 'test', admin.id, assignment);
    expect((await team(company.id, owner)).invitations).toEqual([]);
    expect((await team(other.company.id, other.owner)).invitations).toEqual([kept.body]);
  });

  test('requires a mail server', async () => {
    const { company, owner } = await newCompany();
    const outbox = createOutbox({
      delivery: 'none',
      from: { name: '', address: 'a@board.example' },
    });
    const mails = invitationMails(outbox, {
      name: 'Board',
      origin: 'https://board.example',
    });
    const invited = inviteByMail(board.db, mails, owner.id, company.id, {
      email: newAddress(),
      role: 'editor',
    });
    await expect(invited).rejects.toThrow('No mail server is configured');
    expect((await team(company.id, owner)).invitations).toEqual([]);
  });
});

describe('a member', () => {
  test('acts for only one of several companies at a time', async () => {
    const [one, two] = [await newCompany('Loom'), await newCompany('Kiln')];
    await join(one.owner, two.company.id);
    const list = async () =>
      (await ask('GET', '/api/memberships', { token: one.owner.token })).body.results.map(
        ({ companyname, role, current }: Membership) => [companyname, role, current],
      );
    expect(await list()).toEqual([
      ['Loom', 'owner', true],
      ['Kiln', 'editor', false],
    ]);
    const post = async (company: string) =>
      (
        await ask('POST', '/api/jobs', {
          token: one.owner.token,
          body: {
            title: 'Weaver',
            type: 'Contract',
            location: 'Lisbon',
            description: '',
            salary: '$60K - $70K',
            applyurl: '',
            company: { id: company },
          },
        })
      ).status;
    expect([await post(one.company.id), await post(two.company.id)]).toEqual([201, 403]);
    const second = await membershipOf(one.owner, two.company.id);
    const chosen = await ask('POST', `/api/memberships/${second?.id}/choose`, {
      token: one.owner.token,
    });
    expect([chosen.status, chosen.body.companyname]).toEqual([200, 'Kiln']);
    expect([await post(one.company.id), await post(two.company.id)]).toEqual([403, 201]);
    expect(await list()).toEqual([
      ['Loom', 'owner', false],
      ['Kiln', 'editor', true],
    ]);
  });

  test('acts for another company after leaving one, and loses the role after leaving the last one', async () => {
    const [one, two] = [await newCompany(), await newCompany()];
    const editor = await person();
    const first = await join(editor, one.company.id);
    const second = await join(editor, two.company.id);
    expect(await accountOf(editor)).toEqual({ role: 'companyadmin', company: one.company.id });
    const leave = (id: string) => ask('DELETE', `/api/memberships/${id}`, { token: editor.token });
    expect((await leave(first)).status).toBe(204);
    expect(await accountOf(editor)).toEqual({ role: 'companyadmin', company: two.company.id });
    expect((await leave(second)).status).toBe(204);
    expect(await accountOf(editor)).toEqual({ role: 'user', company: null });
    expect((await leave(second)).status).toBe(404);
  });

  test('the last owner cannot leave or become an editor, unless a site admin decides so', async () => {
    const { company, owner } = await newCompany();
    const { token } = owner;
    const editor = await person();
    const editorship = await join(editor, company.id);
    const ownership = (await membershipOf(owner, company.id))?.id;
    const path = `/api/memberships/${ownership}`;
    const body = { role: 'editor' };
    for (const reply of [
      await ask('DELETE', path, { token }),
      await ask('PUT', path, { token, body }),
    ]) {
      expect([reply.status, reply.body.detail]).toEqual([
        409,
        'A company needs an owner. Make another member an owner first, or ask a site admin.',
      ]);
    }
    // Hand over: first make another person an owner.
    const promoted = await ask('PUT', `/api/memberships/${editorship}`, {
      token,
      body: { role: 'owner' },
    });
    expect([promoted.status, promoted.body.role]).toEqual([200, 'owner']);
    expect((await ask('PUT', path, { token, body })).status).toBe(200);
    expect((await ask('PUT', path, { token, body: { role: 'owner' } })).status).toBe(403);
    const admin = await siteAdmin();
    const removed = await ask('DELETE', `/api/memberships/${editorship}`, { token: admin.token });
    expect(removed.status).toBe(204);
    expect((await team(company.id, admin)).members).toEqual([[owner.id, 'editor']]);
  });

  test('an owner cannot leave at the same time as the only other owner, so one owner remains', async () => {
    const { company, owner } = await newCompany();
    const other = await person();
    await join(other, company.id, 'owner');
    const leave = async (one: Person) =>
      (
        await ask('DELETE', `/api/memberships/${(await membershipOf(one, company.id))?.id}`, {
          token: one.token,
        })
      ).status;
    expect((await Promise.all([leave(owner), leave(other)])).sort()).toEqual([204, 409]);
    const admin = await siteAdmin();
    expect((await team(company.id, admin)).members).toHaveLength(1);
  });

  test('an editor can leave a company that has no owner', async () => {
    const company = await createCompany(board.db, { name: 'Loom' });
    const editor = await person();
    const membership = await join(editor, company.id);
    expect((await remove(editor, membership)).status).toBe(204);
    expect(await membershipOf(editor, company.id)).toBeUndefined();
  });

  test('an owner can remove another owner who at the same time removes them from another company', async () => {
    const [one, two] = [await newCompany(), await newCompany()];
    const first = await join(two.owner, one.company.id, 'owner');
    const second = await join(one.owner, two.company.id, 'owner');
    // Each of the two acts for the company from which they are removed, so both accounts change.
    for (const [{ token }, id] of [
      [two.owner, first],
      [one.owner, second],
    ] as const) {
      expect((await ask('POST', `/api/memberships/${id}/choose`, { token })).status).toBe(200);
    }
    // Lock both memberships until both requests wait for them, so that neither request is done before the other has
    // begun.
    const removals = await board.db.transaction(async (tx) => {
      await tx
        .select()
        .from(memberships)
        .where(inArray(memberships.id, [first, second]))
        .for('update');
      const removing = Promise.all([remove(one.owner, first), remove(two.owner, second)]);
      await expect.poll(countWaiting).toBe(2);
      return { removing };
    });
    expect((await removals.removing).map(({ status }) => status)).toEqual([204, 204]);
  });

  test('loses all memberships along with the role of company admin, and gets a membership along with the role', async () => {
    const [one, two] = [await newCompany(), await newCompany()];
    await join(one.owner, two.company.id);
    await board.db
      .update(accounts)
      .set({ role: 'user', company_id: null })
      .where(eq(accounts.id, one.owner.id));
    const admin = await siteAdmin();
    expect((await team(one.company.id, admin)).members).toEqual([]);
    expect((await team(two.company.id, admin)).members).toEqual([[two.owner.id, 'owner']]);
    await board.db
      .update(accounts)
      .set({ role: 'companyadmin', company_id: two.company.id })
      .where(eq(accounts.id, one.owner.id));
    expect((await membershipOf(one.owner, two.company.id))?.role).toBe('owner');
  });

  test('of two companies keeps the role if one is deleted, and a restored company gets its team back', async () => {
    const [one, two] = [await newCompany(), await newCompany()];
    const editor = await person();
    await join(editor, one.company.id);
    await join(one.owner, two.company.id);
    const both = await person();
    await join(both, two.company.id);
    await join(both, one.company.id);
    const admin = await siteAdmin();
    const before = (await team(one.company.id, admin)).members;
    const { token } = admin;
    const path = `/api/companies/${one.company.id}`;
    expect((await ask('DELETE', path, { token })).status).toBe(204);
    expect(await accountOf(editor)).toEqual({ role: 'user', company: null });
    expect(await accountOf(one.owner)).toEqual({ role: 'companyadmin', company: two.company.id });
    // This person has left the second company, and so has no role.
    const left = await membershipOf(both, two.company.id);
    await ask('DELETE', `/api/memberships/${left?.id}`, { token: both.token });
    expect((await ask('POST', `${path}/restore`, { token })).status).toBe(200);
    expect((await team(one.company.id, admin)).members).toEqual(
      before.filter(([account]: [string]) => account !== both.id),
    );
    expect(await accountOf(editor)).toEqual({ role: 'companyadmin', company: one.company.id });
    expect(await accountOf(both)).toEqual({ role: 'user', company: null });
  });
});

test('every change of a team is in the audit trail', async () => {
  const { company, owner } = await newCompany();
  const editor = await person();
  const id = await join(editor, company.id);
  await ask('PUT', `/api/memberships/${id}`, { token: owner.token, body: { role: 'owner' } });
  await ask('DELETE', `/api/memberships/${id}`, { token: editor.token });
  const events = await board.db
    .select()
    .from(audit_events)
    .where(eq(audit_events.thing_id, id))
    .orderBy(audit_events.id);
  const named = await withAccounts(board.db, events);
  expect(named.map(({ action, actor, after }) => [action, actor, after?.role])).toEqual([
    ['create', '', 'editor'],
    ['update', owner.id, 'owner'],
    ['delete', editor.id, undefined],
  ]);
});

test('people outside a team cannot see it, and invalid input is refused', async () => {
  const [{ company, owner }, other] = [await newCompany(), await newCompany()];
  const path = `/api/companies/${company.id}/team`;
  for (const { token } of [other.owner, await person()]) {
    expect((await ask('GET', path, { token })).status).toBe(403);
  }
  const { token } = await siteAdmin();
  expect((await ask('GET', '/api/companies/unknown/team', { token })).status).toBe(404);
  for (const body of [
    {},
    { email: 'nobody' },
    { email: 'a@b\r\nBcc: c@d' },
    { email: `${'a'.repeat(250)}@example.org` },
    { email: newAddress(), role: 'admin' },
    { email: 7 },
  ]) {
    expect((await invite(company.id, owner, body)).status).toBe(400);
  }
  for (const [method, url] of [
    ['PUT', '/api/memberships/unknown'],
    ['DELETE', '/api/memberships/unknown'],
    ['POST', '/api/memberships/unknown/choose'],
    ['DELETE', '/api/invitations/unknown'],
  ] as const) {
    const body = method === 'PUT' ? { role: 'owner' } : undefined;
    expect((await ask(method, url, { token, ...(body && { body }) })).status).toBe(404);
  }
});
