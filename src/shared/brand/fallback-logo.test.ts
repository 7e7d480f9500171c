import { expect, test } from 'vitest';
import { fallbackLogo } from './fallback-logo.ts';

const ID = '0192f0c1-0000-7000-8000-0123456789ab';

test('the fallback logo of a company always has the same four blocks', () => {
  const blocks = fallbackLogo(ID);
  expect(blocks).toEqual(fallbackLogo(ID));
  expect(blocks.map(({ column, row }) => [column, row])).toEqual([
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ]);
});

test('companies created at the same moment have different logos, and an id of any format has a logo', () => {
  expect(fallbackLogo(ID.replace(/ab$/, 'ff'))).not.toEqual(fallbackLogo(ID));
  expect(fallbackLogo('')).toHaveLength(4);
});
