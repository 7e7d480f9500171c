import { expect, test } from 'vitest';
import { hashedUserId } from './hashed-user-id.ts';

test.each(['auth0|65f1c0ffee', 'google-oauth2|1078', 'a b', 'x'.repeat(255)])(
  'the id %s is logged unchanged',
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
])('the id %s is hashed, because it contains an email address', (id, expected) => {
  expect(hashedUserId(id)).toMatch(expected);
});

test('the same id always has the same hash, and two ids have different hashes', () => {
  const [ada, bo] = ['embedded|ada@example.com', 'embedded|bo@example.com'];
  expect(hashedUserId(ada)).toBe(hashedUserId(ada));
  expect(hashedUserId(ada)).not.toBe(hashedUserId(bo));
});
