import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEligibility } from '#server/content/eligibility/read-eligibility.ts';
import { gazetteer } from '#server/content/places/gazetteer.ts';
import { readLocation } from '#server/content/places/read-location.ts';
import { toAshbyJob } from '#server/job-feeds/systems/ashby.ts';
import { REAL_FEEDS } from '#server/job-feeds/testing/real-feeds.ts';
import type { Eligibility } from '#shared/domain/eligibility.ts';
import { LABELS, type Label, toEligibility } from './eligibility-labels.ts';

const MIN_PRECISION = 0.97;
const MIN_RECALL = 0.9;

test('the sample has enough labels with and without eligibility', () => {
  const [known, unknown] = [true, false].map(
    (wanted) => LABELS.filter(({ expected }) => (expected !== null) === wanted).length,
  );
  expect(known).toBeGreaterThanOrEqual(75);
  expect(unknown).toBeGreaterThanOrEqual(75);
  expect(new Set(LABELS.map(({ id }) => id)).size).toBe(LABELS.length);
});

describe.skipIf(!REAL_FEEDS)('eligibility in jobs of recorded feeds (REAL_FEEDS)', () => {
  test('eligibility is read with high precision and recall', async () => {
    const results = await Promise.all(LABELS.map(compare));
    const given = results.filter(({ read }) => read !== '');
    const right = given.filter(({ read, expected }) => read === expected);
    const known = results.filter(({ expected }) => expected !== '');
    const wrong = results.filter(({ read, expected }) => read !== expected);
    const precision = right.length / given.length;
    const recall = right.length / known.length;
    process.stdout.write(
      `eligibility: precision ${right.length}/${given.length}, recall ${right.length}/${known.length}\n`,
    );
    for (const each of wrong) process.stdout.write(`${JSON.stringify(each)}\n`);
    expect(precision).toBeGreaterThanOrEqual(MIN_PRECISION);
    expect(recall).toBeGreaterThanOrEqual(MIN_RECALL);
  });
});

/**
 * Returns what the code reads in a labelled job and what its label says, as comparable text. Unknown eligibility is
 * empty.
 */
async function compare({ id, file, textHash, expected }: Label) {
  const { jobs }: { jobs: Record<string, unknown>[] } = JSON.parse(
    await readFile(join(REAL_FEEDS ?? '', file), 'utf8'),
  );
  const raw = jobs.find((each) => each.id === id);
  if (hashOf(raw) !== textHash) throw new Error(`Job ${id} of ${file} has another text now.`);
  const job = toAshbyJob(raw);
  if ('reason' in job) throw new Error(`Job ${id} of ${file} cannot be imported: ${job.reason}`);
  const text = [job.location, job.more_places].filter(Boolean).join('; ');
  const read = readEligibility(
    { location: readLocation(text, gazetteer()), text: job.description, title: job.title },
    gazetteer(),
  );
  return {
    id,
    file,
    read: format(read),
    expected: expected ? format(toEligibility(expected)) : '',
  };
}

function hashOf(raw: Record<string, unknown> | undefined): string {
  const texts = [raw?.title, raw?.location, raw?.secondaryLocations, raw?.descriptionHtml];
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

function format(eligibility: Eligibility | undefined): string {
  if (!eligibility) return '';
  const { worldwide, countries, regions, offset } = eligibility;
  const places = worldwide ? 'worldwide' : [...countries, ...regions].join(' ');
  return offset ? `${places} UTC ${offset.minimum} to ${offset.maximum}` : places;
}
