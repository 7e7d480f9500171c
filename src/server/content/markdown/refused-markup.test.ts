import { expect, test } from 'vitest';
import { findRefusedMarkup } from './refused-markup.ts';
import { renderHtml } from './render-html.ts';

test.each([
  ['One\n\n<script>alert(1)</script>', 'html', '<script>', 3],
  ['One\ntwo <img src=x onerror=alert(1)> three', 'html', '<img>', 2],
  ['- item\n- <b>bold</b>', 'html', '<b>', 2],
  ['> <style>*{}</style>', 'html', '<style>', 1],
  ['</div>', 'html', '</div>', 1],
  ['<!-- note -->', 'html', '<!-- note -->', 1],
  ['[a](javascript:alert(1))', 'link', 'javascript:alert(1)', 1],
  ['[a](&#x6A;avascript:alert(1))', 'link', 'javascript:alert(1)', 1],
  ['one\n[a][x]\n\n[x]: data:text/html,x', 'link', 'data:text/html,x', 2],
  ['![a](file:///etc/passwd)', 'link', 'file:///etc/passwd', 1],
  ['[a](/relative)', 'link', '/relative', 1],
])('finds in %j the %s %s in line %i', (source, kind, text, line) => {
  expect(findRefusedMarkup(source)).toEqual({ kind, text, line });
});

test.each([
  'a < b and c > d, 1 <3',
  '`<script>` in code',
  '```html\n<script>alert(1)</script>\n```',
  '    <script>',
  '10<sup>6</sup> and H<sub>2</sub>O',
  '<https://a.example> and <me@a.example> and [a](mailto:me@a.example)',
  '\\<script> and &lt;script&gt;',
  '![a](https://a.example/i.png)',
])('finds nothing in %j, of which pages show everything', (source) => {
  expect(findRefusedMarkup(source)).toBeUndefined();
  expect(renderHtml(source)).not.toBe('');
});

test('a long text takes no longer than its rendering', () => {
  const source = `${'*<'.repeat(20_000)}\n\n${'[a]('.repeat(10_000)}`;
  const before = performance.now();
  findRefusedMarkup(source);
  expect(performance.now() - before).toBeLessThan(2_000);
});
