import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { REAL_FEEDS } from '#server/job-feeds/testing/real-feeds.ts';
import type {
  ModelAnswer,
  ModelEntry,
  ModelRun,
} from '#server/modules/sources/testing/model-source.ts';
import { setUpSources } from '#server/modules/sources/testing/set-up-sources.ts';
import { isDeep } from '../support/deep-run.ts';
import { ComparedSource } from './sources/compared-source.ts';
import { greenhouseEntry, modelEntry, type Posting } from './sources/employer.ts';
import { CASES, casesOf } from './sources/replay-cases.ts';

const HOUR = 60 * 60 * 1_000;
const SERIES = join(REAL_FEEDS ?? '', '../ats/greenhouse-series');
const BOARDS = ['discord', 'dropbox', 'figma', 'instacart'];

/**
 * The times at which a snapshot is read (ms after the snapshot). A job that the snapshot lacks thus closes before the
 * next snapshot.
 */
const READS = [0, HOUR / 2, 6 * HOUR];

const setup = setUpSources();
const figures: Record<string, Record<string, number>> = {};

afterAll(() => {
  const rows = Object.entries(figures).map(
    ([name, counts]) =>
      `${name}: ${Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}`,
  );
  if (rows.length > 0) process.stderr.write(`${rows.join('\n')}\n`);
});

function count(name: string, { outcome, ...counts }: ModelRun): void {
  const sums = figures[name] ?? {};
  figures[name] = sums;
  const all = { runs: 1, asked: outcome === 'asked' ? 1 : 0, ...counts };
  for (const [what, number] of Object.entries(all)) sums[what] = (sums[what] ?? 0) + number;
}

/** Jobs that are closed although the latest list has them and nobody has closed them. */
function wronglyClosed({ model }: ComparedSource, entries: ModelEntry[]): string[] {
  const listed = new Set(entries.map(({ id }) => id));
  return model.jobs
    .filter(({ id, closedBy }) => closedBy === 'source' && listed.has(id))
    .map(({ id }) => id);
}

describe.skipIf(!REAL_FEEDS)('recorded snapshots of Greenhouse boards (REAL_FEEDS)', () => {
  test.each(isDeep ? BOARDS : BOARDS.slice(0, 1))(
    'after each snapshot of %s, the board agrees with the model',
    async (board) => {
      const source = new ComparedSource(setup, board);
      await source.add();
      let wrong = 0;
      for (const file of readdirSync(join(SERIES, board)).sort()) {
        const json = JSON.parse(readFileSync(join(SERIES, board, file), 'utf8')) as Snapshot;
        const entries = json.jobs.map(entryOf);
        setup.server.answer(setup.urlOf(board), { json, etag: `"${file}"` });
        const start = timeOf(file);
        for (const delay of READS) {
          setup.passes(start + delay - setup.now.getTime());
          const run = await source.run({ kind: 'list', entries, isComplete: true });
          if (run) count(board, run.model);
          wrong += wronglyClosed(source, entries).length;
        }
      }
      figures[board] = {
        ...figures[board],
        jobs: source.model.jobs.length,
        'wrongly closed': wrong,
      };
      expect(wrong).toBe(0);
      expect(figures[board]?.closed).toBeGreaterThan(5);
    },
  );
});

type Snapshot = {
  jobs: {
    id: number;
    title: string;
    location: { name: string };
    absolute_url: string;
    first_published: string;
  }[];
};

function entryOf(job: Snapshot['jobs'][number]): ModelEntry {
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  return {
    id: String(job.id),
    values: {
      title: oneLine(job.title),
      location: oneLine(job.location.name),
      description: '',
      applyurl: new URL(job.absolute_url).href,
    },
    posted: new Date(job.first_published),
  };
}

/** The time in the name of a snapshot, such as `2026-08-02T0805_c91d70b.json`. */
function timeOf(file: string): number {
  return Date.parse(`${file.slice(0, 13)}:${file.slice(13, 15)}Z`);
}

describe('constructed reposts, moves and returns', () => {
  test('the board agrees with the model after each snapshot of 208 constructed postings', async () => {
    const source = new ComparedSource(setup, 'constructed');
    await source.add();
    const cases = casesOf(208);
    const others = Array.from({ length: 400 }, (_, index) => bystander(index));
    let wrong = 0;
    for (let round = 0; round < CASES.rounds; round += 1) {
      const postings = [...cases.flatMap((each) => each.postings(round)), ...others];
      const isComplete = round !== CASES.cutRound;
      const listed = isComplete ? postings : postings.filter((_, index) => index % 3 > 0);
      const total = postings.length;
      const json = { jobs: listed.map(greenhouseEntry), meta: { total } };
      setup.server.answer(setup.urlOf('constructed'), { json, etag: `"${round}"` });
      const entries = listed.map(modelEntry);
      const read: ModelAnswer = { kind: 'list', entries, isComplete };
      for (const delay of READS) {
        setup.passes(delay + HOUR / 4);
        const run = await source.run(read);
        if (run) count('constructed', run.model);
        wrong += wronglyClosed(source, entries).length;
      }
      if (round === CASES.actRound) for (const each of cases) await each.act(source);
    }
    figures.constructed = { ...figures.constructed, 'wrongly closed': wrong };
    expect(wrong).toBe(0);
    for (const each of cases) each.expectEnd(source);
  });
});

function bystander(index: number): Posting {
  return {
    id: 900_000 + index,
    title: `Mill Clerk ${index}`,
    location: 'Ghent',
    text: `You write letter number ${index} for the mill and file the answer in the cabinet.`,
    posted: new Date('2025-02-01T00:00:00Z'),
    isBroken: false,
  };
}
