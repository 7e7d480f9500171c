import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

/** The settings of a board whose sign-in requires proof. */
const PUBLIC = {
  PUBLIC_URL: 'https://jobs.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'jobs@jobs.example',
};
const GOOGLE = { GOOGLE_CLIENT_ID: '1.apps.example', GOOGLE_CLIENT_SECRET: 'GOCSPX-s3cret' };
const GITHUB = { GITHUB_CLIENT_ID: 'Iv1.8a61', GITHUB_CLIENT_SECRET: 's3cret' };
const OPENID = {
  OPENID_ISSUER: 'https://id.acme.example/realms/jobs',
  OPENID_CLIENT_ID: 'board',
  OPENID_CLIENT_SECRET: 's3cret',
};

const read = (settings: Record<string, string>) => readConfig({ ...PUBLIC, ...settings }).upstream;

test('an upstream provider is enabled if its settings are complete', () => {
  expect(read({})).toEqual([]);
  expect(read(GITHUB)).toEqual([
    {
      key: 'github',
      name: 'GitHub',
      issuer: undefined,
      clientId: 'Iv1.8a61',
      clientSecret: 's3cret',
    },
  ]);
  expect(read({ ...OPENID, ...GITHUB, ...GOOGLE }).map(({ key, name }) => [key, name])).toEqual([
    ['google', 'Google'],
    ['github', 'GitHub'],
    ['openid', 'id.acme.example'],
  ]);
  expect(read({ ...OPENID, OPENID_NAME: 'Acme' })).toEqual([
    {
      key: 'openid',
      name: 'Acme',
      issuer: 'https://id.acme.example/realms/jobs',
      clientId: 'board',
      clientSecret: 's3cret',
    },
  ]);
});

test('the secret of an upstream provider may be in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'composable-jobs-test-'));
  const file = join(folder, 'secret');
  writeFileSync(file, 's3cret\n');
  for (const [settings, name] of [
    [GOOGLE, 'GOOGLE_CLIENT_SECRET'],
    [GITHUB, 'GITHUB_CLIENT_SECRET'],
    [OPENID, 'OPENID_CLIENT_SECRET'],
  ] as const) {
    expect(read({ ...settings, [name]: '', [`${name}_FILE`]: file })).toMatchObject([
      { clientSecret: 's3cret' },
    ]);
  }
  rmSync(folder, { recursive: true });
});

describe('conflicting settings of upstream providers are reported without their values:', () => {
  test.each([
    [
      { GOOGLE_CLIENT_ID: 'x' },
      'GOOGLE_CLIENT_SECRET must be set: GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET belong together',
    ],
    [{ GITHUB_CLIENT_SECRET: 's3cret' }, 'GITHUB_CLIENT_ID must be set: '],
    [{ OPENID_NAME: 'Acme' }, 'OPENID_ISSUER must be set: '],
    [{ ...OPENID, OPENID_CLIENT_ID: '' }, 'OPENID_CLIENT_ID must be set: '],
    [
      {
        ...GITHUB,
        AUTH_DOMAIN: 'board.eu.auth0.com',
        AUTH_CLIENT_ID: 'client',
        AUTH_AUDIENCE: 'https://jobs.example/api',
      },
      'GITHUB_CLIENT_ID must not be set together with AUTH_DOMAIN; add it there',
    ],
    [
      { ...GOOGLE, PUBLIC_URL: 'http://localhost:3000' },
      'GOOGLE_CLIENT_ID requires the sign-in of a public board: set a public PUBLIC_URL and SMTP_URL',
    ],
    [
      { ...OPENID, AUTH_EMBEDDED: 'false' },
      'OPENID_CLIENT_ID requires the sign-in of a public board',
    ],
    [
      { ...GOOGLE, GOOGLE_CLIENT_SECRET: 's3cret with a space' },
      'GOOGLE_CLIENT_SECRET must consist of visible ASCII characters',
    ],
    [{ ...OPENID, OPENID_NAME: 'x'.repeat(41) }, 'OPENID_NAME must be at most 40 characters'],
    [{ ...OPENID, OPENID_NAME: 'Ac\nme' }, 'OPENID_NAME must be at most 40 characters'],
  ])('%j', (settings, problem) => {
    expect(() => read(settings)).toThrow(`  ${problem}`);
    expect(() => read(settings)).not.toThrow('s3cret');
  });
});

describe('OPENID_ISSUER', () => {
  test.each(['https://id.example', 'https://id.example/', 'http://localhost:8080/realms/x'])(
    'OPENID_ISSUER=%s is accepted',
    (OPENID_ISSUER) => {
      expect(read({ ...OPENID, OPENID_ISSUER })).toMatchObject([{ issuer: OPENID_ISSUER }]);
    },
  );

  test.each([
    'id.example',
    'http://id.example',
    'ftp://id.example',
    'https://id.example?x',
    'https://id.example#x',
    'https://ada:s3cret@id.example',
  ])('OPENID_ISSUER=%s is refused', (OPENID_ISSUER) => {
    expect(() => read({ ...OPENID, OPENID_ISSUER })).toThrow('  OPENID_ISSUER must');
  });
});
