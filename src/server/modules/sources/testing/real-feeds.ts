import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of recorded feeds of real companies; tests that read them are skipped without it. */
export const { REAL_FEEDS } = process.env;

/** The files of all of them, in the same order everywhere. */
export async function realFeeds(): Promise<string[]> {
  const folder = REAL_FEEDS ?? '';
  return (await readdir(folder)).sort().map((file) => join(folder, file));
}

/** Those of these boards. */
export async function feedsCalled(names: string[]): Promise<string[]> {
  return names.map((name) => join(REAL_FEEDS ?? '', `${name}.json`));
}

/** One in seven, of every size: enough for what a single feed can show. */
export async function someRealFeeds(): Promise<string[]> {
  return (await realFeeds()).filter((_, index) => index % 7 === 0);
}
