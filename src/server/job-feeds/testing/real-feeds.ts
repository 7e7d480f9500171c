import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder with recorded feeds of real companies. Without it, the tests that read them are skipped. */
export const { REAL_FEEDS } = process.env;

/** The files of all recorded feeds, sorted by name. */
export async function realFeeds(): Promise<string[]> {
  const folder = REAL_FEEDS ?? '';
  return (await readdir(folder)).sort().map((file) => join(folder, file));
}

/** The files of the named feeds. */
export async function feedsCalled(names: string[]): Promise<string[]> {
  return names.map((name) => join(REAL_FEEDS ?? '', `${name}.json`));
}

/** Every seventh feed: a sample with feeds of all sizes. */
export async function someRealFeeds(): Promise<string[]> {
  return (await realFeeds()).filter((_, index) => index % 7 === 0);
}
