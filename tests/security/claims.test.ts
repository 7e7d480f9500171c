import { desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  isAddressAt,
  isConfusable,
  provableDomain,
} from '#server/content/domains/company-domains.ts';
import { company_claims } from '#server/db/claim-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { accounts, companies } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { grantDueClaims } from '#server/modules/claims/commands.ts';
import { claimMails } from '#server/modules/claims/mail/claim-mails.ts';
import { CODE_LIMITS, CODE_TRIES } from '#shared/limits.ts';
import { DEFAULT_RULES } from '#tests/support/default-rules.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { startCachedBoard } from '../support/cached-board.ts';
import { createAccount, createCompany, createJob, jobBody } from '../support/factories.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();
const { ask } = board;

async function person(values: Parameters<typeof createAccount>[1] = {}) {
  const { id } = await createAccount(board.db, values);
  return { id, token: await tokenFor(board.db, id) };
}
type Person = Awaited<ReturnType<typeof person>>;

const companyAt = async (website: string) =>
  (await createCompany(board.db, { website, trusted_website: website })).id;

async function claim({ token }: Person, company: string): Promise<string> {
  return (await ask('POST', '/api/claims', { token, body: { company: { id: company } } })).body.id;
}

async function register({ token }: Person, name: string, website: string): Promise<string> {
  const registration = { name, website, description: 'We weave.' };
  return (await ask('POST', '/api/claims', { token, body: { registration } })).body.id;
}

const send = ({ token }: Person, id: string, email: string) =>
  ask('POST', `/api/claims/${id}/code`, { token, body: { email } });

const enter = ({ token }: Person, id: string, code: string) =>
  ask('POST', `/api/claims/${id}/prove`, { token, body: { code } });

async function codeFor(one: Person, id: string, email: string): Promise<string> {
  expect((await send(one, id, email)).status).toBe(204);
  const [mail] = await board.db
    .select()
    .from(mails)
    .where(eq(mails.to_address, email))
    .orderBy(desc(mails.created_at), desc(mails.id));
  return mail?.content?.code ?? '';
}

const countOwners = () => board.db.$count(memberships, eq(memberships.role, 'owner'));

test(statement(47), async () => {
  const thief = await person();

  // These email addresses are not at exactly the registrable domain.
  const company = await companyAt('https://careers.company.example/jobs');
  const id = await claim(thief, company);
  for (const address of [
    'eve@evil.company.example',
    'eve@careers.company.example',
    'eve@company.example.evil.example',
    'eve@evilcompany.example',
    'eve@company.example.',
    'company.example@evil.example',
    '"@company.example"@evil.example',
    'eve@evil.example,eve@company.example',
    'eve@xn--cmpany-k1a.example',
    'eve@cоmpany.example',
  ]) {
    expect([address, (await send(thief, id, address)).status]).toEqual([address, 400]);
  }

  // Sites at which anyone can get an email address or a page prove nothing, whoever has set them.
  for (const website of [
    'https://acme.github.io',
    'https://github.com/acme',
    'https://acme.co.uk.com',
    'https://co.uk',
    'https://www.linkedin.com/company/acme',
    'https://gmail.com',
    'https://yahoo.co.jp',
    'https://acme.wixsite.com/jobs',
    'https://sites.google.com/acme',
    'https://boards.greenhouse.io/acme',
    'https://192.0.2.1',
    'https://localhost',
  ]) {
    const hosted = await claim(thief, await companyAt(website));
    const { hostname } = new URL(website);
    for (const domain of [hostname, hostname.split('.').slice(-2).join('.')]) {
      const { status } = await send(thief, hosted, `eve@${domain}`);
      expect([website, domain, [400, 409].includes(status)]).toEqual([website, domain, true]);
    }
    await ask('DELETE', `/api/claims/${hosted}`, { token: thief.token });
  }

  // A website that an owner or an import has written proves nothing, even after a site admin has saved the company.
  const { id: edited } = await createCompany(board.db, {
    website: 'https://evil.example',
    trusted_website: 'https://honest.example',
  });
  const admin = await person({ role: 'siteadmin' });
  const values = { name: 'Honest', description: 'We weave.', website: 'https://evil.example' };
  const saved = await ask('PUT', `/api/companies/${edited}`, { token: admin.token, body: values });
  expect(saved.status).toBe(200);
  const ofEdited = await claim(thief, edited);
  expect((await send(thief, ofEdited, 'eve@evil.example')).status).toBe(400);
  const { id: imported } = await createCompany(board.db, {
    website: 'https://evil.example',
    source: 'ashby',
    source_id: 'evil',
  });
  const ofImported = await claim(thief, imported);
  expect((await send(thief, ofImported, 'eve@evil.example')).status).toBe(409);

  // A code that its owner forwards is useless to everyone else, and for every other claim.
  const colleague = await person();
  const own = await claim(colleague, company);
  const code = await codeFor(colleague, own, 'grace@company.example');
  expect((await enter(thief, own, code)).status).toBe(404);
  expect((await enter(thief, id, code)).status).toBe(409);
  expect((await enter(thief, ofEdited, code)).status).toBe(409);
  expect((await enter(admin, own, code)).status).toBe(403);

  // The domain changes while the code is on its way: the company has a different website now.
  const moved = { ...values, name: 'Company', website: 'https://other.example' };
  await ask('PUT', `/api/companies/${company}`, { token: admin.token, body: moved });
  expect((await enter(colleague, own, code)).status).toBe(400);
  expect(await countOwners()).toBe(0);

  // The email address changes hands: an address that an account has verified earlier proves nothing without a new code.
  const former = await person({ verified_email: 'former@other.example' });
  const ofFormer = await claim(former, company);
  expect((await enter(former, ofFormer, '')).status).toBe(400);
  expect((await enter(former, ofFormer, 'BCDF2345')).status).toBe(409);
  expect(await countOwners()).toBe(0);

  // A code works once.
  const fresh = await codeFor(colleague, own, 'grace@other.example');
  expect((await enter(colleague, own, fresh)).status).toBe(200);
  expect((await enter(colleague, own, fresh)).status).toBe(409);
  await board.db.delete(memberships);
  const again = await claim(colleague, company);
  expect((await enter(colleague, again, fresh)).status).toBe(409);
  expect(await countOwners()).toBe(0);
});

test('guessing a code ends after five tries, even simultaneous ones, and the response does not say which part is wrong', async () => {
  const one = await person();
  const id = await claim(one, await companyAt('https://guessed.example'));
  const code = await codeFor(one, id, 'eve@guessed.example');
  const guesses = Array.from({ length: 3 * CODE_TRIES }, (_, count) => `1111 ${2_345 + count}`);
  const answers = await Promise.all(guesses.map((guess) => enter(one, id, guess)));
  const wrong = answers.filter(({ status }) => status === 400);
  expect(wrong).toHaveLength(CODE_TRIES - 1);
  expect((await enter(one, id, code)).status).toBe(409);
  expect(await countOwners()).toBe(0);
});

test('an address gets a limited number of codes, from any number of claims and accounts, and deleting a claim does not reset the limit', async () => {
  const company = await companyAt('https://flooded.example');
  const statuses: number[] = [];
  for (let count = 0; count <= CODE_LIMITS.perMailboxAndHour; count++) {
    const one = await person();
    const id = await claim(one, company);
    statuses.push((await send(one, id, 'eve@flooded.example')).status);
    await ask('DELETE', `/api/claims/${id}`, { token: one.token });
  }
  expect(statuses.slice(0, -1).every((status) => status === 204)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});

test('the response to a request for a code is the same for known and unknown addresses', async () => {
  const company = await companyAt('https://listed.example');
  await person({
    role: 'companyadmin',
    company_id: company,
    verified_email: 'owner@listed.example',
  });
  const one = await person();
  const id = await claim(one, company);
  const strip = ({ status, headers, body }: Awaited<ReturnType<typeof send>>) => ({
    status,
    body,
    headers: Object.keys(headers).sort(),
  });
  const known = strip(await send(one, id, 'owner@listed.example'));
  expect(strip(await send(one, id, 'nobody@listed.example'))).toEqual(known);
});

test('another person’s claim gets the same responses as an unknown one', async () => {
  const [owner, thief] = [await person(), await person()];
  const id = await register(owner, 'Hidden', 'https://hidden.example');
  const unknown = '0199a1c4-53d8-7b16-8f2c-0d9e6a4b7c15';
  const calls = [
    ['GET', '', undefined],
    ['DELETE', '', undefined],
    ['POST', '/code', { email: 'eve@hidden.example' }],
    ['POST', '/prove', { code: 'BCDF2345' }],
    ['POST', '/submit', {}],
    ['POST', '/withdraw', undefined],
  ] as const;
  for (const [method, path, body] of calls) {
    const answer = async (claimId: string) => {
      const { token } = thief;
      const response = await ask(method, `/api/claims/${claimId}${path}`, { token, body });
      return [response.status, response.body];
    };
    expect(await answer(id)).toEqual(await answer(unknown));
    expect((await answer(id))[0]).toBe(404);
  }
});

test('a new company whose domain or name looks like another company’s is reviewed in spite of a proof', async () => {
  for (const [name, website] of [
    ['Looker', 'https://lööm.example'],
    ['Lооm', 'https://cyrillic-name.example'],
  ] as const) {
    const one = await person();
    const id = await register(one, name, website);
    const email = `eve@${new URL(website).hostname}`;
    const { body } = await enter(one, id, await codeFor(one, id, email));
    expect(body.state).toBe('review');
  }
  expect(await board.db.$count(companies)).toBe(0);
  expect(await board.db.$count(company_claims)).toBe(2);
  const roles = await board.db.select({ role: accounts.role }).from(accounts);
  expect(new Set(roles.map(({ role }) => role))).toEqual(new Set(['user']));
});

test('a domain is shown in its letters, but one that mixes scripts in ASCII', async () => {
  for (const [website, shown] of [
    ['https://bücher.example', 'bücher.example'],
    ['https://\u0430pple.example', 'xn--pple-43d.example'],
  ] as const) {
    const one = await person();
    const id = await register(one, 'Books', website);
    const { body } = await ask('GET', `/api/claims/${id}`, { token: one.token });
    expect([body.domain, body.domaintext]).toEqual([new URL(website).hostname, shown]);
    await send(one, id, `eve@${body.domain}`);
    const [mail] = await board.db
      .select()
      .from(mails)
      .where(eq(mails.to_address, `eve@${body.domain}`));
    expect(mail?.content?.heading).toBe(`Post jobs for ${shown}`);
    const company = await createCompany(board.db, { website });
    const { body: listed } = await ask('GET', `/api/companies/${company.id}`);
    expect(listed.websitetext ?? listed.website).toBe(`https://${shown}`);
  }
});

test('a mail with a code contains nothing that a stranger has written', async () => {
  const spammer = await person({ name: 'Free money' });
  const id = await register(spammer, 'Free money at evil.example', 'https://spammed.example');
  await send(spammer, id, 'victim@spammed.example');
  const [mail] = await board.db
    .select()
    .from(mails)
    .where(eq(mails.to_address, 'victim@spammed.example'));
  expect(mail?.subject).toBe('Your code for spammed.example at Test Board');
  expect(JSON.stringify(mail?.content)).not.toMatch(/money|evil/);
});

/** Public URLs that could show a company or its jobs. */
const PUBLIC_FORMS = [
  ...['/', '/jobs', '/companies', '/companies?q=zymurgy', '/employers'],
  ...['/api/companies?counts=true', '/api/jobs?limit=100&counts=true', '/api/jobs/counts'],
  ...['/api/jobs/companies', '/api/jobs/suggestions', '/api/jobs?q=fermenter', '/jobs?q=fermenter'],
  ...[
    '/jobs.atom',
    '/jobs.json',
    '/embed/jobs',
    '/sitemaps/pages.xml',
    '/sitemaps/companies-1.xml',
  ],
];

test('a company that waits for its approval is in no public response', async () => {
  const database = await openTestDatabase();
  const cached = await startCachedBoard(database, { steady: true });
  try {
    const { db } = database;
    await createJob(db, { title: 'Taster' });
    const { id: account } = await createAccount(db);
    const { id: admin } = await createAccount(db, { role: 'siteadmin' });
    const tokens = { person: await tokenFor(db, account), admin: await tokenFor(db, admin) };
    async function act(who: keyof typeof tokens, method: string, path: string, body?: object) {
      const headers = { authorization: `Bearer ${tokens[who]}` };
      const { status, text } = await cached.ask(path, { method, headers, body: body ?? {} });
      expect([path, status]).toEqual([path, expect.toSatisfy((code) => code < 300)]);
      return JSON.parse(text);
    }
    const registration = {
      name: 'Zymurgy',
      website: 'https://zymurgy.example',
      description: 'Zymurgy.',
    };
    const { id } = await act('person', 'POST', '/api/claims', { registration });
    const { company: _, ...job } = jobBody('', { title: 'Fermenter' });
    await act('person', 'PUT', `/api/claims/${id}/job`, { ...job, state: 'submitted' });

    async function expectHidden(state: string): Promise<void> {
      for (const url of [...PUBLIC_FORMS, ...PUBLIC_FORMS]) {
        const { status, text } = await cached.ask(url);
        const leaks = ['Zymurgy', 'Fermenter', id].filter((sign) => text.includes(sign));
        expect([state, url, status, leaks]).toEqual([state, url, 200, []]);
      }
      for (const url of [`/companies/${id}`, `/api/companies/${id}`, `/api/claims/${id}`]) {
        expect([404, 401]).toContain((await cached.ask(url)).status);
      }
    }
    await expectHidden('draft');
    await act('person', 'POST', `/api/claims/${id}/submit`);
    await expectHidden('review');
    await act('admin', 'POST', `/api/claims/${id}/reject`, { reason: 'Where are you?' });
    await expectHidden('rejected');
    await act('person', 'POST', `/api/claims/${id}/submit`);
    await act('admin', 'POST', `/api/claims/${id}/approve`);
    // The next read shows the approval, even in responses that were cached before.
    expect((await cached.ask('/companies')).text).toContain('Zymurgy');
    expect((await cached.ask('/jobs')).text).toContain('Fermenter');
  } finally {
    await cached.close();
    await database.close();
  }
});

test.each([
  ['https://www.company.example/jobs', 'company.example'],
  ['https://COMPANY.co.uk:8443', 'company.co.uk'],
  ['https://a.b.company.com.au.', 'company.com.au'],
  ['https://bücher.example', 'xn--bcher-kva.example'],
  ['https://co.uk', undefined],
  ['https://acme.github.io', undefined],
  ['https://acme.blogspot.com', undefined],
  ['https://www.gmx.de', undefined],
  ['https://x.com/acme', undefined],
  ['https://[2001:db8::1]', undefined],
  ['', undefined],
])('for the website %s, the domain whose addresses prove a claim is %s', (website, domain) => {
  expect(provableDomain(website)).toBe(domain);
});

test(statement(52), async () => {
  await createCompany(board.db, { name: 'GitLab', website: 'https://gitlab.example' });
  await createCompany(board.db, { name: 'Орион', website: 'https://orion.example' });
  const impostor = await person();
  const prove = async (name: string, domain: string) => {
    const id = await register(impostor, name, `https://${domain}`);
    const { body } = await enter(impostor, id, await codeFor(impostor, id, `eve@${domain}`));
    await ask('DELETE', `/api/claims/${id}`, { token: impostor.token });
    return body.state;
  };
  const lookalikes = [
    ...['Git\u00adLab', 'Git\u{e0041}Lab', '\u202eGitLab', 'Git\u3164Lab', 'GitLab\ufe0f'],
    ...[
      '𝐆𝐢𝐭𝐋𝐚𝐛',
      'ＧｉｔＬａｂ',
      '🅶🅸🆃🅻🅰🅱',
      'ɢɪᴛʟᴀʙ',
      'GіtLab',
      'ᏀitLab',
      'Gi\u0307tLab',
      'GıtLab',
      'GitIab',
    ],
    ...['G1tLab', 'Git-Lab', 'GitLab Inc.', 'Oриoн', 'ОРИОН', 'ООО Орион'],
  ];
  for (const [index, name] of lookalikes.entries()) {
    expect([name, await prove(name, `look${index}.example`)]).toEqual([name, 'review']);
  }
  expect(await prove('GitHub', 'hub.example')).toBe('approved');
  expect(await prove('नमस्ते', 'namaste.example')).toBe('approved');

  // The site admin sees both names. Names of people and titles of jobs have no invisible characters either.
  const id = await register(impostor, 'GitL\u200bаb', 'https://look.example');
  await ask('POST', `/api/claims/${id}/submit`, { token: impostor.token, body: {} });
  const admin = await person({ role: 'siteadmin' });
  const { body } = await ask('GET', '/api/admin/claims', { token: admin.token });
  expect(body.results).toMatchObject([
    {
      registration: { name: 'GitLаb' },
      confusable: true,
      existing: [{ name: 'GitLab', similar: true }],
    },
  ]);
});

test(statement(53), async () => {
  const website = 'https://mill.example';
  const { id: company } = await createCompany(board.db, { website, trusted_website: website });
  const owner = await person({ role: 'companyadmin', company_id: company });
  const temp = await person();
  const id = await claim(temp, company);
  const countOwned = () => board.db.$count(memberships, eq(memberships.account_id, temp.id));
  const takeEffect = async (from: Date) => {
    await board.db.update(company_claims).set({
      takes_effect_at: sql`case when takes_effect_at is not null then ${from}::timestamptz end`,
    });
    const outbox = createOutbox({ delivery: 'none', from: { name: '', address: 'a@b.example' } });
    const texts = { origin: 'https://board.example', name: 'Board' };
    await grantDueClaims(board.db, {
      rules: DEFAULT_RULES,
      mails: claimMails(outbox, texts),
    });
  };
  const { body } = await enter(temp, id, await codeFor(temp, id, 'temp@mill.example'));
  expect(body).toEqual({ id, state: 'review', company: '' });
  await takeEffect(new Date(Date.now() + 60_000));
  expect(await countOwned()).toBe(0);
  // Only an owner may object. The objection is valid for later proofs, too.
  const object = ({ token }: Person) => ask('POST', `/api/claims/${id}/object`, { token });
  expect((await object(await person({ role: 'companyadmin' }))).status).toBe(404);
  expect((await object(temp)).status).toBe(403);
  expect((await object(owner)).status).toBe(204);
  await enter(temp, id, await codeFor(temp, id, 'temp@mill.example'));
  await takeEffect(new Date());
  expect(await countOwned()).toBe(0);
});

test.each(
  `telenet.be skynet.be ziggo.nl xs4all.nl talktalk.net ntlworld.com frontier.com windstream.net centurylink.net
  telus.net videotron.ca docomo.ne.jp softbank.ne.jp sapo.pt neuf.fr usa.com post.com consultant.com engineer.com dr.com
  vivaldi.net lycos.com excite.com rediff.com freemail.hu op.pl poczta.fm walla.co.il tempmail.com mailnesia.com
  mozmail.com passmail.net rippling.com applytojob.com zohorecruit.com paylocity.com homerun.co godaddysites.com
  googlegroups.com ieee.org acm.org computer.org internet.ru narod.ru kolabnow.com dismail.de systemli.org autistici.org
  criptext.com vodafone.co.nz entel.cl vtr.net tm.net.my streamyx.com aruba.it iol.ie alumni.loom.example
  stud.loom.example student.com mystrikingly.com business.site gmail.com yahoo.co.jp t-online.de web.de mail.ru comcast.net yopmail.com`.split(
    /\s+/,
  ),
)(
  'an address at %s proves nothing, because anyone can get an address or a site there',
  (domain) => {
    expect(provableDomain(`https://www.${domain}/jobs`)).toBeUndefined();
  },
);

test('an address is at a domain only if everything after its last @ is the domain', () => {
  expect(isAddressAt('eve@company.example', 'company.example')).toBe(true);
  expect(isAddressAt('eve@company.example@evil.example', 'company.example')).toBe(false);
  expect(isAddressAt('eve@mail.company.example', 'company.example')).toBe(false);
  expect(isConfusable({ name: 'Бюро', website: 'https://buro.example' })).toBe(false);
});
