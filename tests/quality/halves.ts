import { createHash } from 'node:crypto';

/** Boards that are not looked at while rules are written, so that they show how well the rules generalize. */
const HELD_APART = 20;

/** The two parts of the recorded boards. */
export const HALVES = ['looked at', 'held apart'] as const;

export type Half = (typeof HALVES)[number];

/** The half of each board: the 20 names with the smallest hashes are held apart. @param boards the names of the files */
export function halvesOf(boards: string[]): Map<string, Half> {
  const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');
  const sorted = [...boards].sort((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
  return new Map(
    sorted.map((name, index) => [name, index < HELD_APART ? 'held apart' : 'looked at']),
  );
}
