import { describe, expect, test } from 'vitest';
import { type Clause, parseTerms, replaceTerms, sanitizeQuery } from './query-parser.ts';

/** Formats each clause as one line: `-` for excluded, quotes for a phrase, `…` after a prefix. */
const summarize = (clauses: Clause[]) =>
  clauses.map((clause) =>
    clause
      .map(({ text, phrase, excluded, prefix }) => {
        const quoted = phrase ? `"${text}"` : text;
        return `${excluded ? '-' : ''}${quoted}${prefix ? '…' : ''}`;
      })
      .join(' or '),
  );

describe('parseTerms', () => {
  test.each([
    ['rust engineer', ['rust', 'engineer…']],
    ['  rust   engineer ', ['rust', 'engineer']],
    ['"machine learning" -intern', ['"machine learning"', '-intern']],
    ['“machine learning” –intern', ['"machine learning"', '-intern']],
    ['"machine learning', ['"machine learning"']],
    ['-"machine learning" data', ['-"machine learning"', 'data…']],
    ['rust or go', ['rust or go']],
    ['rust OR golang | zig', ['rust or golang or zig…']],
    ['rust or "go lang" remote', ['rust or "go lang"', 'remote…']],
    ['rust || golang', ['rust or golang…']],
    // An "or" without words on both sides is ignored.
    ['or rust', ['rust…']],
    ['rust or', ['rust']],
    ['portland or', ['portland']],
    ['rust or or golang', ['rust or golang…']],
    ['rust or -java', ['rust', '-java']],
    ['-java or rust', ['-java', 'rust…']],
    ['"or"', ['"or"']],
    ['-or rust', ['-or', 'rust…']],
    // A minus within a word does not exclude.
    ['full-stack', ['full-stack…']],
    ['c++ c# .net', ['c++', 'c#', '.net…']],
    ['rust"go"', ['rust', '"go"']],
    // An abbreviation with a sign is one word, and complete.
    ['r&d', ['r&d']],
    ['R & D chemist', ['R&D', 'chemist…']],
    ['at & t -m & a', ['at&t', '-m&a']],
    ['sales & marketing', ['sales', 'marketing…']],
    // A prefix needs three letters.
    ['go', ['go']],
    ['a rust b', ['a', 'rust', 'b']],
  ])('parseTerms parses %j', (typed, clauses) => {
    expect(summarize(parseTerms(typed))).toEqual(clauses);
  });

  test.each([
    '',
    ' ',
    'or',
    '-',
    '--',
    '""',
    '"',
    '-""',
    '| & ! ( ) : * <->',
    '\0\ud800\ue000',
    '🦀 — …',
  ])('does not find terms in %j', (typed) => {
    expect(parseTerms(typed)).toEqual([]);
  });

  test('reads only a limited number of terms', () => {
    const many = parseTerms(Array.from({ length: 100 }, (_, n) => `word${n}`).join(' '));
    expect(many).toHaveLength(12);
    expect(many.flat().some(({ prefix }) => prefix)).toBe(false);
    const [[endless] = []] = parseTerms('x'.repeat(5_000));
    expect(endless).toMatchObject({ text: 'x'.repeat(100), prefix: false });
    expect(sanitizeQuery('x'.repeat(5_000))).toHaveLength(300);
    expect(parseTerms('"'.repeat(5_000))).toEqual([]);
  });

  test('returns the position of each term', () => {
    const typed = 'rust -"web  dev" or\t“go”';
    const places = parseTerms(typed)
      .flat()
      .map(({ start, end }) => typed.slice(start, end));
    expect(places).toEqual(['rust', '"web  dev"', '“go”']);
  });
});

describe('sanitizeQuery', () => {
  test('does not change the position of any text', () => {
    const typed = 'a\0b\u{100000}c\ud83ed “é” –x';
    expect(sanitizeQuery(typed)).toBe('a b  c d "é" -x');
    expect(sanitizeQuery(typed)).toHaveLength(typed.length);
  });

  test('does not split a character at the maximum length', () => {
    expect(sanitizeQuery(`${'x '.repeat(149)}x🦀`)).toBe(`${'x '.repeat(149)}x `);
  });
});

describe('replaceTerms', () => {
  test('does not change the rest of the text', () => {
    const typed = '  Kuberntes -intern  "as is" or enginer ';
    const [kubernetes, , , engineer] = parseTerms(typed).flat();
    const replacements = new Map(
      [[engineer, 'engineer'] as const, [kubernetes, 'kubernetes'] as const].flatMap(
        ([term, word]) => (term ? [[term, word] as const] : []),
      ),
    );
    expect(replacements.size).toBe(2);
    expect(replaceTerms(typed, replacements)).toBe('  kubernetes -intern  "as is" or engineer ');
    expect(replaceTerms(typed, new Map())).toBe(typed);
  });
});
