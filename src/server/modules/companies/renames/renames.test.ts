import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mails } from '#server/db/mail-tables.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { accounts, audit_events, companies, uploads } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { mergeCompanies } from '#server/modules/merges/merge-companies.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask, get } = board;

const WEBSITE = 'https://loom.example';

type Person = { id: string; token: string };

async function person(values: Parameters<typeof createAccount>[1] = {}): Promise<Person> {
  const { id } = await createAccount(board.db, values);
  return { id, token: await tokenFor(board.db, id) };
}

let company: string;
let owner: Person;
let boss: Person;

beforeEach(async () => {
  await board.db.delete(mails);
  company = (
    await createCompany(board.db, { name: 'Loom', website: WEBSITE, trusted_website: WEBSITE })
  ).id;
  owner = await person({ role: 'companyadmin', company_id: company, name: 'Grace' });
  boss = await person({ role: 'siteadmin', name: 'Boss' });
});

const PROFILE = {
  industry: 'Textiles',
  size: '11-50',
  founded: 1921,
  places: ['Bergen, Norway', 'Oslo'],
  links: ['https://video.example/loom'],
};

/** Saves the company as a person, with these values. */
const save = ({ token }: Person, values: object = {}, headers = {}) =>
  ask('PUT', `/api/companies/${company}`, {
    token,
    headers,
    body: { id: company, name: 'Loom', website: WEBSITE, description: 'We weave.', ...values },
  });

const read = async () => (await get(`/api/companies/${company}`)).body;

const requests = async ({ token }: Person) =>
  (await ask('GET', `/api/companies/${company}/renames`, { token })).body.results;

async function requested(values: object = { name: 'Loom Labs' }) {
  expect((await save(owner, values)).status).toBe(200);
  const [request] = await requests(owner);
  return request;
}

type Decision = { version?: number; reason?: string; by?: Person };

const decide = (action: 'approve' | 'reject', id: string, decision: Decision = {}) =>
  ask('POST', `/api/renames/${id}/${action}`, {
    token: (decision.by ?? boss).token,
    ...(decision.reason !== undefined && { body: { reason: decision.reason } }),
    ...(decision.version && { headers: { 'if-match': `"${decision.version}"` } }),
  });

const trusted = async () => {
  const [row] = await board.db.select().from(companies).where(eq(companies.id, company));
  return row?.trusted_website;
};

describe('the company’s owner', () => {
  test('edits its description, logo and profile, which everyone sees at once', async () => {
    await board.db.insert(uploads).values({ name: 'a.webp' });
    const logo = '/uploads/a.webp';
    const saved = await save(owner, { description: 'We **mend**.', logo, ...PROFILE });
    expect(saved.status).toBe(200);
    expect(await read()).toEqual({
      id: company,
      name: 'Loom',
      website: WEBSITE,
      description: 'We **mend**.',
      logo,
      ...PROFILE,
    });
    expect(await requests(owner)).toEqual([]);
    // An older client does not send the profile, and must not clear it.
    await save(owner);
    expect(await read()).toMatchObject({ ...PROFILE, logo, description: 'We weave.' });
    const empty = { industry: '', size: '', founded: null, places: [], links: [] };
    await save(owner, empty);
    expect(await read()).toMatchObject(empty);
  });

  test('reads each link once, in letters of one script and in ASCII otherwise', async () => {
    const links = ['https://bücher.example', 'https://\u0430pple.example', 'https://v.example'];
    await save(owner, { links: [...links, ...links] });
    const { linktexts, ...saved } = await read();
    expect(saved.links).toEqual(links);
    expect(linktexts).toEqual([
      'https://bücher.example',
      expect.stringMatching(/^https:\/\/xn--/),
      'https://v.example',
    ]);
  });

  test('needs no website if an import stored none, and cannot remove a stored one', async () => {
    const { status, body } = await save(owner, { website: '' });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'website', message: 'must not be empty' }],
    ]);
    await board.db.update(companies).set({ website: '' }).where(eq(companies.id, company));
    expect((await save(owner, { website: '', description: 'We mend.' })).status).toBe(200);
    expect(await read()).toMatchObject({ website: '', description: 'We mend.' });
    expect(await requests(owner)).toEqual([]);
  });

  test('cannot save over a newer version', async () => {
    const { headers } = await ask('GET', `/api/companies/${company}`);
    await save(boss, { description: 'Newer.' });
    const late = await save(owner, {}, { 'if-match': String(headers.etag) });
    expect([late.status, (await read()).description]).toEqual([412, 'Newer.']);
  });

  test('may use only a logo that was uploaded here', async () => {
    const { status, body } = await save(owner, { logo: 'https://pixel.example/logo.png' });
    expect([status, body.errors[0].path]).toEqual([400, 'logo']);
    expect((await save(boss, { logo: 'https://pixel.example/logo.png' })).status).toBe(200);
    // It stays when the owner saves something else.
    expect((await save(owner, { logo: 'https://pixel.example/logo.png' })).status).toBe(200);
  });

  test.each([
    ['founded', 3000],
    ['founded', 999],
    ['size', '7'],
    ['places', Array.from({ length: 11 }, () => 'Oslo')],
    ['places', [' ']],
    ['links', ['http://video.example']],
    ['links', ['javascript:alert(1)']],
    ['links', Array.from({ length: 7 }, () => 'https://video.example')],
    ['industry', 'x'.repeat(101)],
  ])('cannot save %s %j', async (field, value) => {
    const { status, body } = await save(owner, { [field]: value });
    expect([status, body.errors[0].path.split('.')[0]]).toEqual([400, field]);
  });
});

test('a visitor, a stranger, an editor, an owner of another company and a blocked owner cannot edit a company', async () => {
  const editor = await person({ role: 'companyadmin', company_id: company });
  await board.db
    .update(memberships)
    .set({ role: 'editor' })
    .where(eq(memberships.account_id, editor.id));
  const other = await person({ role: 'companyadmin' });
  const stranger = await person();
  const blocked = await person({ role: 'companyadmin', company_id: company });
  await board.db
    .update(accounts)
    .set({ blocked_at: new Date(), blocked_reason: 'Lies' })
    .where(eq(accounts.id, blocked.id));
  const { id } = await requested();
  const before = await read();
  for (const [one, refused, hidden] of [
    [editor, 403, 404],
    [other, 403, 404],
    [stranger, 403, 403],
    [blocked, 401, 401],
  ] as const) {
    const { token } = one;
    expect((await save(one, { description: 'Mine.' })).status).toBe(refused);
    const list = await ask('GET', `/api/companies/${company}/renames`, { token });
    expect(list.status).toBe(refused);
    for (const method of ['GET', 'DELETE']) {
      expect((await ask(method, `/api/renames/${id}`, { token })).status).toBe(hidden);
    }
    expect((await decide('approve', id, { by: one })).status).toBe(refused);
    expect((await decide('reject', id, { by: one, reason: 'No.' })).status).toBe(refused);
  }
  expect((await ask('PUT', `/api/companies/${company}`, { body: {} })).status).toBe(401);
  expect(await read()).toEqual(before);
  expect(await requests(owner)).toHaveLength(1);
});

describe('another name or website that an owner sends', () => {
  test('waits for a site admin, while the other fields change at once', async () => {
    const request = await requested({
      name: 'Loom Labs',
      website: 'https://labs.example',
      description: 'We mend.',
    });
    expect(await read()).toMatchObject({ name: 'Loom', website: WEBSITE, description: 'We mend.' });
    expect(request).toMatchObject({
      company: { id: company, name: 'Loom', website: WEBSITE },
      name: 'Loom Labs',
      website: 'https://labs.example',
      state: 'review',
      reason: '',
      person: 'Grace',
      version: 1,
    });
    const { body } = await ask('GET', '/api/admin/inbox?kind=rename', boss);
    const item = body.results.find((one: { id: string }) => one.id === request.id);
    expect(item).toMatchObject({ kind: 'rename', title: 'Loom', person: 'Grace', version: 1 });
  });

  test('replaces an earlier request, and stays when it is sent again', async () => {
    const first = await requested({ name: 'Loom Labs' });
    expect(await requested({ name: 'Loom Labs' })).toEqual(first);
    const second = await requested({ name: 'Loom Works' });
    expect(second).toMatchObject({ id: first.id, name: 'Loom Works', version: 2 });
    expect((await ask('DELETE', `/api/renames/${first.id}`, owner)).status).toBe(204);
    expect(await requests(owner)).toEqual([]);
    const late = await decide('approve', first.id, { version: 1 });
    expect([late.status, late.body.detail]).toEqual([409, 'Grace withdrew this request.']);
    expect((await read()).name).toBe('Loom');
  });

  test('stays in review when a client sends the current name and website back', async () => {
    const request = await requested({ name: 'Loom Labs' });
    expect(await requested({ description: 'We mend.' })).toEqual(request);
    // Only the website is new. The name still waits.
    const both = await requested({ website: 'https://labs.example' });
    expect(both).toMatchObject({ name: 'Loom Labs', website: 'https://labs.example', version: 2 });
    expect(await requested({ name: 'Loom Works' })).toMatchObject({
      name: 'Loom Works',
      website: 'https://labs.example',
    });
  });

  test('proves no claim before a site admin approves the website', async () => {
    const { id, domain } = await requested({ website: 'https://labs.example' });
    expect(domain).toBe('labs.example');
    const claimant = await person();
    const claimed = await ask('POST', '/api/claims', {
      token: claimant.token,
      body: { company: { id: company } },
    });
    const sendCode = async () =>
      ask('POST', `/api/claims/${claimed.body.id}/code`, {
        token: claimant.token,
        body: { email: 'eve@labs.example' },
      });
    expect([claimed.body.domain, (await sendCode()).status, await trusted()]).toEqual([
      'loom.example',
      400,
      WEBSITE,
    ]);
    expect((await decide('approve', id)).status).toBe(204);
    expect([(await sendCode()).status, await trusted()]).toEqual([204, 'https://labs.example']);
  });

  test('does not make a website trusted that stays as it is', async () => {
    await board.db.update(companies).set({ trusted_website: '' }).where(eq(companies.id, company));
    const { id } = await requested({ name: 'Loom Labs' });
    await decide('approve', id);
    expect([(await read()).name, await trusted()]).toEqual(['Loom Labs', '']);
  });

  test('names companies that people could mistake for the requested one', async () => {
    const { id: other } = await createCompany(board.db, {
      name: 'Weavers of Bergen',
      website: 'https://weavers.example',
    });
    const { id } = await requested({ website: 'https://jobs.weavers.example' });
    const { body } = await ask('GET', `/api/renames/${id}`, boss);
    expect(body.existing).toMatchObject([{ id: other, similar: false }]);
    expect(body.confusable).toBe(false);
    expect((await requested({ name: 'Lооm' })).confusable).toBe(true);
  });

  test('ends when a site admin enters the same values, deletes the company or merges it, and the inbox says so', async () => {
    const endOf = async (id: string) =>
      (await ask('GET', `/api/admin/inbox?limit=1&item=rename-${id}`, other)).body.ended;
    const other = await person({ role: 'siteadmin' });
    const fulfilled = await requested({ name: 'Loom Labs' });
    await save(boss, { name: 'Loom Labs' });
    expect(await requests(owner)).toEqual([]);
    expect(await endOf(fulfilled.id)).toBe('Boss entered the requested name or website.');
    const merged = await requested({ name: 'Loom Works' });
    const { id: into } = await createCompany(board.db);
    await mergeCompanies(board.db, { actor: boss.id }, { id: company, into });
    expect(await endOf(merged.id)).toBe('Boss merged this company into another one.');
    await ask('POST', `/api/companies/${company}/restore`, boss);
    expect(await endOf(merged.id)).toBe('');
    expect((await ask('DELETE', `/api/companies/${company}`, boss)).status).toBe(204);
    expect(await endOf(merged.id)).toBe('Boss deleted this company.');
    const late = await decide('approve', merged.id);
    expect([late.status, late.body.detail]).toEqual([409, 'You deleted this company.']);
  });

  test('is shown with its domain in letters of one script, and in ASCII otherwise', async () => {
    const { website, websitetext, domain } = await requested({
      website: 'https://xn--bcher-kva.example',
    });
    expect([website, websitetext, domain]).toEqual([
      'https://xn--bcher-kva.example',
      'https://bücher.example',
      'bücher.example',
    ]);
    const mixed = await requested({ website: 'https://\u0430pple.example' });
    expect(mixed.websitetext).toMatch(/^https:\/\/xn--/);
  });

  test('survives a merge that is undone', async () => {
    const request = await requested();
    const { id: into } = await createCompany(board.db);
    await mergeCompanies(board.db, { actor: boss.id }, { id: company, into });
    expect(await board.db.$count(company_renames, eq(company_renames.id, request.id))).toBe(0);
    const restored = await ask('POST', `/api/companies/${company}/restore`, boss);
    expect(restored.status).toBe(200);
    expect(await requests(boss)).toMatchObject([{ id: request.id, name: 'Loom Labs' }]);
  });
});

describe('the decision of a site admin', () => {
  const mailsTo = async (email: string) =>
    board.db.select().from(mails).where(eq(mails.to_address, email));

  beforeEach(async () => {
    await board.db
      .update(accounts)
      .set({ verified_email: 'grace@loom.example' })
      .where(eq(accounts.id, owner.id));
  });

  test('renames the company, and the owners get a mail', async () => {
    const { id, version } = await requested({ name: 'Loom Labs', website: 'https://labs.example' });
    expect((await decide('approve', id, { version })).status).toBe(204);
    expect(await read()).toMatchObject({ name: 'Loom Labs', website: 'https://labs.example' });
    expect(await requests(owner)).toEqual([]);
    const [mail, ...others] = await mailsTo('grace@loom.example');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('The new name and website of Loom were approved at Test Board');
    expect(mail?.content?.paragraphs).toEqual([
      'The company now has the name “Loom Labs” and the website https://labs.example.',
    ]);
    const again = await decide('approve', id, { version });
    expect([again.status, again.body.detail]).toEqual([409, 'You approved this request.']);
  });

  test.each(['approve', 'reject'] as const)(
    'can be to %s a website of the maximum length, which the mail shortens',
    async (action) => {
      const website = `https://labs.example/${'a'.repeat(2048 - 21)}`;
      const { id } = await requested({ website });
      expect((await decide(action, id, { reason: 'No.' })).status).toBe(204);
      const [mail] = await mailsTo('grace@loom.example');
      expect(mail?.content?.paragraphs[0]).toMatch(/https:\/\/labs\.example\/a+…[.,]/);
    },
  );

  test('applies only to the version that was read', async () => {
    const { id, version } = await requested({ name: 'Loom Labs' });
    await requested({ name: 'Loom Works' });
    for (const action of ['approve', 'reject'] as const) {
      const late = await decide(action, id, { version, reason: 'No.' });
      expect([late.status, late.body.detail]).toEqual([
        409,
        'Grace changed this request. Read it again before you decide.',
      ]);
    }
    expect((await read()).name).toBe('Loom');
  });

  test('rejects it with a reason in lines, which the owners read there and by mail', async () => {
    const { id, version } = await requested();
    const reason = 'Two things:\n\n1. Another company has this name.\n2. Send us the register.';
    expect((await decide('reject', id, { version, reason })).status).toBe(204);
    expect(await read()).toMatchObject({ name: 'Loom' });
    expect(await requests(owner)).toMatchObject([{ state: 'rejected', reason }]);
    const [mail] = await mailsTo('grace@loom.example');
    expect(mail?.subject).toBe('The new name of Loom was rejected at Test Board');
    expect(mail?.content?.paragraphs[1]).toContain('> 2. Send us the register.');
    expect((await decide('approve', id)).status).toBe(409);
    // A save without another name leaves the reason, and another request shows it to the site admin.
    await save(owner, { description: 'We mend.' });
    expect(await requests(owner)).toMatchObject([{ state: 'rejected' }]);
    expect(await requested()).toMatchObject({ id, state: 'review', reason, version: 3 });
    expect((await ask('DELETE', `/api/renames/${id}`, owner)).status).toBe(204);
    expect(await requests(owner)).toEqual([]);
  });

  test('is in the audit trail, with what was requested', async () => {
    const { id } = await requested();
    await decide('reject', id, { reason: 'No.' });
    await requested({ name: 'Loom Works' });
    await decide('approve', id);
    const events = await board.db
      .select()
      .from(audit_events)
      .where(and(eq(audit_events.kind, 'rename'), eq(audit_events.thing_id, id)))
      .orderBy(audit_events.id);
    expect(events.map(({ action, after }) => [action, after?.by, after?.requested_name])).toEqual([
      ['create', 'request', 'Loom Labs'],
      ['update', 'reject', 'Loom Labs'],
      ['update', 'request', 'Loom Works'],
      ['update', 'approve', 'Loom Works'],
    ]);
  });
});
