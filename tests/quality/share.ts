import { HALVES, type Half } from './halves.ts';

/** How many of some jobs have a property. */
export type Share = { having: number; all: number };

/** A property of jobs in both halves of the boards. */
export type ShareByHalf = Record<Half, Share>;

/** The share of `all` that also is in `having`, in each half. */
export function shareByHalf<Item extends { half: Half }>(
  all: Item[],
  having: (item: Item) => boolean,
): ShareByHalf {
  const shareOf = (half: Half): Share => {
    const items = all.filter((item) => item.half === half);
    return { having: items.filter(having).length, all: items.length };
  };
  return { 'looked at': shareOf('looked at'), 'held apart': shareOf('held apart') };
}

/** The share from 0 to 1; 1 of nothing. */
export function ratio({ having, all }: Share): number {
  return all === 0 ? 1 : having / all;
}

/** The share in both halves together. */
export function together(shares: ShareByHalf): Share {
  const sum = (name: keyof Share) => HALVES.reduce((total, half) => total + shares[half][name], 0);
  return { having: sum('having'), all: sum('all') };
}

/** The two cells of a table. */
export function shareCells(shares: ShareByHalf): string[] {
  return HALVES.map((half) => {
    const share = shares[half];
    return share.all === 0 ? '–' : `${(100 * ratio(share)).toFixed(1)} % of ${share.all}`;
  });
}
