import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { allowOwnScripts } from './page-scripts.ts';

const MARKER = '0123456789abcdef0123456789abcdef';

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const allowedOf = (html: string) => allowOwnScripts(html, MARKER).allowed;

test('the page’s own scripts are allowed by their hashes, each once, and carry no nonce', () => {
  const page = [
    `<meta charSet="utf-8" nonce="${MARKER}"/><meta property="csp-nonce" content="${MARKER}"/>`,
    `<script nonce="${MARKER}">one("é")</script><script type="a" nonce="${MARKER}" id="b">two\n()</script>`,
    `<script nonce="${MARKER}">one("é")</script>`,
    `<script type="module" async="" src="/a.js" nonce="${MARKER}"></script>`,
  ].join('');
  const { html, allowed } = allowOwnScripts(page, MARKER);
  expect(allowed).toEqual([hashOf('one("é")'), hashOf('two\n()')]);
  expect(html).not.toContain('nonce');
  expect(html).toContain('<script type="a" id="b">two\n()</script>');
});

test.each([
  ['a script without a nonce', '<script>evil()</script>'],
  ['one that guesses', '<script nonce="ffffffffffffffffffffffffffffffff">evil()</script>'],
  ['one that is written otherwise', `<SCRIPT nonce="">evil()</SCRIPT>`],
  ['one that begins another', '<script>evil()//<script nonce="">'],
  ['one before a marked one', `<script a="<script nonce=">evil()</script>`],
])('%s in a text is not allowed', (_, injected) => {
  const own = `<script nonce="${MARKER}">own()</script>`;
  expect(allowedOf(`${injected}${own}${injected}`)).not.toContain(hashOf('evil()'));
  expect(allowedOf(`${injected}<p>${own}</p>`).every((hash) => hash === hashOf('own()'))).toBe(
    true,
  );
});

test('a marked script that names a file allows no text', () => {
  expect(allowedOf(`<script src="/a.js" nonce="${MARKER}">evil()</script>`)).toEqual([]);
});
