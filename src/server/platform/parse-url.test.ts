import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test('parseUrl accepts a URL with letters beyond ASCII, even after many calls', () => {
  for (let n = 0; n < 200_000; n += 1) parseUrl(`https://a.example/${n % 7}`);
  expect(parseUrl('https://bücher.example')?.host).toBe('xn--bcher-kva.example');
  expect(parseUrl('/jobs', 'https://board.example')?.href).toBe('https://board.example/jobs');
  expect(parseUrl('no address')).toBeUndefined();
});
