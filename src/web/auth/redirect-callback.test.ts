import { expect, test } from 'vitest';
import { isRedirectCallback } from './redirect-callback.ts';

const ORIGIN = 'https://jobs.example';

test.each([
  ['/?code=x&state=y', true],
  ['/?error=access_denied&state=y', true],
  ['/?code=x', false],
  ['/?state=y', false],
  ['/jobs?code=x&state=y', false],
  ['/', false],
])('%s is a redirect callback: %s', (path, is) => {
  expect(isRedirectCallback(new URL(path, ORIGIN))).toBe(is);
});
