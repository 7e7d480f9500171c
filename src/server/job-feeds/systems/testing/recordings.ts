import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REAL_FEEDS } from '../../testing/real-feeds.ts';

export { REAL_FEEDS };

const FOLDER = join(REAL_FEEDS ?? '', '../ats');

/** The recordings of a system by file name. Empty without `REAL_FEEDS`. */
export function recordingsOf(folder: string): { file: string; text: string }[] {
  if (!REAL_FEEDS) return [];
  return readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:json|xml|html)$/.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(FOLDER, folder, file), 'utf8') }));
}
