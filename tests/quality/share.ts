import { HALVES, type Half } from './halves.ts';

/** How many of all jobs have a property. */
export type Share = { having: number; all: number };

/** How many jobs have a property, in each half of the boards. */
export type ShareByHalf = Record<Half, Share>;

/** Counts which items of `all` are also in `having`, in each half. */
export function shareByHalf<Item extends { half: Half }>(
  all: Item[],
  having: (item: Item) => boolean,
): ShareByHalf {
  const inHalf = (half: Half) =>
    shareOf(
      all.filter((item) => item.half === half),
      having,
    );
  return { tuning: inHalf('tuning'), 'held out': inHalf('held out') };
}

/** Counts which items of `all` are also in `having`. */
export function shareOf<Item>(all: Item[], having: (item: Item) => boolean): Share {
  return { having: all.filter(having).length, all: all.length };
}

/** The share from 0 to 1. Without any jobs, the share is 1. */
export function ratio({ having, all }: Share): number {
  return all === 0 ? 1 : having / all;
}

/** Adds up both halves. */
export function together(shares: ShareByHalf): Share {
  return sumOf(HALVES.map((half) => shares[half]));
}

export function sumOf(shares: Share[]): Share {
  const sum = (name: keyof Share) => shares.reduce((total, share) => total + share[name], 0);
  return { having: sum('having'), all: sum('all') };
}

/** Formats the shares of both halves as two table cells. */
export function shareCells(shares: ShareByHalf): string[] {
  return HALVES.map((half) => shareCell(shares[half]));
}

/** Formats a share as a table cell. */
export function shareCell(share: Share): string {
  return share.all === 0 ? '–' : `${(100 * ratio(share)).toFixed(1)} % of ${share.all}`;
}
