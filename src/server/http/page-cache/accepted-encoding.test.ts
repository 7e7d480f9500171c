import { expect, test } from 'vitest';
import { acceptedEncoding } from './accepted-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP, BR', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 , gzip ; q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['identity, br;q=0.1', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['deflate', 'identity'],
  ['br;q=nonsense', 'identity'],
  [`${'x,'.repeat(5_000)}gzip`, 'gzip'],
])('Accept-Encoding "%s" selects %s', (header, encoding) => {
  // The second call uses the stored result of the first one.
  expect(acceptedEncoding(header)).toBe(encoding);
  expect(acceptedEncoding(header)).toBe(encoding);
});

test('a header is still parsed correctly after more different headers have been parsed than are stored', () => {
  for (let n = 0; n < 1_000; n += 1) expect(acceptedEncoding(`x${n}, gzip`)).toBe('gzip');
});
