import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markdownFromHtml } from '#server/content/markdown/from-html.ts';
import { plainText } from '#server/content/markdown/plain-text.ts';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import { companies } from '#server/db/schema.ts';
import { REAL_FEEDS, realFeeds, someRealFeeds } from '#server/job-feeds/testing/real-feeds.ts';
import { setUpImports } from '../testing/ashby-files.ts';
import { importFiles } from './import-files.ts';

const { board, write } = setUpImports();

describe.skipIf(!REAL_FEEDS)('real feeds (REAL_FEEDS)', () => {
  test('real feeds are imported completely, and a second import changes nothing', async () => {
    const first = await importFiles(board.db, await realFeeds());
    const added = first.reduce((sum, { counts }) => sum + (counts?.added ?? 0), 0);
    expect(added).toBe(1_783);
    expect(await board.db.$count(companies)).toBe(74);
    const total = async (query: string) =>
      (await board.app.inject({ url: `/api/jobs?limit=1${query}` })).json().total;
    expect(await total('')).toBe(1_783);
    expect(await total('&type=Internship')).toBe(36);

    const second = await importFiles(board.db, await someRealFeeds());
    expect(second).toHaveLength(11);
    for (const { counts } of second)
      expect(counts).toMatchObject({ added: 0, updated: 0, closed: 0 });
  });

  test('real feeds that are cut off are reported, and the other feeds are imported', async () => {
    const whole = await readFile(join(REAL_FEEDS ?? '', 'docker.json'));
    const cut = await write('docker.json', whole.subarray(0, whole.length / 2));
    const others = (await realFeeds()).filter((path) => !path.endsWith('/docker.json')).slice(0, 8);
    const paths = [...others.slice(0, 4), cut, ...others.slice(4)];
    const outcomes = await importFiles(board.db, paths);
    expect(outcomes.filter(({ counts }) => !counts)).toMatchObject([{ file: 'docker.json' }]);
    expect(await board.db.$count(companies)).toBe(8);
  });

  test('the descriptions of real feeds have no stray Markdown or HTML, and no word is lost', async () => {
    const wordsOf = (html: string) =>
      html
        .replace(/<[^>]+>/g, '')
        .replace(/&(lt|gt|quot|#39|#x27|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
        .replace(/\s+/g, '');
    for (const path of await someRealFeeds()) {
      const { jobs: postings }: { jobs: { descriptionHtml: string }[] } = JSON.parse(
        await readFile(path, 'utf8'),
      );
      for (const { descriptionHtml } of postings) {
        const words = wordsOf(descriptionHtml);
        const markdown = markdownFromHtml(descriptionHtml);
        // Leave out bullets and dashes, because lines that start with one become list items, and marks of empty bold.
        const withoutBullets = (text: string) => text.replace(/[•·–]|\*{4}/g, '');
        // An "o" at the start of a line is a bullet, too.
        const items = wordsOf(descriptionHtml.replace(/>o\s+(?=\S)/g, '>'));
        expect(withoutBullets(wordsOf(renderHtml(markdown)))).toBe(withoutBullets(items));
        expect(withoutBullets(plainText(markdown).replace(/\s+/g, ''))).toBe(withoutBullets(words));
      }
    }
  });
});

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};
