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
  const shareOf = (half: Half): Share => {
    const items = all.filter((item) => item.half === half);
    return { having: items.filter(having).length, all: items.length };
  };
  return { tuning: shareOf('tuning'), 'held out': shareOf('held out') };
}

/** The share from 0 to 1. Without any jobs, the share is 1. */
export function ratio({ having, all }: Share): number {
  return all === 0 ? 1 : having / all;
}

/** Adds up both halves. */
export function together(shares: ShareByHalf): Share {
  const sum = (name: keyof Share) => HALVES.reduce((total, half) => total + shares[half][name], 0);
  return { having: sum('having'), all: sum('all') };
}

/** Formats the shares of both halves as two table cells. */
export function shareCells(shares: ShareByHalf): string[] {
  return HALVES.map((half) => {
    const share = shares[half];
    return share.all === 0 ? '–' : `${(100 * ratio(share)).toFixed(1)} % of ${share.all}`;
  });
}
