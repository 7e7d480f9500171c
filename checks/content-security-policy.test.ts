import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let board: TestApp;
beforeAll(async () => {
  board = await startTestApp({ PUBLIC_URL: 'https://jobs.example', AUTH_EMBEDDED: 'true' });
});
afterAll(() => board.close());

/** Returns the findings of Google's CSP Evaluator. https://csp-evaluator.withgoogle.com */
function findings(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ directive, value, description }) => `${directive} ${value}: ${description}`);
}

/**
 * An accepted finding: `'self'` is safe if the origin serves no scripts that users provide. Uploads are redrawn as
 * pictures, and no response is JSONP.
 */
const ACCEPTED = "script-src 'self': 'self' can be problematic";

test.each([
  '/',
  '/jobs',
  '/no-such-page',
  '/api/jobs',
  '/api/docs',
  '/embed/jobs',
  '/uploads/x',
  '/authorize',
])('CSP Evaluator accepts the policy of %s', async (url) => {
  const { headers } = await board.app.inject({ url });
  const found = findings(String(headers['content-security-policy']));
  expect(found.filter((finding) => !finding.startsWith(ACCEPTED))).toEqual([]);
});

test('CSP Evaluator reports a weak policy', () => {
  expect(findings("script-src 'self' 'unsafe-inline'").join()).toContain('unsafe-inline');
});
