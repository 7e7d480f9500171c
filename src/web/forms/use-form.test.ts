import { expect, test } from 'vitest';
import { follow } from './use-form.ts';

test('fields that nobody has edited follow the stored version, and edited fields keep their text', () => {
  const last = { name: 'Ada', email: 'ada@example.com', bio: '' };
  const edited = { ...last, bio: 'I count.' };
  const next = { name: 'Ada Byron', email: 'ada@example.com', bio: 'From another tab' };
  expect(follow(edited, last, next)).toEqual({ ...next, bio: 'I count.' });
  expect(follow(last, last, next)).toEqual(next);
});
