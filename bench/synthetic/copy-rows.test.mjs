import { expect, it } from 'vitest';
import { makeBoard } from './board.mjs';
import { copyStatement, copyText, jobRows } from './copy-rows.mjs';

it('escapes the special characters of COPY', () => {
  expect(copyText('a\\b\tc\nd\re')).toBe('a\\\\b\\tc\\nd\\re');
  expect(copyText(null)).toBe('\\N');
  expect(copyText(false)).toBe('false');
  expect(copyText(1.5)).toBe('1.5');
});

it('writes one line per job, with a value for each column', () => {
  const board = makeBoard({ jobs: 200, seed: 1, until: new Date('2026-01-31') });
  const lines = [...jobRows(board)].join('').split('\n').slice(0, -1);
  expect(lines).toHaveLength(210);
  const columns = copyStatement('jobs').split(',').length;
  expect(new Set(lines.map((line) => line.split('\t').length))).toEqual(new Set([columns]));
});
