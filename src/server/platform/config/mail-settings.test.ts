import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const MAIL_FROM = 'jobs@board.example';
const read = (SMTP_URL: string) => readConfig({ SMTP_URL, MAIL_FROM }).mail.server;

test.each([
  ['smtps://mail.example', { host: 'mail.example', port: 465, tls: 'implicit' }],
  ['smtp://mail.example', { host: 'mail.example', port: 587, tls: 'starttls' }],
  ['smtp://mail.example:25/', { host: 'mail.example', port: 25, tls: 'starttls' }],
  ['smtp://localhost:2525', { host: 'localhost', port: 2525, tls: 'none' }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, tls: 'none' }],
  ['smtps://127.0.0.1', { host: '127.0.0.1', port: 465, tls: 'implicit' }],
  ['smtp://127.0.0.1.example', { host: '127.0.0.1.example', port: 587, tls: 'starttls' }],
])('SMTP_URL=%s is accepted as the URL of a mail server', (SMTP_URL, server) => {
  expect(read(SMTP_URL)).toEqual({ ...server, login: undefined });
});

test('the user and the password in SMTP_URL may have percent-encoded characters', () => {
  expect(read('smtps://jobs%40board.example:p%2Fs%3Aw@mail.example')?.login).toEqual({
    user: 'jobs@board.example',
    password: 'p/s:w',
  });
});

test.each([
  ['https://mail.example', 'must be an smtp:// or smtps:// address'],
  ['mail.example:587', 'must be an smtp:// or smtps:// address'],
  ['smtp://', 'must name a host'],
  ['smtp://ada@mail.example', 'must have both a user and a password, or neither'],
  ['smtp://ada:secret%zz@mail.example', 'must have a valid percent-encoding'],
  ['smtp://mail.example/inbox', 'must not have a path'],
  ['smtp://mail.example?tls=no', 'must not have parameters'],
])('SMTP_URL=%s is refused without its value', (SMTP_URL, problem) => {
  expect(() => read(SMTP_URL)).toThrow(`  SMTP_URL ${problem}`);
  expect(() => read(SMTP_URL)).not.toThrow('secret');
});

test.each([
  ['jobs@board.example', { name: '', address: 'jobs@board.example' }],
  ['Board <jobs@board.example>', { name: 'Board', address: 'jobs@board.example' }],
  ['"Jobs, Oslo" <jobs@board.example>', { name: 'Jobs, Oslo', address: 'jobs@board.example' }],
])('MAIL_FROM=%s is accepted as a sender', (MAIL_FROM, from) => {
  expect(readConfig({ MAIL_FROM }).mail.from).toEqual(from);
});

test.each([
  'board',
  'Board jobs@board.example',
  'Board <jobs@board.example',
  '<a@board.example>, <b@board.example>',
  'a@board.example, b@board.example',
  'Board\r\nBcc: x <jobs@board.example>',
  'jobs@board.example\r\nBcc: x@board.example',
  'jøbs@board.example',
  `${'x'.repeat(61)} <jobs@board.example>`,
])('MAIL_FROM=%j is refused', (MAIL_FROM) => {
  expect(() => readConfig({ MAIL_FROM })).toThrow('  MAIL_FROM must be an address');
});

test('a mail server requires a sender', () => {
  expect(() => readConfig({ SMTP_URL: 'smtps://mail.example' })).toThrow(
    '  MAIL_FROM must be set together with SMTP_URL',
  );
});

test.each(['0', '60001', '1.5'])('MAIL_RATE=%s is refused', (MAIL_RATE) => {
  expect(() => readConfig({ MAIL_RATE })).toThrow('  MAIL_RATE must be a whole number');
});

test('a configured mail server sends the mails; without one, a board on a loopback address captures them', () => {
  const PUBLIC_URL = 'https://jobs.example';
  const SMTP_URL = 'smtps://mail.example';
  expect(readConfig({}).mail.delivery).toBe('captured');
  expect(readConfig({ PUBLIC_URL }).mail.delivery).toBe('none');
  expect(readConfig({ PUBLIC_URL, SMTP_URL, MAIL_FROM }).mail.delivery).toBe('smtp');
  expect(readConfig({ SMTP_URL, MAIL_FROM }).mail.delivery).toBe('smtp');
});
