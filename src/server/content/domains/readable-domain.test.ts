import { expect, test } from 'vitest';
import { readableAddress, readableDomain, readableWebsite } from './readable-domain.ts';

test.each([
  ['acme.example', 'acme.example'],
  ['0', '0'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['bücher.example', 'bücher.example'],
  ['xn--e1afmkfd.xn--80akhbyknj4f', 'пример.испытание'],
  ['xn--r8jz45g.example', '例え.example'],
  // Each label has its own script: a Cyrillic company may have a Latin top-level domain.
  ['xn--80akhbyknj4f.example', 'испытание.example'],
])('the domain %s is shown as %s', (domain, shown) => {
  expect(readableDomain(domain)).toBe(shown);
});

test.each([
  ['a Cyrillic а in a Latin word', '\u0430pple.example'],
  ['a Greek omicron in a Latin word', 'g\u03bfogle.example'],
  ['Cyrillic and Greek letters', '\u0430\u03b1\u0431.example'],
  ['a script that nobody writes today', '\u{10330}.example'],
])('a domain with %s stays in ASCII', (_, domain) => {
  const shown = readableDomain(domain);
  expect(shown).toMatch(/^xn--[a-z\d-]+\.example$/);
  expect(readableDomain(shown)).toBe(shown);
});

test('an address and a website have their domain as people write it', () => {
  expect(readableAddress('ada@xn--bcher-kva.example')).toBe('ada@bücher.example');
  expect(readableAddress('ada@acme.example')).toBe('ada@acme.example');
  expect(readableWebsite('https://xn--bcher-kva.example:8443/jobs?a=xn--1')).toBe(
    'https://bücher.example:8443/jobs?a=xn--1',
  );
  expect(readableWebsite('https://\u0430pple.example/')).toMatch(/^https:\/\/xn--/);
  for (const same of ['https://Acme.example', 'https://acme.example/x', 'not a URL', '']) {
    expect(readableWebsite(same)).toBe(same);
  }
});
