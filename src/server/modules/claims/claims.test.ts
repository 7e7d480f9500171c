import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { freshEmails } from '#server/auth/verified-email.ts';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { company_claims } from '#server/db/claim-tables.ts';
import { identity_codes, identity_links, identity_users } from '#server/db/identity-tables.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { mail_state, mails } from '#server/db/mail-tables.ts';
import { accounts, audit_events, companies, jobs, uploads } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { createOutbox, MAX_MAILS_PER_RECIPIENT } from '#server/mail/outbox.ts';
import { removeUnusedUploads } from '#server/modules/uploads/commands.ts';
import { CLAIM_STATES, MAX_CLAIMS, OBJECTION_HOURS } from '#shared/domain/claims.ts';
import { CLAIM_DAYS } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { DEFAULT_RULES } from '#tests/support/default-rules.ts';
import { createAccount, createCompany, createMail, jobBody } from '#tests/support/factories.ts';
import { multipartForm } from '#tests/support/multipart.ts';
import { twoColors } from '#tests/support/pictures.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { deleteOldClaims, grantDueClaims } from './commands.ts';
import { claimMails } from './mail/claim-mails.ts';
import { CLAIM_TRANSITIONS, type ClaimAction } from './states/transitions.ts';

const board = setUpTestBoard();
const { ask } = board;

let number = 0;
/** Returns a domain that no other test uses, because the number of codes per email address is limited. */
const newDomain = () => `loom${number++}.example`;

async function person(values: Parameters<typeof createAccount>[1] = {}) {
  const { id } = await createAccount(board.db, values);
  return { id, token: await tokenFor(board.db, id) };
}
type Person = Awaited<ReturnType<typeof person>>;

const siteAdmin = () => person({ role: 'siteadmin' });

const block = ({ id }: Person) =>
  board.db
    .update(accounts)
    .set({ blocked_at: new Date(), blocked_reason: 'Lies' })
    .where(eq(accounts.id, id));

/** Adds a company whose website a site admin has set, so that an address at its domain proves a claim. */
async function trustedCompany(domain = newDomain(), name = 'Loom') {
  const website = `https://www.${domain}/jobs`;
  const { id } = await createCompany(board.db, { name, website, trusted_website: website });
  return { id, domain, email: `eve@${domain}` };
}

const claim = ({ token }: Person, company: string) =>
  ask('POST', '/api/claims', { token, body: { company: { id: company } } });

const REGISTRATION = { name: 'Sailcloth', description: 'We **mend** sails.' };

async function register({ token }: Person, domain = newDomain(), values = {}) {
  const registration = { ...REGISTRATION, website: `https://${domain}`, ...values };
  const { body } = await ask('POST', '/api/claims', { token, body: { registration } });
  return { id: body.id as string, domain, email: `eve@${domain}`, body };
}

/** Reads the claim in the review queue, as a site admin. */
async function inQueue(id: string) {
  const { token } = await siteAdmin();
  const { body } = await ask('GET', `/api/admin/claims?claim=${id}`, { token });
  return body.results[0];
}

const act = ({ token }: Person, id: string, action: string, body?: object, headers?: object) =>
  ask('POST', `/api/claims/${id}/${action}`, {
    token,
    ...(body && { body }),
    ...(headers && { headers: headers as Record<string, string> }),
  });

async function mailsTo(email: string) {
  return board.db
    .select()
    .from(mails)
    .where(eq(mails.to_address, email))
    .orderBy(desc(mails.created_at), desc(mails.id));
}

/** Requests a code for the address. Returns the code in the mail. */
async function codeFor(one: Person, id: string, email: string): Promise<string> {
  expect((await act(one, id, 'code', { email })).status).toBe(204);
  const [mail] = await mailsTo(email);
  return mail?.content?.code ?? '';
}

const roleIn = async ({ id }: Person, company: string) => {
  const [row] = await board.db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.account_id, id), eq(memberships.company_id, company)));
  return row?.role;
};

const accountOf = async ({ id }: Person) => {
  const [row] = await board.db
    .select({ role: accounts.role, company: accounts.company_id })
    .from(accounts)
    .where(eq(accounts.id, id));
  return row;
};

const rowOf = async (id: string) => {
  const [row] = await board.db.select().from(company_claims).where(eq(company_claims.id, id));
  if (!row) throw new Error('no such claim');
  return row;
};

const trailOf = async (id: string) => {
  const rows = await board.db
    .select({ action: audit_events.action, after: audit_events.after })
    .from(audit_events)
    .where(and(eq(audit_events.kind, 'claim'), eq(audit_events.thing_id, id)))
    .orderBy(audit_events.id);
  return rows.map(({ action, after }) => [action, after?.by, after?.state]);
};

/** Ends the time for objections to a claim. */
async function endWaiting(id: string): Promise<void> {
  await board.db
    .update(company_claims)
    .set({ takes_effect_at: new Date() })
    .where(and(eq(company_claims.id, id), isNotNull(company_claims.takes_effect_at)));
  const outbox = createOutbox({
    delivery: 'captured',
    from: { name: '', address: 'board@board.example' },
  });
  const mails = claimMails(outbox, { origin: 'https://board.example', name: 'Test Board' });
  await grantDueClaims(board.db, { rules: DEFAULT_RULES, mails });
}

describe('a claim of an existing company', () => {
  test('a claim is proven by a code to an address at the company’s domain, which makes the person an owner a day later', async () => {
    const { id: company, domain, email } = await trustedCompany();
    const one = await person();
    const { status, body } = await claim(one, company);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        state: 'draft',
        domain,
        codesentto: '',
        registration: null,
        existing: [],
        company: { id: company, name: 'Loom', logo: '' },
      }),
    ]);
    expect((await act(one, body.id, 'code', { email: email.toUpperCase() })).status).toBe(204);
    const sent = await codeFor(one, body.id, email);
    expect(sent).toMatch(/^\d{4} \d{4}$/);
    const open = await ask('GET', `/api/claims/${body.id}`, { token: one.token });
    expect(open.body.codesentto).toBe(email);
    const proven = await act(one, body.id, 'prove', { code: ` ${sent.replace(' ', '')} ` });
    expect([proven.status, proven.body]).toEqual([
      200,
      { id: body.id, state: 'review', company: '' },
    ]);
    const { body: waiting } = await ask('GET', `/api/claims/${body.id}`, { token: one.token });
    const hours = (Date.parse(waiting.takeseffect) - Date.now()) / (60 * 60 * 1_000);
    expect([waiting.provenemail, Math.round(hours)]).toEqual([email, OBJECTION_HOURS]);
    expect(await roleIn(one, company)).toBeUndefined();
    await endWaiting(body.id);
    expect(await roleIn(one, company)).toBe('owner');
    expect(await accountOf(one)).toEqual({ role: 'companyadmin', company });
    expect((await ask('GET', '/api/claims', { token: one.token })).body).toEqual({ results: [] });
    expect(await trailOf(body.id)).toEqual([
      ['create', 'save', 'draft'],
      ['update', 'prove', 'review'],
      ['update', 'takeEffect', 'approved'],
    ]);
  });

  test('an owner or a site admin can object in time; then, only a site admin can approve the claim', async () => {
    const { id: company, email } = await trustedCompany();
    const [address, siteAddress] = [`owner@${newDomain()}`, `admin@${newDomain()}`];
    const owner = await person({
      role: 'companyadmin',
      company_id: company,
      verified_email: address,
    });
    const admin = await person({ role: 'siteadmin', verified_email: siteAddress });
    const one = await person({ name: 'Grace Hopper' });
    const { body } = await claim(one, company);
    const prove = async () =>
      act(one, body.id, 'prove', { code: await codeFor(one, body.id, email) });
    const effectOf = async (id: string) =>
      (await ask('GET', `/api/claims/${id}`, { token: one.token })).body.takeseffect;
    expect((await prove()).body.state).toBe('review');
    for (const to of [address, siteAddress]) {
      const [mail] = await mailsTo(to);
      expect(mail?.subject).toBe('Grace Hopper wants to become an owner of Loom at Test Board');
    }

    // A stranger does not learn of the claim; an owner sees it with the team.
    expect((await act(await person(), body.id, 'object')).status).toBe(404);
    const team = await ask('GET', `/api/companies/${company}/team`, { token: owner.token });
    expect(team.body.claims).toEqual([
      { id: body.id, name: 'Grace Hopper', email, takeseffect: await effectOf(body.id) },
    ]);
    expect((await act(owner, body.id, 'object')).status).toBe(204);
    expect(await effectOf(body.id)).toBeNull();

    // Neither another proof nor another claim makes the objection void.
    expect((await prove()).body.state).toBe('review');
    expect(await effectOf(body.id)).toBeNull();
    await ask('DELETE', `/api/claims/${body.id}`, { token: one.token });
    const again = await claim(one, company);
    const code = await codeFor(one, again.body.id, email);
    await act(one, again.body.id, 'prove', { code });
    await endWaiting(again.body.id);
    expect(await roleIn(one, company)).toBeUndefined();
    expect((await act(admin, again.body.id, 'approve')).status).toBe(200);
    expect(await roleIn(one, company)).toBe('owner');
  });

  test('a claim does not take effect if a mailbox of those who may object is full, or the proof is out of date', async () => {
    const { id: company, email } = await trustedCompany();
    const address = `owner@${newDomain()}`;
    await person({ role: 'companyadmin', company_id: company, verified_email: address });
    const one = await person();
    const { body } = await claim(one, company);
    const code = await codeFor(one, body.id, email);
    for (let count = 0; count < MAX_MAILS_PER_RECIPIENT; count += 1) {
      await createMail(board.db, { to_address: address });
    }
    await act(one, body.id, 'prove', { code });
    await endWaiting(body.id);
    expect(await roleIn(one, company)).toBeUndefined();
    expect((await inQueue(body.id)).reasons).toEqual(['held']);

    const other = await trustedCompany();
    const { body: second } = await claim(one, other.id);
    await act(one, second.id, 'prove', { code: await codeFor(one, second.id, other.email) });
    await board.db
      .update(companies)
      .set({ trusted_website: 'https://elsewhere.example' })
      .where(eq(companies.id, other.id));
    expect((await inQueue(second.id)).reasons).toEqual([]);
    await endWaiting(second.id);
    expect(await roleIn(one, other.id)).toBeUndefined();
    expect((await inQueue(second.id)).reasons).toEqual(['unproven']);
  });

  test('a person who has added a company and left its team becomes an owner again at once', async () => {
    const one = await person();
    const { id, email } = await register(one, undefined, { name: 'Spinning Wheels' });
    const added = await act(one, id, 'prove', { code: await codeFor(one, id, email) });
    const { company } = added.body;
    await board.db.delete(memberships).where(eq(memberships.company_id, company));
    const { body } = await claim(one, company);
    const again = await act(one, body.id, 'prove', { code: await codeFor(one, body.id, email) });
    expect(again.body).toEqual({ id: body.id, state: 'approved', company });
  });

  test('the third person at the third company of one email domain is reviewed', async () => {
    const domain = newDomain();
    const claimOne = async (label: string) => {
      const website = `https://${label}.${domain}`;
      const { id } = await createCompany(board.db, { website, trusted_website: website });
      const one = await person();
      const { body } = await claim(one, id);
      const code = await codeFor(one, body.id, `${label}@${domain}`);
      await act(one, body.id, 'prove', { code });
      return { claim: body.id, role: () => roleIn(one, id) };
    };
    // The claims wait at the same time.
    const claims = [await claimOne('loom'), await claimOne('kiln'), await claimOne('mill')];
    for (const each of claims) await endWaiting(each.claim);
    expect(await Promise.all(claims.map(({ role }) => role()))).toEqual([
      'owner',
      'owner',
      undefined,
    ]);
    const third = claims[2]?.claim ?? '';
    expect((await inQueue(third)).reasons).toEqual(['crowded']);
  });

  test('a person has at most one claim of a company; owners and site admins have none', async () => {
    const { id } = await trustedCompany();
    const one = await person();
    const first = await claim(one, id);
    const second = await claim(one, id);
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    const owner = await person({ role: 'companyadmin', company_id: id });
    const refused = await claim(owner, id);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'You are already an owner of this company.',
    ]);
    const admin = await claim(await siteAdmin(), id);
    expect([admin.status, admin.body.detail]).toEqual([
      409,
      'A site admin acts for all companies.',
    ]);
  });

  test('the other owners get a mail that tells them who has become an owner', async () => {
    const { id: company, email } = await trustedCompany();
    const address = `owner@${newDomain()}`;
    await person({ role: 'companyadmin', company_id: company, verified_email: address });
    const blocked = `blocked@${newDomain()}`;
    await block(
      await person({ role: 'companyadmin', company_id: company, verified_email: blocked }),
    );
    const editor = await person({ name: 'Grace\nHopper' });
    await board.db
      .insert(memberships)
      .values({ account_id: editor.id, company_id: company, role: 'editor' });
    const { body } = await claim(editor, company);
    await act(editor, body.id, 'prove', { code: await codeFor(editor, body.id, email) });
    await endWaiting(body.id);
    expect(await roleIn(editor, company)).toBe('owner');
    const [mail] = await mailsTo(address);
    expect(mail?.subject).toBe('Loom has a new owner at Test Board');
    expect(mail?.content?.paragraphs[0]).toBe(
      `Grace Hopper is now an owner of Loom, because they have proven the email address ${email}.`,
    );
    // The deletion of the new owner's account deletes the mail.
    expect(mail?.about).toBe(editor.id);
    expect(await mailsTo(blocked)).toEqual([]);
  });

  test('a claim without proof waits for a site admin; the person learns of the approval by mail', async () => {
    const { id: company } = await createCompany(board.db, { website: 'https://gmail.com' });
    const address = `ada@${newDomain()}`;
    const one = await person({ verified_email: address });
    const { body } = await claim(one, company);
    expect(body.domain).toBe('');
    const refused = await act(one, body.id, 'code', { email: 'eve@gmail.com' });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'No email address can prove this request. Ask a site admin instead.',
    ]);
    const submitted = await act(one, body.id, 'submit', { message: ' I founded it. ' });
    expect(submitted.body).toEqual({ id: body.id, state: 'review', company: '' });
    const { body: waiting } = await ask('GET', `/api/claims/${body.id}`, { token: one.token });
    expect(waiting).toMatchObject({ review: 'unproven', outcomesentto: address });
    const admin = await siteAdmin();
    const queue = await ask('GET', '/api/admin/claims', { token: admin.token });
    expect([queue.status, queue.body]).toEqual([
      200,
      {
        total: 1,
        results: [
          expect.objectContaining({
            id: body.id,
            message: 'I founded it.',
            owners: 0,
            website: 'https://gmail.com',
            reasons: ['unproven'],
            outcomesentto: '',
            person: { account: one.id, name: 'Ada Lovelace', email: address },
          }),
        ],
      },
    ]);
    const approved = await act(admin, body.id, 'approve');
    expect([approved.status, approved.body.company]).toEqual([200, company]);
    expect(await roleIn(one, company)).toBe('owner');
    const [mail] = await mailsTo(address);
    expect(mail?.subject).toBe('You can post jobs for Ada & Sons at Test Board');
  });

  test('a claim cannot be approved while the person is blocked', async () => {
    const { id: company } = await trustedCompany();
    const one = await person();
    const { body } = await claim(one, company);
    await act(one, body.id, 'submit', {});
    await block(one);
    const admin = await siteAdmin();
    const refused = await act(admin, body.id, 'approve');
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'This person is blocked. Unblock them before you approve the request, or reject it.',
    ]);
    expect(await roleIn(one, company)).toBeUndefined();
    await board.db
      .update(accounts)
      .set({ blocked_at: null, blocked_reason: null })
      .where(eq(accounts.id, one.id));
    expect((await act(admin, body.id, 'approve')).status).toBe(200);
    expect(await roleIn(one, company)).toBe('owner');
  });

  test('the person gets no mail about the rejection of a claim if they are blocked', async () => {
    const { id: company } = await trustedCompany();
    const address = `ada@${newDomain()}`;
    const one = await person({ verified_email: address });
    const { body } = await claim(one, company);
    await act(one, body.id, 'submit', {});
    await block(one);
    const rejected = await act(await siteAdmin(), body.id, 'reject', { reason: 'No.' });
    expect(rejected.status).toBe(200);
    expect(await mailsTo(address)).toEqual([]);
  });

  test('a claim is rejected with a reason, which the person sees and gets by mail; the claim can be submitted again', async () => {
    const { id: company } = await trustedCompany();
    const address = `ada@${newDomain()}`;
    const one = await person({ verified_email: address });
    const { body } = await claim(one, company);
    await act(one, body.id, 'submit', {});
    const admin = await siteAdmin();
    expect((await act(admin, body.id, 'reject', { reason: ' ' })).status).toBe(400);
    const reason = 'We cannot tell that you work there.';
    expect((await act(admin, body.id, 'reject', { reason })).status).toBe(200);
    const read = await ask('GET', `/api/claims/${body.id}`, { token: one.token });
    expect(read.body).toMatchObject({ state: 'rejected', reason, submitted: null });
    const [mail] = await mailsTo(address);
    expect(mail?.content?.paragraphs).toContain(`> ${reason}`);
    expect((await act(one, body.id, 'submit', {})).status).toBe(200);
    expect(await trailOf(body.id)).toEqual([
      ['create', 'save', 'draft'],
      ['update', 'submit', 'review'],
      ['update', 'reject', 'rejected'],
      ['update', 'submit', 'review'],
    ]);
  });

  test('a claim is refused if the person has the maximum number of claims', async () => {
    const one = await person();
    const made = [];
    for (let count = 0; count <= MAX_CLAIMS; count++) made.push((await register(one)).body);
    expect(made.at(-1)).toMatchObject({
      status: 409,
      detail: `You have ${MAX_CLAIMS} open requests. Delete one first.`,
    });
    const deletion = await ask('DELETE', `/api/claims/${made[0].id}`, { token: one.token });
    expect(deletion.status).toBe(204);
    expect((await register(one)).id).toBeDefined();
  });
});

describe('a registration', () => {
  test('a registration is not public; the code from the mail creates the company with its owner and logo', async () => {
    const one = await person();
    const { id, domain, email, body } = await register(one, undefined, { name: 'Xylograph' });
    expect(body).toMatchObject({
      state: 'draft',
      company: null,
      domain,
      registration: { name: 'Xylograph', website: `https://${domain}`, logo: '' },
    });
    const form = await multipartForm([{ content: await twoColors().png().toBuffer() }]);
    const logo = await ask('POST', `/api/claims/${id}/logo`, {
      token: one.token,
      body: form.body,
      headers: form.headers,
    });
    expect([logo.status, logo.body.url]).toEqual([200, expect.stringMatching(/^\/uploads\//)]);
    for (const url of ['/api/companies', '/api/companies?q=xylo', `/api/companies/${id}`]) {
      expect(JSON.stringify((await ask('GET', url)).body)).not.toContain('Xylograph');
    }
    const proven = await act(one, id, 'prove', { code: await codeFor(one, id, email) });
    expect(proven.body.state).toBe('approved');
    const { company } = proven.body;
    const shown = await ask('GET', `/api/companies/${company}`);
    expect(shown.body).toMatchObject({
      id: company,
      name: 'Xylograph',
      website: `https://${domain}`,
      description: REGISTRATION.description,
      logo: logo.body.url,
    });
    expect(await accountOf(one)).toEqual({ role: 'companyadmin', company });
    // The registration has proven the website, so a colleague can claim the company by its domain.
    const colleague = await person();
    expect((await claim(colleague, company)).body.domain).toBe(domain);
  });

  test('is created once for each idempotency key, can be edited, and is validated', async () => {
    const { id: _, token } = await person();
    const registration = { ...REGISTRATION, website: `https://${newDomain()}` };
    const headers = { 'idempotency-key': 'one' };
    const send = () => ask('POST', '/api/claims', { token, body: { registration }, headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    const path = `/api/claims/${first.body.id}`;
    const etag = { 'if-match': String(first.headers.etag) };
    const edit = { ...registration, name: 'Sailcloth & Sons' };
    const edited = await ask('PUT', path, { token, body: edit, headers: etag });
    expect([edited.status, edited.body.registration.name]).toEqual([200, 'Sailcloth & Sons']);
    expect((await ask('PUT', path, { token, body: edit, headers: etag })).status).toBe(412);
    for (const [field, value] of [
      ['name', ' '],
      ['website', 'javascript:alert(1)'],
      ['description', ''],
    ] as const) {
      const bad = { ...registration, [field]: value };
      const { status, body } = await ask('PUT', path, { token, body: bad });
      expect([status, body.errors[0].path]).toEqual([400, field]);
    }
    const both = { registration, company: { id: first.body.id } };
    expect((await ask('POST', '/api/claims', { token, body: both })).status).toBe(400);
    expect((await ask('POST', '/api/claims', { token, body: {} })).status).toBe(400);
    const unknown = { company: { id: first.body.id } };
    const missing = await ask('POST', '/api/claims', { token, body: unknown });
    expect([missing.status, missing.body.errors[0].path]).toEqual([400, 'company.id']);
  });

  test.each([
    ['SAIL-cloth', 'other'],
    ['Other', 'same'],
    ['Other', 'careers'],
  ])(
    'a registration shows the similar company if it is named %s with the %s domain, and is reviewed even with proof',
    async (name, where) => {
      const domain = newDomain();
      const host =
        where === 'other' ? newDomain() : where === 'same' ? domain : `careers.${domain}`;
      const { id: existing } = await createCompany(board.db, {
        name: 'Sail cloth',
        website: `https://www.${domain}/about`,
      });
      const one = await person();
      const { id, body } = await register(one, host, { name });
      expect(body.existing).toEqual([
        { id: existing, name: 'Sail cloth', logo: '', similar: where === 'other' },
      ]);
      const email = `eve@${body.domain}`;
      const proven = await act(one, id, 'prove', { code: await codeFor(one, id, email) });
      expect(proven.body).toEqual({ id, state: 'review', company: '' });
      const admin = await siteAdmin();
      const queue = await ask('GET', '/api/admin/claims', { token: admin.token });
      expect(queue.body.results[0]).toMatchObject({
        provenemail: email,
        existing: [{ id: existing }],
        reasons: ['similar'],
      });
      expect((await act(admin, id, 'approve')).status).toBe(200);
    },
  );

  test('a code alone cannot approve a registration that a site admin has rejected', async () => {
    const one = await person();
    const { id, email } = await register(one);
    await act(one, id, 'submit', {});
    await act(await siteAdmin(), id, 'reject', { reason: 'This is no company.' });
    const proven = await act(one, id, 'prove', { code: await codeFor(one, id, email) });
    expect(proven.body.state).toBe('review');
  });

  test.each([
    'is saved',
    'is submitted',
    'is submitted and withdrawn',
    'is deleted, and registered again',
    'is deleted, and registered with another name',
    'is deleted, and registered with another domain',
  ])(
    'after a site admin has rejected a registration, it is reviewed in spite of a proof, even if it %s',
    async (way) => {
      const one = await person();
      const name = `Sailcloth ${number}`;
      let { id, domain, email } = await register(one, undefined, { name });
      await act(one, id, 'submit', {});
      await act(await siteAdmin(), id, 'reject', { reason: 'This is no company.' });
      const path = `/api/claims/${id}`;
      const { token } = one;
      if (way === 'is saved') {
        const body = { ...REGISTRATION, name: 'Another', website: `https://${domain}` };
        expect((await ask('PUT', path, { token, body })).status).toBe(200);
      } else if (way.startsWith('is submitted')) {
        await act(one, id, 'submit', {});
        if (way.endsWith('withdrawn')) await act(one, id, 'withdraw');
      } else {
        expect((await ask('DELETE', path, { token })).status).toBe(204);
        const host = way.endsWith('another domain') ? undefined : `jobs.${domain}`;
        const other = way.endsWith('another name')
          ? 'Another'
          : name.toUpperCase().replace(' ', '-');
        const again = await register(one, host, { name: other });
        [id, email] = [again.id, `eve@${again.body.domain}`];
      }
      const proven = await act(one, id, 'prove', { code: await codeFor(one, id, email) });
      expect(proven.body).toEqual({ id, state: 'review', company: '' });
      expect((await inQueue(id)).reasons).toEqual(['refused']);
      expect(await board.db.$count(companies, eq(companies.name, name))).toBe(0);
    },
  );

  test('is not reviewed because of an earlier one by someone else, or of a different company', async () => {
    const [one, other] = [await person(), await person()];
    const { id, domain } = await register(one, undefined, { name: 'Halyard' });
    await act(one, id, 'submit', {});
    await act(await siteAdmin(), id, 'reject', { reason: 'This is no company.' });
    const own = await register(one, undefined, { name: 'Bowline' });
    const theirs = await register(other, domain, { name: 'Halyard' });
    for (const [who, claimed] of [
      [one, own],
      [other, theirs],
    ] as const) {
      const code = await codeFor(who, claimed.id, claimed.email);
      expect((await act(who, claimed.id, 'prove', { code })).body.state).toBe('approved');
    }
  });

  test('at a domain with letters beyond ASCII shows these letters, and is reviewed in spite of a proof', async () => {
    const one = await person();
    const [ascii, readable] = ['xn--bcher-kva.example', 'bücher.example'];
    const { id } = await register(one, readable);
    const refused = await act(one, id, 'code', { email: 'eve@other.example' });
    expect(refused.body.errors).toEqual([
      { path: 'email', message: `must be an address at ${readable}` },
    ]);
    const code = await codeFor(one, id, `eve@${ascii}`);
    const { body } = await ask('GET', `/api/claims/${id}`, { token: one.token });
    expect(body.codesentto).toBe(`eve@${readable}`);
    expect((await act(one, id, 'prove', { code })).body.state).toBe('review');
    expect(await inQueue(id)).toMatchObject({
      website: `https://${readable}`,
      provenemail: `eve@${readable}`,
      reasons: ['confusable'],
    });
  });

  test('stays proven until its website has a different domain', async () => {
    const one = await person();
    const { id, domain, email } = await register(one);
    await createCompany(board.db, { website: `https://${domain}` });
    await act(one, id, 'prove', { code: await codeFor(one, id, email) });
    await act(one, id, 'withdraw');
    const path = `/api/claims/${id}`;
    const save = async (website: string) =>
      (await ask('PUT', path, { token: one.token, body: { ...REGISTRATION, website } })).body;
    expect((await save(`https://www.${domain}/jobs`)).provenemail).toBe(email);
    expect((await save(`https://${newDomain()}`)).provenemail).toBe('');
  });

  test('the logo of a registration is not removed as unused until the registration is deleted', async () => {
    const one = await person();
    const { id } = await register(one);
    const form = await multipartForm([{ content: await twoColors().png().toBuffer() }]);
    const { body } = await ask('POST', `/api/claims/${id}/logo`, {
      token: one.token,
      body: form.body,
      headers: form.headers,
    });
    const storage = openUploadStorage({ dataDir: board.dataDir });
    const sweep = async () => {
      await board.db.update(uploads).set({ touched_at: new Date(0) });
      await removeUnusedUploads(board.db, storage);
      return (await board.app.inject({ url: body.url })).statusCode;
    };
    expect(await sweep()).toBe(200);
    await ask('DELETE', `/api/claims/${id}`, { token: one.token });
    expect(await sweep()).toBe(404);
  });
});

describe('the job of a claim', () => {
  const { company: _, ...job } = jobBody('');

  async function withJob(values: object, one: Person) {
    const registered = await register(one);
    const saved = await ask('PUT', `/api/claims/${registered.id}/job`, {
      token: one.token,
      body: { ...job, ...values },
    });
    return { ...registered, saved };
  }

  test('the first job of a new company can be stored incomplete, and becomes a draft when the company is approved', async () => {
    const one = await person();
    const { id, saved } = await withJob({ title: 'Rigger', location: '' }, one);
    expect([saved.status, saved.body.job]).toMatchObject([200, { title: 'Rigger', location: '' }]);
    await act(one, id, 'submit', {});
    const { body } = await act(await siteAdmin(), id, 'approve');
    const [draft] = await board.db.select().from(job_drafts);
    expect(draft).toMatchObject({ state: 'draft', author: one.id, company_id: body.company });
    expect(draft?.body).toMatchObject({ title: 'Rigger', company: { id: body.company } });
    expect(await board.db.$count(jobs)).toBe(0);
  });

  test('the first job of a new company is published with the approval if the person has submitted it', async () => {
    const one = await person();
    const { id } = await withJob({ state: 'submitted', title: 'Rigger' }, one);
    await act(one, id, 'submit', {});
    const { body } = await act(await siteAdmin(), id, 'approve');
    const [posted] = await board.db.select().from(jobs);
    expect(posted).toMatchObject({ title: 'Rigger', company_id: body.company });
  });

  test('with a sign of fraud sends a proven company to a site admin, who reads both once', async () => {
    const one = await person({ verified_email: 'eve@mail.example' });
    const description = 'Message us on WhatsApp: +44 7700 900123';
    const values = { state: 'submitted', title: 'Rigger', description, applyurl: '' };
    const { id, email } = await withJob(values, one);
    const code = await codeFor(one, id, email);
    expect((await act(one, id, 'prove', { code })).body.state).toBe('review');
    expect(await inQueue(id)).toMatchObject({ signals: ['messenger'], reasons: ['signals'] });
    // The person learns that a site admin decides in spite of the proof, but not which check failed.
    const { body: own } = await ask('GET', `/api/claims/${id}`, { token: one.token });
    expect(own.review).toBe('insufficient');
    expect(own).not.toHaveProperty('signals');
    expect(own).not.toHaveProperty('reasons');
    const { body } = await act(await siteAdmin(), id, 'approve');
    const [posted] = await board.db.select().from(jobs);
    expect(posted).toMatchObject({ title: 'Rigger', company_id: body.company });
    expect(await board.db.$count(job_drafts)).toBe(0);
    const [mail] = await mailsTo('eve@mail.example');
    expect(mail?.content?.paragraphs).toContain('Your job “Rigger” is published.');
  });

  test('must be complete to be submitted', async () => {
    const { saved } = await withJob({ state: 'submitted', location: '' }, await person());
    expect([saved.status, saved.body.errors[0].path]).toEqual([400, 'location']);
  });

  test('of an existing company is posted when the claim takes effect, with a review if it has a sign of fraud', async () => {
    const description = 'Message us on WhatsApp: +44 7700 900123';
    for (const [values, state] of [
      [{ title: 'Sailor' }, 'published'],
      [{ title: 'Bosun', description, applyurl: '' }, 'review'],
    ] as const) {
      const one = await person({ verified_email: 'eve@mail.example' });
      const { id: company, email } = await trustedCompany();
      const { id } = (await claim(one, company)).body;
      const body = { ...job, ...values, state: 'submitted' };
      await ask('PUT', `/api/claims/${id}/job`, { token: one.token, body });
      await act(one, id, 'prove', { code: await codeFor(one, id, email) });
      await endWaiting(id);
      const isPosted = await board.db.$count(jobs, eq(jobs.company_id, company));
      expect(isPosted).toBe(state === 'published' ? 1 : 0);
      const [mail] = await mailsTo('eve@mail.example');
      expect(mail?.content?.paragraphs.join(' ')).toContain(
        state === 'published' ? '“Sailor” is published.' : '“Bosun” is in review.',
      );
    }
  });
});

describe('a proof by sign-in', () => {
  /** A person of the demo sign-in, whose addresses count as proven on this machine. */
  const userWith = (email: string) => person({ id: `embedded|${email}` });

  test('adds a new company at once, with its job, if the address was proven within the hour', async () => {
    const domain = newDomain();
    const one = await userWith(`eve@${domain}`);
    const { id } = await register(one, domain, { name: 'Halyard Lofts' });
    const { company: _, ...job } = jobBody('');
    const body = { ...job, title: 'Loftsman', state: 'submitted' };
    await ask('PUT', `/api/claims/${id}/job`, { token: one.token, body });
    const proven = await act(one, id, 'prove', {});
    expect(proven.body).toMatchObject({
      state: 'approved',
      job: { title: 'Loftsman', state: 'published' },
    });
    expect(await roleIn(one, proven.body.company)).toBe('owner');
    const posted = await ask('GET', `/api/jobs/${proven.body.job.id}`);
    expect(posted.body).toMatchObject({ title: 'Loftsman', company: { name: 'Halyard Lofts' } });
  });

  test('changes nothing if the address is at another domain', async () => {
    const one = await userWith(`eve@mail.${newDomain()}`);
    const { id } = await register(one);
    expect((await act(one, id, 'prove', {})).body).toMatchObject({ state: 'draft', company: '' });
    expect(await accountOf(one)).toMatchObject({ role: 'user' });
  });

  test('counts addresses that were proven within the last hour', async () => {
    const { id } = await person();
    await board.db.insert(identity_users).values({ id, name: 'Eve' });
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    for (const [email, last_used_at] of [
      ['eve@new.example', minutesAgo(58)],
      ['eve@old.example', minutesAgo(62)],
    ] as const) {
      const link = { issuer: 'email', subject: email, user_id: id, verified_email: email };
      await board.db.insert(identity_links).values({ ...link, last_used_at });
    }
    const link = { issuer: 'https://id.example', subject: '7', user_id: id, verified_email: null };
    await board.db.insert(identity_links).values(link);
    expect(await freshEmails(board.db)({ id, token: '' })).toEqual(['eve@new.example']);
  });

  test('of an existing company waits for objections, like a code', async () => {
    const { id: company, domain } = await trustedCompany();
    const one = await userWith(`eve@${domain}`);
    const { id } = (await claim(one, company)).body;
    expect((await act(one, id, 'prove', {})).body).toMatchObject({ state: 'review' });
    const { body } = await ask('GET', `/api/claims/${id}`, { token: one.token });
    expect(body).toMatchObject({ provenemail: `eve@${domain}`, takeseffect: expect.any(String) });
  });
});

describe('an owner', () => {
  test('adds the person of a waiting claim to the team, as an editor or an owner, and nobody else can', async () => {
    for (const role of ['editor', 'owner'] as const) {
      const { id: company, email } = await trustedCompany();
      const [owner, editor, other, one] = [
        await person(),
        await person(),
        await person(),
        await person({ verified_email: email }),
      ];
      for (const [account_id, of, as] of [
        [owner.id, company, 'owner'],
        [editor.id, company, 'editor'],
        [other.id, (await trustedCompany()).id, 'owner'],
      ] as const) {
        await board.db.insert(memberships).values({ account_id, company_id: of, role: as });
      }
      const { id } = (await claim(one, company)).body;
      await act(one, id, 'prove', { code: await codeFor(one, id, email) });
      expect((await act(editor, id, 'accept', { role })).status).toBe(404);
      expect((await act(other, id, 'accept', { role })).status).toBe(404);
      expect((await act(one, id, 'accept', { role })).status).toBe(403);
      expect((await act(await siteAdmin(), id, 'accept', { role })).status).toBe(403);
      expect((await act(owner, id, 'accept', { role: 'king' })).status).toBe(400);
      expect((await act(owner, id, 'accept', { role })).status).toBe(204);
      expect(await roleIn(one, company)).toBe(role);
      const [mail] = await mailsTo(email);
      expect(mail?.content?.paragraphs[0]).toBe(
        `An owner of the company has accepted your request. You are now an ${role} of Loom.`,
      );
      const again = await act(owner, id, 'object', {});
      expect(again.status).toBe(404);
    }
  });
});

describe('the place in the review queue', () => {
  test('counts what was submitted earlier, and says how long the latest reviews took', async () => {
    await board.db.delete(company_claims);
    await board.db.delete(job_drafts);
    const admin = await siteAdmin();
    const decided = await register(await person());
    const { account_id } = await rowOf(decided.id);
    const owner = { id: account_id, token: await tokenFor(board.db, account_id) };
    await act(owner, decided.id, 'submit', {});
    await act(admin, decided.id, 'reject', { reason: 'No.' });
    const [first, second] = [await person(), await person()];
    const ids = [];
    for (const one of [first, second]) {
      const { id } = await register(one);
      await act(one, id, 'submit', {});
      ids.push(id);
    }
    const place = async (one: Person, id = '') =>
      ask('GET', `/api/reviews/${id}`, { token: one.token });
    expect((await place(first, ids[0])).body).toEqual({
      ahead: 0,
      took: expect.arrayContaining([0]),
    });
    expect((await place(second, ids[1])).body.ahead).toBe(1);
    expect((await place(second, ids[1])).body.took.length).toBeLessThanOrEqual(5);
    for (const [one, id] of [
      [first, ids[1]],
      [first, decided.id],
      [admin, ids[0]],
      [first, 'x'],
    ] as const) {
      expect((await place(one, id)).status).toBe(404);
    }
    expect((await ask('GET', `/api/reviews/${ids[0]}`)).status).toBe(401);
  });
});

describe('concurrent requests', () => {
  const statuses = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).sort();

  async function inReview(one: Person) {
    const { id: company } = await trustedCompany();
    const { body } = await claim(one, company);
    await act(one, body.id, 'submit', {});
    return { id: body.id as string, company };
  }

  test('if two reviewers decide at once, only the first decides, and the other learns who did', async () => {
    const { id } = await inReview(await person());
    const [ada, grace] = [
      await person({ role: 'siteadmin', name: 'Ada' }),
      await person({ role: 'siteadmin', name: 'Grace' }),
    ];
    const results = await Promise.all([
      act(ada, id, 'approve'),
      act(grace, id, 'reject', { reason: 'No.' }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = results.find(({ status }) => status === 409);
    expect(loser?.body.detail).toMatch(
      /^(Ada approved this request. It is approved.|Grace rejected this request. It is rejected.)$/,
    );
  });

  test('only one of several concurrent uses of a code succeeds', async () => {
    const one = await person();
    const { id, email } = await register(one, undefined, { name: 'Bobbins' });
    const code = await codeFor(one, id, email);
    const body = { id };
    const calls = Array.from({ length: 4 }, () => act(one, body.id, 'prove', { code }));
    expect(await statuses(calls)).toEqual([200, 409, 409, 409]);
    const again = await act(one, body.id, 'prove', { code });
    expect(again.body.detail).toBe(
      'You verified this request with an email address. It is approved.',
    );
  });

  test('a claim that is approved while its company is deleted leaves no owner of a missing company', async () => {
    const { id: company } = await trustedCompany();
    const one = await person();
    const { body } = await claim(one, company);
    await act(one, body.id, 'submit', {});
    const admin = await siteAdmin();
    const { token } = admin;
    const [approved, deleted] = await Promise.all([
      act(admin, body.id, 'approve'),
      ask('DELETE', `/api/companies/${company}`, { token }),
    ]);
    expect(deleted.status).toBe(204);
    expect([200, 404]).toContain(approved.status);
    expect(await accountOf(one)).toEqual({ role: 'user', company: null });
    expect(await board.db.$count(company_claims)).toBe(0);
    expect((await act(one, body.id, 'submit', {})).status).toBe(
      approved.status === 200 ? 409 : 404,
    );
  });

  test('only one of two registrations of a domain becomes a company, and the other is reviewed', async () => {
    const domain = newDomain();
    const prepared = [];
    for (const local of ['eve', 'mallory']) {
      const one = await person();
      const { id } = await register(one, domain);
      prepared.push({ one, id, code: await codeFor(one, id, `${local}@${domain}`) });
    }
    const results = await Promise.all(
      prepared.map(({ one, id, code }) => act(one, id, 'prove', { code })),
    );
    expect(results.map(({ body }) => body.state).sort()).toEqual(['approved', 'review']);
    expect(await board.db.$count(companies)).toBe(1);
  });

  test('a reviewer cannot approve a claim that has changed since they read it', async () => {
    const one = await person();
    const { id } = await register(one);
    await act(one, id, 'submit', {});
    const admin = await siteAdmin();
    const { body } = await ask('GET', '/api/admin/claims', { token: admin.token });
    await act(one, id, 'withdraw');
    await ask('PUT', `/api/claims/${id}`, {
      token: one.token,
      body: { ...REGISTRATION, website: 'https://evil.example' },
    });
    await act(one, id, 'submit', {});
    const tag = { 'if-match': `"${body.results[0].version}"` };
    expect((await act(admin, id, 'approve', undefined, tag)).status).toBe(409);
  });
});

describe('every action', () => {
  const ACTIONS = [
    ...['save', 'saveJob', 'prove', 'submit', 'withdraw', 'approve', 'reject', 'delete'],
  ] as const satisfies ClaimAction[];
  const KINDS = ['registration', 'claim'] as const;
  const PEOPLE = ['claimant', 'stranger', 'company admin', 'reviewer', 'nobody'] as const;
  type Who = (typeof PEOPLE)[number];

  async function call(action: ClaimAction, id: string, token: string | undefined, code: string) {
    const path = `/api/claims/${id}`;
    const { company: _, ...job } = jobBody('');
    const body = { ...REGISTRATION, website: `https://${newDomain()}` };
    switch (action) {
      case 'save':
        return ask('PUT', path, { token, body });
      case 'saveJob':
        return ask('PUT', `${path}/job`, { token, body: job });
      case 'delete':
        return ask('DELETE', path, { token });
      default:
        return ask('POST', `${path}/${action}`, { token, body: { reason: 'No.', code } });
    }
  }

  function expected({ kind, state, action, who }: (typeof table)[number]): number {
    if (who === 'nobody') return 401;
    const transition = CLAIM_TRANSITIONS[state][action];
    const forReviewers = action === 'approve' || action === 'reject';
    if (forReviewers && who !== 'reviewer') return 403;
    if (who === 'stranger' || who === 'company admin') return 404;
    if (!transition) return 409;
    if (transition.by !== who) return 403;
    // Only the owners edit an existing company.
    if (kind === 'claim' && action === 'save') return 409;
    return action === 'delete' ? 204 : 200;
  }

  const table = KINDS.flatMap((kind) =>
    CLAIM_STATES.flatMap((state) =>
      ACTIONS.flatMap((action) => PEOPLE.map((who) => ({ kind, state, action, who }))),
    ),
  );

  async function newClaim(kind: (typeof KINDS)[number], claimant: Person) {
    if (kind === 'registration') return register(claimant);
    const { id: company, email } = await trustedCompany();
    const { body } = await claim(claimant, company);
    return { id: body.id as string, email };
  }

  test.each(table)(
    'an action succeeds only for the right person in the right state: $action of a $kind in the state $state by $who',
    async (row) => {
      const { kind, state, action, who } = row;
      const claimant = await person();
      const { id, email } = await newClaim(kind, claimant);
      const code = action === 'prove' ? await codeFor(claimant, id, email) : '';
      if (state !== 'draft') {
        await board.db
          .update(company_claims)
          .set({
            state,
            ...(state === 'review'
              ? { submitted_at: new Date() }
              : { reason: 'No.', rejected_at: new Date() }),
          })
          .where(eq(company_claims.id, id));
      }
      const tokens: Record<Who, string | undefined> = {
        claimant: claimant.token,
        stranger: (await person()).token,
        'company admin': (await person({ role: 'companyadmin' })).token,
        reviewer: (await siteAdmin()).token,
        nobody: undefined,
      };
      const former = await board.db.$count(memberships);
      const { status, body } = await call(action, id, tokens[who], code);
      expect(status).toBe(expected(row));
      if (action !== 'prove') return;
      const isProven = status === 200;
      const isReviewed = kind === 'claim' || state === 'rejected';
      if (isProven) expect(body.state).toBe(isReviewed ? 'review' : 'approved');
      const owned = await board.db.$count(memberships, eq(memberships.account_id, claimant.id));
      expect(owned).toBe(isProven && !isReviewed ? 1 : 0);
      expect(await board.db.$count(memberships)).toBe(former + owned);
    },
  );

  test.each(['code', 'prove', 'logo'])(
    'the action %s is possible for the claimant only',
    async (action) => {
      const { id } = await register(await person());
      const form = await multipartForm([{ content: await twoColors().png().toBuffer() }]);
      const body = { code: { email: 'eve@x.example' }, prove: { code: 'BCDF2345' } }[action];
      const send = (token?: string) =>
        ask('POST', `/api/claims/${id}/${action}`, {
          token,
          ...(body ? { body } : { body: form.body, headers: form.headers }),
        });
      expect((await send()).status).toBe(401);
      expect((await send((await person()).token)).status).toBe(404);
      expect((await send((await siteAdmin()).token)).status).toBe(403);
    },
  );
});

describe('the review queue', () => {
  test('has pages and lists the oldest submission first', async () => {
    const ids = [];
    for (let count = 0; count < 3; count++) {
      const one = await person();
      const { id } = await register(one);
      await act(one, id, 'submit', {});
      ids.push(id);
    }
    const { token } = await siteAdmin();
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page++) {
      const { body } = await ask('GET', `/api/admin/claims?limit=1${cursor}`, { token });
      expect(body.total).toBe(3);
      seen.push(...body.results.map(({ id }: { id: string }) => id));
      cursor = `&cursor=${body.next}`;
    }
    expect(seen).toEqual(ids);
  });

  test('shows descriptions as HTML, and no email address to which a code was sent', async () => {
    const one = await person();
    const { id, email } = await register(one);
    await codeFor(one, id, email);
    await act(one, id, 'submit', {});
    const { body } = await ask('GET', '/api/admin/claims', { token: (await siteAdmin()).token });
    expect(body.results[0].registration.description).toContain('<strong>mend</strong>');
    expect(body.results[0].codesentto).toBe('');
  });

  test('accepts only a small limit, because each claim takes several queries', async () => {
    const { token } = await siteAdmin();
    const list = async (limit: number) =>
      (await ask('GET', `/api/admin/claims?limit=${limit}`, { token })).status;
    expect([await list(20), await list(21)]).toEqual([200, 400]);
  });
});

test('a site admin does not learn to which address a code was sent', async () => {
  const one = await person();
  const { id, email } = await register(one);
  await codeFor(one, id, email);
  const read = async ({ token }: Person) =>
    (await ask('GET', `/api/claims/${id}`, { token })).body.codesentto;
  expect([await read(one), await read(await siteAdmin())]).toEqual([email, '']);
});

test('claims that nobody has changed for long are deleted with their email addresses, except those in review', async () => {
  const one = await person();
  const age = async (days: number, values: Partial<typeof company_claims.$inferInsert>) => {
    const { id } = await register(one);
    const updated_at = new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
    await board.db
      .update(company_claims)
      .set({ updated_at, proven_email: 'eve@old.example', ...values })
      .where(eq(company_claims.id, id));
    return id;
  };
  const rejected = { state: 'rejected', reason: 'No.', rejected_at: new Date() } as const;
  await age(CLAIM_DAYS + 1, {});
  await age(CLAIM_DAYS + 1, rejected);
  const kept = [
    await age(CLAIM_DAYS - 1, {}),
    await age(CLAIM_DAYS - 1, rejected),
    await age(CLAIM_DAYS + 1, { state: 'review', submitted_at: new Date() }),
  ];
  await deleteOldClaims(board.db);
  const { body } = await ask('GET', '/api/claims', { token: one.token });
  expect(body.results.map(({ id }: { id: string }) => id).sort()).toEqual(kept.sort());
});

test('while mail is paused, a person learns that no code was sent', async () => {
  const { id: company, email } = await trustedCompany();
  const one = await person();
  const { body } = await claim(one, company);
  await board.db.insert(mail_state).values({ paused_at: new Date(), pause_reason: 'admin' });
  const paused = await act(one, body.id, 'code', { email });
  expect([paused.status, paused.body.detail]).toEqual([
    503,
    'This site has paused its mail. Try again later.',
  ]);
  await board.db.delete(mail_state);
  expect(await codeFor(one, body.id, email)).not.toBe('');
});

test('codes are stored as digests and become invalid with the next code and after ten minutes', async () => {
  const { id: company, email } = await trustedCompany();
  const one = await person();
  const { body } = await claim(one, company);
  const first = await codeFor(one, body.id, email);
  const [row] = await board.db.select().from(identity_codes).where(eq(identity_codes.email, email));
  expect(JSON.stringify(row)).not.toContain(first.replace('-', ''));
  const second = await codeFor(one, body.id, email);
  const wrong = await act(one, body.id, 'prove', { code: first });
  expect([wrong.status, wrong.body.errors]).toEqual([
    400,
    [{ path: 'code', message: 'is wrong. You have 4 tries left' }],
  ]);
  await board.db.execute(sql`update identity_codes set expires_at = now() - interval '1 second'`);
  const late = await act(one, body.id, 'prove', { code: second });
  expect([late.status, late.body.detail]).toEqual([
    409,
    'This code is no longer valid. It is valid once, for 10 minutes. Request a new one.',
  ]);
});
