import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { drawableText } from '#server/content/drawable-text.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { fallbackLogo } from '#shared/brand/fallback-logo.ts';
import { previewLook } from './look.ts';
import { openPreviewDrawer } from './preview-drawer.ts';
import { cardTask, colorAt, inkIn } from './testing/pictures.ts';

const drawer = openPreviewDrawer();
afterAll(() => drawer.close());

const drawTitle = (heading: string) => drawer.draw(cardTask({ heading }));

describe('every script with a font', () => {
  // Compare two characters: a character without a font is drawn as a box, and all boxes look the same.
  test.each([
    ['Latin', 'a', 'ł'],
    ['Vietnamese', 'ệ', 'ữ'],
    ['Cyrillic', 'ж', 'щ'],
    ['Greek', 'λ', 'Ω'],
    ['Hebrew', 'ש', 'ל'],
    ['Arabic', 'ج', 'ش'],
    ['Devanagari', 'क', 'म'],
    ['Thai', 'ก', 'ฮ'],
    ['Japanese', 'シ', 'ぬ'],
    ['Korean', '한', '국'],
    ['Chinese', '职', '东'],
    ['emoji', '🚀', '🎉'],
  ])('text in %s is drawn with its own glyphs', async (_script, one, other) => {
    const [first, second] = await Promise.all([drawTitle(one), drawTitle(other)]);
    expect((await inkIn(first)).pixels).toBeGreaterThan(100);
    expect(first.equals(second)).toBe(false);
  });

  test('emoji are colored, and a sequence of emoji is drawn as one', async () => {
    const one = await inkIn(await drawTitle('👩'));
    const composed = await inkIn(await drawTitle('👩🏽‍💻'));
    expect(one.colored).toBeGreaterThan(1_000);
    expect(composed.right - composed.left).toBeLessThan(1.2 * (one.right - one.left));
  });

  test('a title has the intended size and weight in each writing system', async () => {
    // The weight determines the width of a stem, and the size determines the height of a letter.
    const stem = { left: 0, top: 300, width: 1_200, height: 2 };
    const inkOfStem = async (title: string) => (await inkIn(await drawTitle(title), stem)).pixels;
    for (const [title, least, most] of [
      ['I', 12, 30],
      ['Ⅰ', 10, 40],
      ['ㅣ', 8, 30],
    ] as const) {
      const pixels = await inkOfStem(title);
      expect(pixels / stem.height, title).toBeGreaterThan(least);
      expect(pixels / stem.height, title).toBeLessThan(most);
    }
    const above = { left: 600, top: 140, width: 500, height: 40 };
    expect((await inkIn(await drawTitle('Engineer ÁÅ'), above)).pixels).toBe(0);
  });

  test('Arabic letters are joined and start at the right', async () => {
    const joined = await inkIn(await drawTitle('مهندس'));
    const apart = await inkIn(await drawTitle([...'مهندس'].join('\u200c')));
    expect(joined.right - joined.left).toBeLessThan(apart.right - apart.left);
    expect(joined.right).toBeGreaterThan(1_100);
    expect(joined.left).toBeGreaterThan(600);
  });

  test('the first word determines the direction of text with several writing systems', async () => {
    expect((await inkIn(await drawTitle('مهندس Backend'))).right).toBeGreaterThan(1_100);
    expect((await inkIn(await drawTitle('Backend مهندس'))).left).toBeLessThan(100);
  });
});

describe('extreme texts', () => {
  test.each([
    ['200 letters without a space', 'W'.repeat(200)],
    ['200 marks on one letter', `a${'\u0301'.repeat(200)}`],
    ['marks without a letter', '\u0489\u0e49'.repeat(100)],
    ['control characters', [...Array(32).keys()].map((code) => String.fromCharCode(code)).join('')],
    ['half a pair', 'Maker \ud83d and \ude80'],
    ['what turns the letters around', '\u202e\u2067\u202dMaker\u2066\u061c'],
    ['nothing to be seen', '\u200b\u2060\ufeff\u00ad'],
    ['joiners alone', '\u200d\u200c\ufe0f'.repeat(60)],
    ['letters of no script', '\ue000\u{10fffd}\uffff'],
    ['a script without a font', 'தமிழ் ქართული'],
    ['one word of many joined pictures', '👩‍'.repeat(60)],
    ['the longest ligature there is', '﷽'.repeat(100)],
    ['spaces', '\u3000 \u2028\t\u00a0'.repeat(50)],
    ['what looks like something else', '{{x}} %s <svg onload=alert(1)> \\ \' " `'],
  ])('%s is drawn inside the margins', async (_name, text) => {
    const wild = drawableText(text);
    const facts = [{ text: wild }, { text: wild, shortened: true }];
    const picture = await drawer.draw(
      cardTask({
        heading: wild,
        byline: wild,
        paragraph: wild,
        facts,
        site: { name: wild, sign: [] },
      }),
    );
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1_200, height: 630 });
    const { left, right } = await inkIn(picture, { left: 0, top: 0, width: 1_200, height: 630 });
    expect(left).toBeGreaterThanOrEqual(36);
    expect(right).toBeLessThan(1_164);
  });
});

test('a word that is wider than the picture is broken into three lines at most', async () => {
  const { left, right } = await inkIn(await drawTitle('W'.repeat(200)));
  expect({ left: left > 60, right: right < 1_140 }).toEqual({ left: true, right: true });
});

test('a readable logo replaces the fallback logo', async () => {
  const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f00' } })
    .webp()
    .toBuffer();
  const drawn = await drawer.draw(cardTask({}, red));
  expect((await colorAt(drawn, 120, 100))[0]).toBeGreaterThan(240);
  for (const broken of [Buffer.alloc(0), Buffer.from('no picture'), red.subarray(0, 20)]) {
    const picture = await drawer.draw(cardTask({}, broken));
    expect(picture.equals(await drawer.draw(cardTask()))).toBe(true);
  }
});

test('a readable logo of the board replaces its sign beside its name', async () => {
  const boardLogo = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#f00' },
  })
    .webp()
    .toBuffer();
  const site = { name: 'Test Board', sign: fallbackLogo('') };
  const drawn = await drawer.draw({ ...cardTask({ site }), boardLogo });
  const [red = 0, green = 255] = await colorAt(drawn, 89, 567);
  expect([red > 240, green < 20]).toEqual([true, true]);
  const broken = await drawer.draw({ ...cardTask({ site }), boardLogo: Buffer.from('no picture') });
  expect(broken.equals(await drawer.draw(cardTask({ site })))).toBe(true);
});

test('blocks have the accent of the board, if it has its own', async () => {
  const blocks = [{ shape: 'square', color: 'brand', column: 0, row: 0 }] as const;
  const task = cardTask({ site: { name: 'Test Board', sign: blocks } });
  const drawn = await drawer.draw({ ...task, look: previewLook('#1a7f4e') });
  expect(await colorAt(drawn, 80, 558)).toEqual([0x1a, 0x7f, 0x4e]);
});

test('the colors are the same as on the pages', () => {
  const styles = readFileSync(join(import.meta.dirname, '../../../web/styles/theme.css'), 'utf8');
  const { shapes: _, colors } = previewLook('');
  const light = Object.keys(colors).map((name) => [
    name,
    new RegExp(`--color-${name}: light-dark\\((#\\w+),`).exec(styles)?.[1],
  ]);
  expect(Object.fromEntries(light)).toEqual(colors);
});

describe('the drawing queue', () => {
  test('limits the number of waiting pictures', async () => {
    const narrow = openPreviewDrawer({ waiting: 2 });
    try {
      const all = await Promise.allSettled(
        Array.from({ length: 6 }, () => narrow.draw(cardTask())),
      );
      expect(all.map(({ status }) => status)).toEqual([
        ...Array(3).fill('fulfilled'),
        ...Array(3).fill('rejected'),
      ]);
      const refusal = all.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))[0];
      expect(refusal).toBeInstanceOf(ProblemError);
      expect(refusal).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
      // Check that the queue accepts pictures again.
      expect(await narrow.draw(cardTask())).toBeInstanceOf(Buffer);
    } finally {
      narrow.close();
    }
  });

  test('cancels a picture that takes too long, and ends a process that uses too much memory', async () => {
    const hasty = openPreviewDrawer({ time: 1 });
    await expect(hasty.draw(cardTask())).rejects.toThrow('exceeded 1 ms');
    hasty.close();
    const small = openPreviewDrawer({ memory: 1 });
    const pictures = [await small.draw(cardTask()), await small.draw(cardTask())];
    small.close();
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(true);
  });

  test('continues after a picture that failed', async () => {
    const task = cardTask();
    const broken = { ...task, card: {} as typeof task.card };
    const results = await Promise.allSettled([drawer.draw(broken), drawer.draw(task)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
