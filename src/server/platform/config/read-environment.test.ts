import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('a secret in a file', () => {
  const DATABASE_URL = 'postgres://board:s3cret@db.example/board';
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'composable-jobs-test-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function fileWith(content: string): string {
    const file = join(folder, 'database-url');
    writeFileSync(file, content);
    return file;
  }

  test.each(['', '\n', '\r\n'])(
    'a secret in a file has the same value as in the environment, without a trailing %j',
    (end) => {
      const DATABASE_URL_FILE = fileWith(`${DATABASE_URL}${end}`);
      expect(readConfig({ DATABASE_URL_FILE })).toEqual(readConfig({ DATABASE_URL }));
      expect(readConfig({ DATABASE_URL_FILE, DATABASE_URL: '' }).demoData).toBe(false);
    },
  );

  test('must not also be in the environment', () => {
    const DATABASE_URL_FILE = fileWith(DATABASE_URL);
    const read = () => readConfig({ DATABASE_URL, DATABASE_URL_FILE });
    expect(read).toThrow('  DATABASE_URL_FILE must not be set together with DATABASE_URL');
    expect(read).not.toThrow('s3cret');
  });

  test.each([
    ['empty', '\n', '  DATABASE_URL_FILE names an empty file'],
    [
      'not an address',
      'mysql://board:s3cret@db.example',
      '  DATABASE_URL (read from its file) must be a postgres:// address',
    ],
  ])('that is %s is reported without its value', (_, content, problem) => {
    const DATABASE_URL_FILE = fileWith(content);
    const read = () => readConfig({ DATABASE_URL_FILE, PORT: 'many' });
    expect(read).toThrow(problem);
    expect(read).toThrow('  PORT must be a port number from 0 to 65535');
    expect(read).not.toThrow('s3cret');
  });

  test('an unreadable file with a secret is reported together with all other problems', () => {
    const missing = { DATABASE_URL_FILE: join(folder, 'none'), PORT: 'many' };
    expect(() => readConfig(missing)).toThrow(
      /PORT must .*\n {2}DATABASE_URL_FILE names an unreadable file \(ENOENT\)$/,
    );
    expect(() => readConfig({ DATABASE_URL_FILE: folder })).toThrow('(EISDIR)');
  });
});

describe('a variable whose name resembles a setting', () => {
  test.each([
    ['DATABASE_UR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
    ['AUTH_DOMIAN', 'AUTH_DOMAIN'],
    ['AUTH_CLIENTID', 'AUTH_CLIENT_ID'],
  ])('the variable %s is refused as a typo of %s', (written, intended) => {
    const read = () => readConfig({ [written]: 'a-value' });
    expect(read).toThrow(`  ${written} is not a setting; use ${intended}`);
    expect(read).not.toThrow('a-value');
  });

  test('a variable that names the file of a setting which cannot be in a file is refused', () => {
    expect(() => readConfig({ PUBLIC_URL_FILE: '/run/secrets/url' })).toThrow(
      '  PUBLIC_URL_FILE is not a setting: PUBLIC_URL cannot be read from a file',
    );
  });

  test.each([
    { POST: 'x', HOSTS: 'x', PORTS: 'x', PORT_FILE: 'x' },
    {
      AUTH_SECRET: 'x',
      AUTH_TOKEN: 'x',
      DATABASE: 'x',
      DATABASE_HOST: 'x',
      LOG_FORMAT: 'x',
      LOGLEVEL: 'x',
    },
    { DATABASE_URI: 'x', DATABASE_URL: 'postgres://board@db.example/board' },
    { DATABASE_UR: '' },
  ])(
    'a variable that belongs to another program is ignored, even if it resembles a setting: %j',
    (variables) => {
      expect(() => readConfig(variables)).not.toThrow();
    },
  );
});
