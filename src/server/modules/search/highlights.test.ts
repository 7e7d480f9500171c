import { describe, expect, test } from 'vitest';
import { readHighlights } from './highlights.ts';

/** The text as PostgreSQL returns it, with its delimiters in place of `[` and `]`. */
const marked = (text: string) => text.replaceAll('[', '\ue000').replaceAll(']', '\ue001');

describe('readHighlights', () => {
  test.each([
    [['Rust Engineer', 'Loom'], '[rust] engineer\nloom', [['Rust'], []]],
    [['Rust', 'Rust'], '[rust]\n[rust]', [['Rust'], ['Rust']]],
    [['Maker', '', '', 'of looms'], 'maker\n\n\nof [looms]', [[], [], [], ['looms']]],
    [['🦀 Rust 🦀', 'x'], '🦀 [rust] 🦀\n[x]', [['Rust'], ['x']]],
    [['a b c'], '[a] b [c]', [['a', 'c']]],
    [['two\nlines', 'next'], 'two\n[lines]\n[next]', [['lines'], ['next']]],
    [[''], '', [[]]],
  ])('readHighlights finds the ranges of %j in %j', (lines, text, hits) => {
    const found = readHighlights(lines, marked(text));
    expect(found.map((marks, at) => marks.map(([from, to]) => lines[at]?.slice(from, to)))).toEqual(
      hits,
    );
  });
});
