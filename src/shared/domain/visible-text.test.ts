import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test.each([
  ['a soft hyphen', 'Git\u00adLab', 'GitLab'],
  ['a bidi override', '\u202eGitLab\u2069', 'GitLab'],
  ['a filler', 'Git\u3164Lab\u2800', 'GitLab'],
  ['tags', 'Git\u{e0041}Lab', 'GitLab'],
  ['joiners between Latin letters', 'Git\u200c\u200dLab', 'GitLab'],
  ['a selector after a letter and after a digit', 'A\ufe0f1\ufe0f', 'A1'],
  ['a non-joiner after a letter that does not join the next one', 'دا\u200cنش', 'دانش'],
  ['a non-joiner at the end', 'نمایش\u200c', 'نمایش'],
])('%s is removed from a name', (_, text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test.each([
  ['a non-joiner between joined letters', 'نمایش\u200cگر'],
  ['joiners after a virama', 'क्\u200dष और क्\u200cष'],
  ['emoji of several characters', '👩‍💻 ❤️‍🔥 1️⃣ 👍🏽 ✔︎'],
  ['a variant of a Chinese character', '葛\u{e0100}城'],
  ['a combined letter', 'Łódź'],
])('%s remains', (_, text) => {
  expect(visibleText(text)).toBe(text);
});

test('letters and their marks are composed', () => {
  expect(visibleText('Ło\u0301dz\u0301')).toBe('Łódź');
});

test('time grows with the length of a text', () => {
  const text = `अ${'\u094d'.repeat(500_000)}\u200d`.repeat(2) + '\ufe0f'.repeat(500_000);
  expect(visibleText(text).length).toBeGreaterThan(1_000_000);
});
