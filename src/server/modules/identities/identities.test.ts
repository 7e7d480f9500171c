import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { setUpUpstreamBoard } from '#server/auth/embedded-provider/testing/upstream-board.ts';
import { identity_links } from '#server/db/identity-tables.ts';
import { accounts } from '#server/db/schema.ts';
import type { Identity } from '#shared/contract/identities.ts';
import { createAccount } from '#tests/support/factories.ts';

const board = setUpUpstreamBoard();

let people = 0;
const newAddress = () => `ida${people++}@example.org`;

/** Signs in a person with a code, and makes them a site admin, because a board without a site admin refuses writes. */
async function signIn(email = newAddress()) {
  const { access_token: token } = await board.signIn(email);
  const id = decodeJwt(token).sub ?? '';
  await createAccount(board.db, { id, role: 'siteadmin', verified_email: email });
  return { id, email, token };
}

/** Signs in at GitHub with this email address, and returns the subject at the board. */
async function signInAtGithub(email: string, login = `ada-${people++}`) {
  const { github } = board.standIns;
  const id = people;
  Object.assign(github, {
    user: { id, login, name: 'Ada' },
    emails: [{ email, primary: true, verified: true }],
  });
  return { id, subject: (await board.signInAt('github')).sub };
}

async function list(token: string): Promise<Identity[]> {
  const { status, body } = await board.ask('GET', '/api/identities', token);
  expect(status).toBe(200);
  return body.results;
}

const remove = (token: string, id: string | undefined) =>
  board.ask('DELETE', `/api/identities/${id}`, token);

const shown = (identities: Identity[]) =>
  identities.map(({ provider, email, removable }) => [provider, email, removable]);

const verifiedEmail = async (id: string) =>
  (await board.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.verified_email;

test('a person sees the identities with which they sign in, and can remove one', async () => {
  const { id, email, token } = await signIn();
  expect(shown(await list(token))).toEqual([['Email', email, false]]);
  const { subject } = await signInAtGithub(email);
  expect(subject).toBe(id);
  const [first, second] = await list(token);
  expect(shown([first, second] as Identity[])).toEqual([
    ['Email', email, true],
    ['GitHub', email, true],
  ]);
  expect((await remove(token, second?.id)).status).toBe(204);
  expect((await remove(token, second?.id)).status).toBe(404);
  expect(shown(await list(token))).toEqual([['Email', email, false]]);
});

test('a person who signs in with a removed identity gets a new account, unless the identity proves an address of the old one', async () => {
  const { id, email, token } = await signIn();
  const first = await signInAtGithub(email);
  expect(first.subject).toBe(id);
  // The person has changed their email address at GitHub.
  await board.db
    .update(identity_links)
    .set({ verified_email: newAddress() })
    .where(eq(identity_links.subject, String(first.id)));
  const github = (await list(token)).find(({ provider }) => provider === 'GitHub');
  await remove(token, github?.id);
  const { github: standIn } = board.standIns;
  Object.assign(standIn, { emails: [{ email: newAddress(), primary: true, verified: true }] });
  expect((await board.signInAt('github')).sub).not.toBe(id);
});

test('after the removal of an identity, a remaining identity proves the account’s verified address', async () => {
  const { id, email, token } = await signIn();
  const { id: subject } = await signInAtGithub(email);
  const other = newAddress();
  await board.db
    .update(identity_links)
    .set({ verified_email: other })
    .where(eq(identity_links.subject, String(subject)));
  const [first] = await list(token);
  expect((await remove(token, first?.id)).status).toBe(204);
  expect(await verifiedEmail(id)).toBe(other);
  // The next person who proves the old address gets a new account.
  const next = await board.signIn(email);
  expect(decodeJwt(next.access_token).sub).not.toBe(id);
});

describe('an identity that proves an address', () => {
  test('the last identity that proves an address cannot be removed', async () => {
    const { id, token } = await signIn();
    await board.db
      .insert(identity_links)
      .values({ issuer: 'https://former.example', subject: id, user_id: id });
    const [email, former] = await list(token);
    expect(shown([email, former] as Identity[])).toEqual([
      ['Email', expect.any(String), false],
      ['former.example', null, true],
    ]);
    const refused = await remove(token, email?.id);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('must remain'),
    ]);
    expect((await remove(token, former?.id)).status).toBe(204);
  });

  test('if the last two identities that prove an address are removed at the same time, one remains', async () => {
    const { email, token } = await signIn();
    await signInAtGithub(email);
    const ids = (await list(token)).map((identity) => identity.id);
    const outcomes = await Promise.all(ids.map((one) => remove(token, one)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await list(token)).toHaveLength(1);
  });
});

test('a person cannot remove another person’s identity, even as a site admin', async () => {
  const [owner, stranger] = [await signIn(), await signIn()];
  await signInAtGithub(owner.email);
  const [identity] = await list(owner.token);
  expect((await remove(stranger.token, identity?.id)).status).toBe(404);
  expect((await remove('', identity?.id)).status).toBe(401);
  expect(await list(owner.token)).toHaveLength(2);
});
