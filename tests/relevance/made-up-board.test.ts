import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { importFolder } from '../support/import-folder.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import type { Search } from './judgements.ts';
import { formatReport } from './report.ts';
import { type Outcome, readJudgedJobs, runSearches } from './run-searches.ts';
import { readRun, type StoredRun, saveRun } from './stored-run.ts';

const board = setUpTestBoard();

const SEARCHES: Record<string, Search[]> = {
  titles: [
    { q: 'beekeeper', rules: [{ grade: 3, title: 'beekeeper' }] },
    { q: 'potter', rules: [{ grade: 3, title: 'potter' }] },
    { q: 'lamplighter', rules: [{ grade: 2, title: 'lamplighter' }] },
    { q: 'astronaut', rules: [{ grade: 3, title: 'astronaut' }] },
  ],
  skills: [
    {
      q: 'glazing',
      rules: [
        { grade: 3, requires: 'glazing' },
        { grade: 1, mentions: 'glazing' },
      ],
    },
  ],
};

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'relevance-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
};

const posting = (id: string, title: string, publishedAt: string, descriptionHtml = '') => ({
  id,
  title,
  publishedAt,
  descriptionHtml,
  employmentType: 'FullTime',
  location: 'Porto',
});

/** Imports two boards. One company has twelve jobs for beekeepers; the other has a single, older one. */
async function importBoards(): Promise<void> {
  const folder = await newFolder();
  const later = '2026-02-01T00:00:00Z';
  const hive = Array.from({ length: 12 }, (_, n) => posting(`h${n}`, 'Beekeeper', later));
  const earlier = '2026-01-01T00:00:00Z';
  const kiln = [
    posting('k1', 'Beekeeper', earlier),
    posting('k2', 'Potter', earlier, '<h2>Requirements</h2><ul><li>Glazing</li></ul>'),
    posting('k3', 'Pot Painter', earlier, '<p>No glazing.</p>'),
  ];
  await writeFile(join(folder, 'Hive.json'), JSON.stringify({ jobs: hive }));
  await writeFile(join(folder, 'Kiln.json'), JSON.stringify({ jobs: kiln }));
  await importFolder(board.db, folder);
  await refreshDictionary(board.db);
}

async function run(): Promise<{ outcomes: Outcome[]; jobs: number }> {
  await importBoards();
  const jobs = await readJudgedJobs(board.db);
  const outcomes = await runSearches(SEARCHES, jobs, (path) => board.get(path));
  return { outcomes, jobs: jobs.length };
}

test('searches are graded by their first results', async () => {
  const { outcomes, jobs } = await run();
  expect(jobs).toBe(15);
  const byText = new Map(outcomes.map((outcome) => [outcome.search.q, outcome]));
  expect(byText.get('beekeeper')).toMatchObject({
    group: 'titles',
    relevant: 13,
    precision: 1,
    ndcg: 1,
    verdict: 'right',
    newest: 1,
    salary: 1,
    crowded: false,
    empty: false,
  });
  expect(byText.get('potter')).toMatchObject({
    relevant: 1,
    precision: 0.2,
    ndcg: 1,
    verdict: 'right',
  });
  expect(byText.get('lamplighter')).toMatchObject({ relevant: 0, empty: true });
  expect(byText.get('glazing')).toMatchObject({
    relevant: 1,
    verdict: 'right',
    crowded: false,
  });
});

test('a report has metrics for both halves of the searches, but details only for the tuning half', async () => {
  const { outcomes, jobs } = await run();
  const halves = outcomes.map((outcome, index) => ({
    ...outcome,
    half: index === 0 ? ('tuning' as const) : ('held out' as const),
  }));
  const text = formatReport(halves, { jobs, show: 'e' });
  expect(text).toContain('15 jobs, 5 searches, 2 of them without a relevant job');
  expect(text).toMatch(
    /\| tuning +\| +1 \| 100\.0 % \| +0\.0 % \| +0\.0 % \| 100\.0 % \| 100\.0 % \| +0\.0 % \| +0\.0 % \| 1\.000 \|/,
  );
  expect(text).toMatch(/\| held out +\| +2 \|/);
  expect(text).toMatch(/\| titles, tuning +\| +1 \|.*\| skills, held out +\| +1 \|/s);
  expect(text).toContain('beekeeper: 13 relevant jobs');
  expect(text).not.toMatch(/potter|glazing/);
  expect(formatReport(halves, { jobs, all: true })).toMatch(/glazing.*potter/s);
});

test('a run is stored without texts and can be compared with a later run', async () => {
  const file = join(await newFolder(), 'run.json');
  const { outcomes, jobs } = await run();
  await saveRun(file, jobs, outcomes);
  const stored = await readRun(file);
  expect(Object.keys(stored.searches)).toEqual(outcomes.map(({ key }) => key).sort());
  expect(JSON.stringify(stored)).not.toMatch(/beekeeper|potter|Hive/i);

  const same = formatReport(outcomes, { jobs, all: true, compare: stored });
  expect(same).toMatch(/\| tuning +\| +0 \| +0 \|/);
  const searches: StoredRun['searches'] = {};
  for (const { key, search } of outcomes) {
    const before = stored.searches[key];
    if (before && search.q !== 'potter') searches[key] = { ...before, ndcg: 0.5, verdict: 'wrong' };
  }
  const later = formatReport(outcomes, { jobs, all: true, compare: { jobs: 14, searches } });
  expect(later).toContain('The stored run had 14 jobs');
  expect(later).toContain('1 searches are new.');
  expect(later).toMatch(/\| both +\| +2 \| +0\.0 % \| 100\.0 % \| \+100\.0 \|/);
  expect(later).toMatch(
    /\| better +\|.*\| beekeeper +\| titles +\| wrong +\| right +\| +1\.0 \| 1\.0 \| +0\.50 \| 1\.00 \|/s,
  );
});
