import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

const PROVIDER_URLS = [
  '/authorize?client_id=composable-jobs-3000',
  '/authorize/sign-in/x',
  '/v2/logout',
  '/userinfo',
  '/.well-known/openid-configuration',
  '/.well-known/jwks.json',
];

/** Builds an app on the same database with other settings. */
function withSettings(settings: Record<string, string>) {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await buildTestApp(board, settings);
  });
  afterAll(() => app.close());

  return {
    /** The sources in the Content-Security-Policy, by directive. */
    async policy() {
      const { headers } = await app.inject({ url: '/' });
      const text = String(headers['content-security-policy']);
      return Object.fromEntries(
        text.split(';').map((directive) => {
          const [name = '', ...values] = directive.trim().split(' ');
          return [name, values];
        }),
      );
    },
    get: (url: string, token?: string) =>
      app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} }),
    async servesNoProvider() {
      for (const url of PROVIDER_URLS) {
        const reply = await app.inject({ url });
        expect([url, reply.statusCode]).toEqual([url, 404]);
        expect(reply.body).toContain('404 Not Found');
      }
      const exchange = await app.inject({ method: 'POST', url: '/oauth/token' });
      expect(exchange.statusCode).toBe(404);
    },
  };
}

describe('without an identity provider', () => {
  const { get, policy, servesNoProvider } = withSettings({ PUBLIC_URL: 'https://jobs.example' });

  test('in the settings, the board serves none', servesNoProvider);

  test('without an identity provider, every token is refused', async () => {
    const { id } = await createAccount(board.db, { role: 'siteadmin' });
    const token = await tokenFor(board.db, id);
    expect((await board.ask('GET', '/api/accounts', { token })).status).toBe(200);
    const reply = await get('/api/accounts', token);
    expect(reply.statusCode).toBe(401);
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer/);
    expect((await get('/api/accounts')).statusCode).toBe(401);
  });

  test('without an identity provider, pages may connect only to their own origin, and contain no provider settings', async () => {
    const directives = await policy();
    expect(directives).toMatchObject({ 'default-src': ["'self'"] });
    expect(directives).not.toHaveProperty('connect-src');
    expect(directives).not.toHaveProperty('frame-src');
    expect(directives).not.toHaveProperty('style-src');
    const { body } = await get('/');
    expect(body).toContain('Test Board');
    expect(body).not.toMatch(/clientId|audience/);
  });
});

describe('with an external provider', () => {
  const { get, policy, servesNoProvider } = withSettings({
    PUBLIC_URL: 'https://jobs.example',
    AUTH_DOMAIN: 'board.eu.auth0.com',
    AUTH_CLIENT_ID: 'aClient123',
    AUTH_AUDIENCE: 'https://jobs.example/the-api',
  });

  test('with an external provider, the board serves no provider of its own', servesNoProvider);

  test('with an external provider, pages may connect only to their own origin and the provider', async () => {
    const allowed = ["'self'", 'https://board.eu.auth0.com'];
    const directives = await policy();
    expect(directives).toMatchObject({ 'connect-src': allowed, 'frame-src': allowed });
    const withProvider = Object.entries(directives)
      .filter(([, values]) => values.includes('https://board.eu.auth0.com'))
      .map(([name]) => name);
    expect(withProvider).toEqual(['connect-src', 'frame-src']);
  });

  test('with an external provider, pages contain the provider settings', async () => {
    const { body } = await get('/');
    for (const value of [
      'https://board.eu.auth0.com',
      'aClient123',
      'https://jobs.example/the-api',
    ]) {
      expect(body).toContain(value);
    }
    expect(body).not.toContain('embedded');
  });
});

describe('with the embedded provider', () => {
  test('with the embedded provider, pages may connect only to their own origin', async () => {
    const { headers } = await board.app.inject({ url: '/' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self';");
    expect(policy).not.toMatch(/connect-src|frame-src/);
  });

  test('with the embedded provider, pages contain the client id, but not which clients may sign in', async () => {
    const { body } = await board.app.inject({ url: '/' });
    expect(body).toContain('composable-jobs-3000');
    expect(body).not.toContain('this machine');
  });
});
