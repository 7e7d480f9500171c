import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { allowOwnScripts } from './page-scripts.ts';

const NONCE = '0123456789abcdef0123456789abcdef';

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const allowedOf = (html: string) => allowOwnScripts(html, NONCE).allowed;

test('the Content Security Policy allows each of the page’s own scripts once by its hash, and the nonces are removed', () => {
  const page = [
    `<meta charSet="utf-8" nonce="${NONCE}"/><meta property="csp-nonce" content="${NONCE}"/>`,
    `<script nonce="${NONCE}">one("é")</script><script type="a" nonce="${NONCE}" id="b">two\n()</script>`,
    `<script nonce="${NONCE}">one("é")</script>`,
    `<script type="module" async="" src="/a.js" nonce="${NONCE}"></script>`,
  ].join('');
  const { html, allowed } = allowOwnScripts(page, NONCE);
  expect(allowed).toEqual([hashOf('one("é")'), hashOf('two\n()')]);
  expect(html).not.toContain('nonce');
  expect(html).toContain('<script type="a" id="b">two\n()</script>');
});

test.each([
  ['a script without a nonce', '<script>evil()</script>'],
  [
    'a script with a guessed nonce',
    '<script nonce="ffffffffffffffffffffffffffffffff">evil()</script>',
  ],
  ['a script in upper case with an empty nonce', `<SCRIPT nonce="">evil()</SCRIPT>`],
  ['a script that contains another script tag', '<script>evil()//<script nonce="">'],
  ['a script with a script tag in an attribute', `<script a="<script nonce=">evil()</script>`],
])('the policy does not allow %s in content', (_, injected) => {
  const own = `<script nonce="${NONCE}">own()</script>`;
  expect(allowedOf(`${injected}${own}${injected}`)).not.toContain(hashOf('evil()'));
  expect(allowedOf(`${injected}<p>${own}</p>`).every((hash) => hash === hashOf('own()'))).toBe(
    true,
  );
});

test('the Content Security Policy does not allow inline code in the element of an external script', () => {
  expect(allowedOf(`<script src="/a.js" nonce="${NONCE}">evil()</script>`)).toEqual([]);
});
