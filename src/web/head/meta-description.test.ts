import { expect, test } from 'vitest';
import { plainText } from './meta-description.ts';

test.each([
  ['<p>We <strong>weave</strong>.</p><ul><li>One</li></ul>', 'We weave. One'],
  ['<p>&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;</p>', '<b> & "c" \'d\''],
  ['', ''],
])('the plain text of %j is %j', (html, text) => {
  expect(plainText(html)).toBe(text);
});

test('a long text ends after a word, with an ellipsis', () => {
  const short = plainText(`<p>${'weaver '.repeat(60)}</p>`);
  expect(short.length).toBeLessThanOrEqual(160);
  expect(short).toMatch(/weaver…$/);
});

test('a long word is cut, but never within a character', () => {
  expect(plainText('x'.repeat(500))).toBe(`${'x'.repeat(159)}…`);
  expect(plainText(`x${'🧶'.repeat(200)}`)).toMatch(/^x(🧶)+…$/u);
});
