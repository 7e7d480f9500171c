import { beforeAll, describe, expect, test } from 'vitest';
import { correctTypedWords } from './correct-words.ts';
import { editCost } from './edit-cost.ts';
import { foldWord } from './fold-word.ts';
import { buildVocabulary, type Vocabulary } from './vocabulary.ts';

describe('typing errors', () => {
  test.each([
    ['manager', 'manager', 0],
    ['mnager', 'manager', 0.8],
    ['amnager', 'manager', 1.1],
    ['manaegr', 'manager', 0.6],
    ['mannager', 'manager', 0.4],
    ['nanager', 'manager', 1.2],
    ['stafing', 'staffing', 0.4],
    ['grafic', 'graphic', 0.5],
    ['stak', 'stack', 0.4],
    ['phyton', 'python', 1],
    ['pyhton', 'python', 0.6],
  ])('typing errors: %s for %s cost %d', (typed, meant, cost) => {
    expect(editCost(typed, meant)).toBeCloseTo(cost);
  });

  test('with neighboring keys cost less than others', () => {
    expect(editCost('engibeer', 'engineer')).toBeLessThan(editCost('engipeer', 'engineer'));
  });

  test('in the first letter cost more than later ones', () => {
    expect(editCost('wngineer', 'engineer')).toBeGreaterThan(editCost('enginwer', 'engineer'));
  });
});

describe('typed words', () => {
  let vocabulary: Vocabulary;

  beforeAll(async () => {
    const shares: [string, number][] = [
      ['product', 0.3],
      ['manager', 0.3],
      ['product manager', 0.1],
      ['manner', 0.1],
      ['software', 0.3],
      ['engineer', 0.4],
      ['software engineer', 0.2],
      ['soft', 0.02],
      ['ware', 0.001],
      ['java', 0.1],
      ['script', 0.1],
      ['java script', 0.002],
      ['javascript', 0.2],
      ['kubernetes', 0.2],
      ['kuberntes', 0.001],
      ['prodigal', 0.001],
      ['engineers', 0.001],
    ];
    const entries = shares.map(([text, share]) => ({
      text,
      share,
      weight: share,
      isName: false,
      isTarget: true,
    }));
    vocabulary = await buildVocabulary(entries, 1_000);
  });

  const correct = (text: string) => {
    const words = text.split(' ');
    const typed = words.map((word) => ({ text: word, isKnown: false, hasMeaning: false }));
    for (const { from, to, text } of correctTypedWords(vocabulary, typed).reverse()) {
      words.splice(from, to - from, text);
    }
    return words.join(' ');
  };

  test.each([
    ['prodct manegr', 'product manager'],
    ['product manger', 'product manager'],
    ['productmanager', 'product manager'],
    ['prodctmanager', 'product manager'],
    ['soft ware engineer', 'software engineer'],
    ['javaengineer', 'java engineer'],
    ['kuberntes', 'kubernetes'],
  ])('the typed words %s are corrected to %s', (typed, meant) => {
    expect(correct(typed)).toBe(meant);
  });

  test.each(['java script', 'prodigal', 'engineers', 'xylophone', 'k8s', '2026', 'x'.repeat(100)])(
    '%s are not corrected',
    (typed) => {
      expect(correct(typed)).toBe(typed);
    },
  );

  test('that are known are never corrected', () => {
    const known = [{ text: 'enginer', isKnown: true, hasMeaning: true }];
    expect(correctTypedWords(vocabulary, known)).toEqual([]);
  });

  test('are compared without case and accents', () => {
    expect(foldWord('Ingénieur Łódź Çelik')).toBe('ingenieur lodz celik');
  });
});
