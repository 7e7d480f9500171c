import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, audit_events } from '#server/db/schema.ts';
import { invitations } from '#server/db/team-tables.ts';
import { accountOf, keyOf } from '#server/modules/audit/actors.ts';
import { digestToken } from '#server/modules/teams/queries.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask } = board;

async function person(values: Parameters<typeof createAccount>[1] = {}) {
  const row = await createAccount(board.db, values);
  return { ...row, token: await tokenFor(board.db, row.id) };
}
type Someone = Awaited<ReturnType<typeof person>>;

const siteAdmin = () => person({ role: 'siteadmin', name: 'Sol' });

const list = async ({ token }: Someone, query = '') =>
  (await ask('GET', `/api/admin/people${query}`, { token })).body;

const idsOf = async (admin: Someone, query: string): Promise<string[]> =>
  (await list(admin, query)).results.map(({ id }: { id: string }) => id);

const act = ({ token }: Someone, { id }: { id: string }, action: string, body?: object) =>
  ask('POST', `/api/admin/people/${encodeURIComponent(id)}/${action}`, {
    token,
    ...(body && { body }),
  });

const block = (admin: Someone, someone: { id: string }, reason = 'Spam') =>
  act(admin, someone, 'block', { reason });

async function download({ token }: Someone, query = '') {
  const response = await board.app.inject({
    url: `/api/admin/people.csv${query}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { response, lines: response.body.replace('\ufeff', '').split('\r\n') };
}

async function eventsOf({ id }: { id: string }) {
  return board.db
    .select({
      actor: accountOf(audit_events.actor),
      before: audit_events.before,
      after: audit_events.after,
    })
    .from(audit_events)
    .where(and(eq(audit_events.kind, 'account'), eq(audit_events.thing_id, keyOf(id))))
    .orderBy(audit_events.id);
}

const BLOCKED = expect.stringContaining('A site admin has blocked this account');

describe('the list of people', () => {
  test('has the role, the companies, the last sign-in and the sessions of each person', async () => {
    const admin = await siteAdmin();
    const company = await createCompany(board.db, { name: 'Loom' });
    const ada = await person({
      role: 'companyadmin',
      company_id: company.id,
    });
    await ask('GET', `/api/accounts/${encodeURIComponent(ada.id)}`, { token: ada.token });
    const { results, total } = await list(admin, `?q=${ada.id.slice(6).toUpperCase()}`);
    expect(total).toBe(1);
    expect(results).toEqual([
      expect.objectContaining({
        id: ada.id,
        role: 'companyadmin',
        company: company.id,
        companyname: 'Loom',
        companies: [{ id: company.id, name: 'Loom', role: 'owner' }],
        sessions: 0,
        blocked: null,
      }),
    ]);
    // The time of the sign-in is stored without minutes and seconds.
    expect(results[0].lastsignin).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
  });

  test('is filtered by text, role, company and block', async () => {
    const admin = await siteAdmin();
    const company = await createCompany(board.db);
    const owner = await person({ role: 'companyadmin', company_id: company.id, name: 'Bo_Weaver' });
    const other = await person({ name: 'BoXWeaver', email: 'x@example.com' });
    await block(admin, other);
    expect(await idsOf(admin, '?q=bo_w')).toEqual([owner.id]);
    expect(await idsOf(admin, `?q=${encodeURIComponent(other.id.slice(3, 20))}`)).toContain(
      other.id,
    );
    expect(await idsOf(admin, '?role=siteadmin')).toEqual([admin.id]);
    expect(await idsOf(admin, `?company=${company.id}`)).toEqual([owner.id]);
    expect(await idsOf(admin, '?company=x')).toEqual([]);
    expect(await idsOf(admin, '?blocked=true')).toEqual([other.id]);
    expect((await idsOf(admin, '?blocked=false')).sort()).toEqual([admin.id, owner.id].sort());
  });

  test('shows a domain in its letters, and finds an address by them', async () => {
    const admin = await siteAdmin();
    const { id } = await person({ verified_email: 'eve@xn--bcher-kva.example' });
    await person({ verified_email: 'eve@other.example' });
    for (const q of ['eve@bücher.example', 'Bücher.ex', 'xn--bcher']) {
      const { results } = await list(admin, `?q=${encodeURIComponent(q)}`);
      expect(results).toEqual([
        expect.objectContaining({ id, verifiedemail: 'eve@bücher.example' }),
      ]);
    }
  });

  test.each(['', '&sort=lastsignin'])(
    'the list of people is read page by page, with the parameter "%s"',
    async (sort) => {
      const admin = await siteAdmin();
      const created_at = new Date('2026-01-02T00:00:00Z');
      for (let n = 0; n < 6; n += 1) {
        await createAccount(board.db, {
          created_at,
          last_sign_in_at: n % 2 === 0 ? null : new Date('2026-02-02T00:00:00Z'),
        });
      }
      const read: string[] = [];
      let cursor = '';
      do {
        const page = await list(admin, `?limit=2${sort}${cursor && `&cursor=${cursor}`}`);
        expect(page.total).toBe(7);
        read.push(...page.results.map(({ id }: { id: string }) => id));
        cursor = page.next ?? '';
      } while (cursor);
      expect(new Set(read).size).toBe(7);
      expect(read).toHaveLength(7);
    },
  );

  test.each(['?limit=0', '?cursor=x', '?role=boss', '?blocked=maybe', '?sort=age', '?q=%00'])(
    'the list of people refuses the query %s',
    async (query) => {
      const { token } = await siteAdmin();
      expect((await ask('GET', `/api/admin/people${query}`, { token })).status).toBe(400);
    },
  );
});

describe('the CSV file of the list', () => {
  test('the CSV file of people has those who match the filters', async () => {
    const admin = await siteAdmin();
    const odd = await person({ name: 'Ada, "the\r\nfirst"', email: '=1+1@example.com' });
    const { response, lines } = await download(admin, '?role=user');
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="people.csv"',
      'cache-control': 'no-store',
    });
    expect(lines[0]).toBe(
      'ID,Name,Email,Verified email,Role,Acts for,Companies,Created,Last sign-in,Sessions,Blocked since,Reason',
    );
    // Quotes are doubled, and an apostrophe keeps spreadsheets from running text as a formula.
    expect(response.body).toContain(`${odd.id},"Ada, ""the\r\nfirst""",'=1+1@example.com,`);
    expect(response.body).not.toContain(admin.id);
  });

  test('the CSV file of people has everyone, although it is read in several batches', async () => {
    const admin = await siteAdmin();
    const rows = Array.from({ length: 1_203 }, (_, n) => ({ id: `p${n}`, name: `P ${n}` }));
    await board.db.insert(accounts).values(rows);
    const { lines } = await download(admin);
    expect(lines).toHaveLength(1_203 + 1 + 2);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('the CSV file of people is refused for invalid filters', async () => {
    const { response } = await download(await siteAdmin(), '?role=boss');
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });
});

describe('a role', () => {
  test('a role can be assigned and taken away, and the audit trail records both', async () => {
    const admin = await siteAdmin();
    const company = await createCompany(board.db);
    const ada = await person();
    const owner = { role: 'companyadmin', company: company.id };
    expect((await act(admin, ada, 'role', owner)).status).toBe(204);
    expect((await list(admin, '?role=companyadmin')).results[0].company).toBe(company.id);
    expect((await act(admin, ada, 'role', { role: 'user' })).status).toBe(204);
    expect(await eventsOf(ada)).toEqual([
      {
        actor: admin.id,
        before: { role: 'user', company_id: null },
        after: { role: 'companyadmin', company_id: company.id },
      },
      {
        actor: admin.id,
        before: { role: 'companyadmin', company_id: company.id },
        after: { role: 'user', company_id: null },
      },
    ]);
  });

  test.each([
    [{ role: 'companyadmin' }, 400],
    [{ role: 'user', company: '0198f3a2-6c1e-7d44-9b0a-5e2f8c71d306' }, 400],
    [{ role: 'boss' }, 400],
    [{ role: 'companyadmin', company: 'x' }, 400],
    [{ role: 'companyadmin', company: '0198f3a2-6c1e-7d44-9b0a-5e2f8c71d306' }, 404],
  ])('the role %j is refused with %s', async (body, status) => {
    const admin = await siteAdmin();
    expect((await act(admin, await person(), 'role', body)).status).toBe(status);
  });

  test('nobody can take the role from the last site admin', async () => {
    const admin = await siteAdmin();
    const { status, body } = await act(admin, admin, 'role', { role: 'user' });
    expect([status, body.detail]).toEqual([409, expect.stringContaining('last site admin')]);
    // A blocked site admin does not count as the other one.
    const second = await siteAdmin();
    await block(admin, second);
    expect((await act(admin, admin, 'role', { role: 'user' })).status).toBe(409);
    expect((await act(admin, second, 'role', { role: 'user' })).status).toBe(204);
  });

  test('if two site admins take the role from each other at the same time, one remains', async () => {
    for (const [action, body] of [
      ['role', { role: 'user' }],
      ['block', { reason: 'Quarrel' }],
    ] as const) {
      await board.db.delete(accounts);
      const [one, other] = [await siteAdmin(), await siteAdmin()];
      const both = await Promise.all([
        act(one, other, action, body),
        act(other, one, action, body),
      ]);
      const statuses = both.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(204);
      expect([401, 403]).toContain(statuses[1]);
    }
  });
});

describe('a blocked person', () => {
  test('is refused with the next request, and may continue once unblocked', async () => {
    const admin = await siteAdmin();
    const ada = await person({ role: 'siteadmin' });
    expect((await block(admin, ada, ' Sells answers ')).status).toBe(204);
    for (const [method, path] of [
      ['GET', `/api/accounts/${encodeURIComponent(ada.id)}`],
      ['GET', '/api/sessions'],
      ['GET', '/api/admin/people'],
      ['POST', '/api/jobs'],
    ] as const) {
      const { status, body } = await ask(method, path, { token: ada.token });
      expect([path, status, body.detail]).toEqual([path, 401, BLOCKED]);
    }
    const { results } = await list(admin, '?blocked=true');
    expect(results[0].blocked).toEqual({ since: expect.any(String), reason: 'Sells answers' });
    expect((await block(admin, ada)).status).toBe(409);
    expect((await act(admin, ada, 'unblock')).status).toBe(204);
    expect((await act(admin, ada, 'unblock')).status).toBe(409);
    expect((await ask('GET', '/api/sessions', { token: ada.token })).status).toBe(200);
    // The audit trail has the time of the block, and no text about the person.
    const blocked = { role: 'siteadmin', company_id: null, blocked_at: expect.any(String) };
    const free = { role: 'siteadmin', company_id: null };
    expect((await eventsOf(ada)).slice(1)).toEqual([
      { actor: admin.id, before: free, after: blocked },
      { actor: admin.id, before: blocked, after: free },
    ]);
  });

  test('no site admin can block themselves', async () => {
    const admin = await siteAdmin();
    await siteAdmin();
    const { status, body } = await block(admin, admin);
    expect([status, body.detail]).toEqual([409, expect.stringContaining('cannot block yourself')]);
  });

  test.each([{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 5 }])(
    'needs a reason: %j is refused',
    async (body) => {
      const admin = await siteAdmin();
      expect((await act(admin, await person(), 'block', body)).status).toBe(400);
    },
  );

  test('a blocked person cannot use invitations, and nobody can use the invitations that they sent', async () => {
    const admin = await siteAdmin();
    const company = await createCompany(board.db);
    const owner = await person({ role: 'companyadmin', company_id: company.id });
    const invited = await person({ verified_email: 'ben@example.com' });
    const reader = await person();
    const read = async () =>
      (
        await ask('POST', '/api/invitations/read', {
          token: reader.token,
          body: { token: 't'.repeat(43) },
        })
      ).status;
    await board.db.insert(invitations).values({
      company_id: company.id,
      email: 'ben@example.com',
      role: 'editor',
      invited_by: owner.id,
      token_digest: digestToken('t'.repeat(43)),
      expires_at: new Date(Date.now() + 86_400_000),
    });
    expect(await read()).toBe(200);
    for (const someone of [owner, invited]) {
      await block(admin, someone);
      expect(await read()).toBe(404);
      const accept = { token: reader.token, body: { token: 't'.repeat(43) } };
      expect((await ask('POST', '/api/invitations/accept', accept)).status).toBe(404);
      await act(admin, someone, 'unblock');
      expect(await read()).toBe(200);
    }
  });
});

test('nobody but site admins sees or changes people', async () => {
  const target = await person();
  const company = await createCompany(board.db);
  const user = await person();
  const owner = await person({ role: 'companyadmin', company_id: company.id });
  const path = `/api/admin/people/${encodeURIComponent(target.id)}`;
  for (const [method, url, body] of [
    ['GET', '/api/admin/people'],
    ['GET', '/api/admin/people.csv'],
    ['POST', `${path}/role`, { role: 'siteadmin' }],
    ['POST', `${path}/block`, { reason: 'x' }],
    ['POST', `${path}/unblock`],
    ['POST', `${path}/end-sessions`],
  ] as const) {
    const call = (token?: string) => ask(method, url, { token, ...(body && { body }) });
    expect((await call()).status).toBe(401);
    for (const { token } of [user, owner]) expect((await call(token)).status).toBe(403);
  }
});

test('an unknown person is not found', async () => {
  const admin = await siteAdmin();
  for (const [action, body] of [
    ['role', { role: 'user' }],
    ['block', { reason: 'x' }],
    ['unblock', undefined],
    ['end-sessions', undefined],
  ] as const) {
    for (const id of ['auth0|nobody', 'nu\0ll']) {
      expect([action, (await act(admin, { id }, action, body)).status]).toEqual([action, 404]);
    }
  }
});
