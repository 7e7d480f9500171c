import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mails } from '#server/db/mail-tables.ts';
import { accounts } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import type { TeamMember } from '#shared/contract/teams.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { createAccount, createCompany, createJob } from '../support/factories.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();
const { ask } = board;

/** Creates a company with a member in this role. */
async function memberOf(role: TeamRole) {
  const { id: company } = await createCompany(board.db);
  const { id } = await createAccount(board.db, { role: 'companyadmin', company_id: company });
  await board.db.update(memberships).set({ role }).where(eq(memberships.account_id, id));
  const [membership] = await board.db
    .select({ id: memberships.id })
    .from(memberships)
    .where(eq(memberships.account_id, id));
  return { id, company, membership: membership?.id ?? '', token: await tokenFor(board.db, id) };
}

async function latestToken(): Promise<string> {
  const [mail] = await board.db.select().from(mails).orderBy(desc(mails.created_at)).limit(1);
  return new URL(mail?.content?.button?.url ?? '').hash.slice(1);
}

test(statement(44), async () => {
  const [owner, editor] = [await memberOf('owner'), await memberOf('editor')];
  const invitation = { email: 'eve@example.com', role: 'owner' };
  const invite = (company: string, { token }: { token: string }) =>
    ask('POST', `/api/companies/${company}/invitations`, { token, body: invitation });
  const accept = (token: string, secret: string) =>
    ask('POST', '/api/invitations/accept', { token, body: { token: secret } });
  const promote = ({ membership }: { membership: string }, { token }: { token: string }) =>
    ask('PUT', `/api/memberships/${membership}`, { token, body: { role: 'owner' } });

  // An editor cannot promote themselves, invite people or remove an owner, and an owner cannot change a different team.
  expect((await promote(editor, editor)).status).toBe(403);
  expect((await invite(editor.company, editor)).status).toBe(403);
  expect((await promote(editor, owner)).status).toBe(403);
  expect((await invite(editor.company, owner)).status).toBe(403);
  const { token } = owner;
  const foreign = `/api/memberships/${editor.membership}`;
  expect((await ask('DELETE', foreign, { token })).status).toBe(403);
  expect((await ask('POST', `${foreign}/choose`, { token })).status).toBe(404);
  // The request for the owner's account also contains a company, as if the server trusted the client.
  const path = `/api/accounts/${encodeURIComponent(owner.id)}`;
  const profile = { name: '', email: '', bio: '', role: 'siteadmin', company: editor.company };
  const { body } = await ask('PUT', path, { token, body: profile });
  expect([body.role, body.company]).toEqual(['companyadmin', owner.company]);

  // Guessed, shortened and foreign tokens are refused, and so is the digest that the database contains.
  expect((await invite(owner.company, owner)).status).toBe(201);
  const secret = await latestToken();
  const thief = await memberOf('owner');
  // Whoever gets the link of an owner is refused, and the invitation remains for the person with its address.
  const read = (token: string) =>
    ask('POST', '/api/invitations/read', { token, body: { token: secret } });
  expect((await read(thief.token)).body.requiredemail).toBe(invitation.email);
  expect((await accept(thief.token, secret)).status).toBe(403);
  await board.db
    .update(accounts)
    .set({ verified_email: invitation.email })
    .where(eq(accounts.id, thief.id));
  expect((await read(thief.token)).body.requiredemail).toBe('');
  const { rows } = await board.db.execute<{ token_digest: string }>(
    'select token_digest from invitations',
  );
  for (const guess of [`${secret.slice(0, -1)}-`, 'A'.repeat(43), rows[0]?.token_digest ?? '']) {
    expect((await accept(thief.token, guess)).status).toBe(404);
  }
  expect((await accept(thief.token, secret.slice(1))).status).toBe(400);
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => (await accept(thief.token, secret)).status),
  );
  expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404]);

  // A removed member's token writes nothing more, from the next request on.
  const job = await createJob(board.db, { company_id: owner.company });
  const close = () => ask('POST', `/api/jobs/${job.id}/close`, { token: thief.token });
  const team = await ask('GET', `/api/companies/${owner.company}/team`, { token });
  const joined = team.body.members.find(({ account }: TeamMember) => account === thief.id);
  expect((await ask('DELETE', `/api/memberships/${joined.id}`, { token })).status).toBe(204);
  expect((await close()).status).toBe(403);
  const seen = await ask('GET', `/api/companies/${owner.company}/team`, { token: thief.token });
  expect(seen.status).toBe(403);

  // A removed owner cannot return by an invitation that they sent to themselves.
  const former = await memberOf('owner');
  await board.db
    .insert(memberships)
    .values({ account_id: former.id, company_id: owner.company, role: 'owner' });
  expect((await invite(owner.company, former)).status).toBe(201);
  const ownSecret = await latestToken();
  const members = (await ask('GET', `/api/companies/${owner.company}/team`, { token })).body
    .members;
  const { id } = members.find(({ account }: TeamMember) => account === former.id);
  expect((await ask('DELETE', `/api/memberships/${id}`, { token })).status).toBe(204);
  expect((await accept(former.token, ownSecret)).status).toBe(404);
});
