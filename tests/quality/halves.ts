import { createHash } from 'node:crypto';

/**
 * The number of held-out boards. Nobody looks at them while writing rules, so they show how well the rules generalize.
 */
const HELD_OUT = 20;

/** The two parts of the recorded boards: one that guides the rules and one that only measures them. */
export const HALVES = ['tuning', 'held out'] as const;

export type Half = (typeof HALVES)[number];

/**
 * Assigns each board to a half: the 20 names with the smallest hashes are held out.
 *
 * @param boards the names of the files
 */
export function halvesOf(boards: string[]): Map<string, Half> {
  const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');
  const sorted = [...boards].sort((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
  return new Map(sorted.map((name, index) => [name, index < HELD_OUT ? 'held out' : 'tuning']));
}
