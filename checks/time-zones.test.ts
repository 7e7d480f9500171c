import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { read } from './source-files.ts';

test('the time zones of countries are small enough to be loaded with a page', () => {
  const source = read('src/shared/domain/time-zone-country.ts');
  expect(brotliCompressSync(source).length).toBeLessThan(4_000);
});
