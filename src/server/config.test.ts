import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('every setting has a default', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    siteName: 'Composable Jobs',
    signIn: {
      domain: 'http://localhost:3000',
      clientId: 'composable-jobs-3000',
      audience: 'http://localhost:3000/api',
      embedded: 'this machine',
    },
    demoData: true,
    logLevel: 'info',
  });
});

test('an empty value counts as none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('the public address follows the port', () => {
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(readConfig({ PUBLIC_URL: 'https://jobs.example/' }).publicUrl).toBe(
    'https://jobs.example',
  );
});

test('an outside database gets no demo data unless asked for', () => {
  const DATABASE_URL = 'postgres://board@db.example/board';
  expect(readConfig({ DATABASE_URL }).demoData).toBe(false);
  expect(readConfig({ DATABASE_URL, DEMO_DATA: 'true' }).demoData).toBe(true);
  expect(readConfig({ DEMO_DATA: 'false' }).demoData).toBe(false);
});

test('every wrong setting is named at once, and no value is repeated', () => {
  const read = () =>
    readConfig({
      PORT: '70000',
      PUBLIC_URL: 'https://jobs.example/board',
      DATABASE_URL: 'mysql://user:secret@db.example',
      DEMO_DATA: 'yes',
      LOG_LEVEL: 'loud',
      SITE_NAME: 'x'.repeat(61),
    });
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'DEMO_DATA',
    'LOG_LEVEL',
    'SITE_NAME',
  ]) {
    expect(read).toThrow(name);
  }
  expect(read).not.toThrow('secret');
});

test.each(['0x10', '1e3', '-1', '3000.5', ' 3000', '65536'])('PORT=%s is refused', (PORT) => {
  expect(() => readConfig({ PORT })).toThrow('PORT must be a port number from 0 to 65535');
});

test.each([
  'ftp://jobs.example',
  'jobs.example',
  'https://u:p@jobs.example',
  'https://jobs.example?x',
])('PUBLIC_URL=%s is refused', (PUBLIC_URL) => {
  expect(() => readConfig({ PUBLIC_URL })).toThrow('PUBLIC_URL');
});
