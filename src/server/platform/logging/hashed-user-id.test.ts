import { expect, test } from 'vitest';
import { hashedUserId } from './hashed-user-id.ts';

test.each(['auth0|65f1c0ffee', 'google-oauth2|1078', 'a b', 'x'.repeat(255)])(
  'logs the id %s unchanged',
  (id) => {
    expect(hashedUserId(id)).toBe(id);
  },
);

test.each([
  ['embedded|ada@example.com', /^embedded\|[\w-]{16}$/],
  ['waad|ada%40example.com', /^waad\|[\w-]{16}$/],
  ['ada@example.com', /^[\w-]{16}$/],
  ['ada@example.com|x', /^[\w-]{16}$/],
  ['embedded|ada＠example.com', /^embedded\|[\w-]{16}$/],
])('hashes the id %s, which contains an email address', (id, expected) => {
  expect(hashedUserId(id)).toMatch(expected);
});

test('gives one id the same hash each time, and two ids different hashes', () => {
  const [ada, bo] = ['embedded|ada@example.com', 'embedded|bo@example.com'];
  expect(hashedUserId(ada)).toBe(hashedUserId(ada));
  expect(hashedUserId(ada)).not.toBe(hashedUserId(bo));
});
