import { expect } from 'vitest';
import type { ModelJob } from '#server/modules/sources/testing/model-source.ts';
import type { ComparedSource } from './compared-source.ts';
import type { Posting } from './employer.ts';

/**
 * The snapshots of the constructed cases. Each is read several times, so that jobs which a snapshot lacks close before
 * the next snapshot is read.
 */
export const CASES = {
  rounds: 8,
  /** The round after which people change the jobs. */
  actRound: 1,
  /** The round whose list lacks a third of the entries. */
  cutRound: 5,
} as const;

/** A kind of posting: its versions in each round. Each version is the posting with different fields. */
type Kind = {
  name: string;
  in(round: number): Partial<Posting>[];
  /** The final number of jobs on the board, and how many of them are open. */
  jobs: number;
  open: number;
};

const SAME: Partial<Posting>[] = [{}];

/** A repost looks newer than the posting. */
const repost = (id: number, values: Partial<Posting> = {}): Partial<Posting> => ({
  id,
  posted: new Date('2025-05-01T00:00:00Z'),
  ...values,
});

const OTHER_TEXT =
  'Nobody knows this text yet because a new person in the office wrote it on a rainy Monday.';

/** Ids are relative to the posting's id. The posting's text has 20 words. */
const KINDS: Kind[] = [
  { name: 'stays', in: () => SAME, jobs: 1, open: 1 },
  { name: 'vanishes', in: (round) => (round < 3 ? SAME : []), jobs: 1, open: 0 },
  { name: 'is reposted', in: (round) => (round < 3 ? SAME : [repost(1)]), jobs: 1, open: 1 },
  {
    name: 'is reposted with another word',
    in: (round) => (round < 3 ? SAME : [repost(1, { text: 'reworded' })]),
    jobs: 1,
    open: 1,
  },
  {
    name: 'is reposted after it has closed',
    in: (round) => (round < 3 ? SAME : round < 6 ? [] : [repost(1)]),
    jobs: 1,
    open: 1,
  },
  {
    name: 'is reposted twice',
    in: (round) => (round < 3 ? SAME : [repost(round < 6 ? 1 : 2)]),
    jobs: 1,
    open: 1,
  },
  {
    name: 'changes its id and changes it back',
    in: (round) => (round === 3 || round === 4 ? [repost(1)] : SAME),
    jobs: 1,
    open: 1,
  },
  {
    name: 'returns after it has closed',
    in: (round) => (round === 3 || round === 4 ? [] : SAME),
    jobs: 1,
    open: 1,
  },
  { name: 'is copied', in: (round) => (round < 3 ? SAME : [{}, repost(1)]), jobs: 2, open: 2 },
  {
    name: 'moves',
    in: (round) => (round < 3 ? SAME : [{ location: 'Turin' }]),
    jobs: 1,
    open: 1,
  },
  {
    name: 'is posted at another place under a new id',
    in: (round) => (round < 3 ? SAME : [repost(1, { location: 'Turin' })]),
    jobs: 2,
    open: 1,
  },
  {
    name: 'is replaced by another job of its title',
    in: (round) => (round < 3 ? SAME : [repost(1, { text: OTHER_TEXT })]),
    jobs: 2,
    open: 1,
  },
  {
    name: 'is renamed',
    in: (round) => (round < 3 ? SAME : [{ title: 'Renamed' }]),
    jobs: 1,
    open: 1,
  },
];

type Act = { name: string; act(source: ComparedSource, job: ModelJob): Promise<void> };

const ACTS: Act[] = [
  { name: 'nobody changes', act: async () => {} },
  {
    name: 'a person edits',
    act: (source, job) => source.edit(job, 'title', `Title of a person ${job.key}`),
  },
  { name: 'a person closes', act: (source, job) => source.close(job) },
  { name: 'a person deletes', act: (source, job) => source.delete(job) },
];

/** Constructs cases: each kind of posting combined with each action of a person, repeated in turn. */
export function casesOf(number: number) {
  return Array.from({ length: number }, (_, index) => {
    const kind = KINDS[index % KINDS.length];
    const { name, act } = ACTS[Math.floor(index / KINDS.length) % ACTS.length] ?? {};
    if (!kind || !act) throw new Error('no case');
    const posting: Posting = {
      id: 10 * (index + 1),
      title: `Weaver ${index}`,
      location: 'Lisbon',
      text: textOf(index),
      posted: new Date('2025-01-01T00:00:00Z'),
      isBroken: false,
    };
    const jobsOf = ({ model }: ComparedSource) =>
      model.jobs.filter(({ ids }) => [0, 1, 2].some((each) => ids.has(String(posting.id + each))));
    return {
      postings: (round: number): Posting[] =>
        kind.in(round).map(({ id = 0, ...values }) => ({
          ...posting,
          ...values,
          id: posting.id + id,
          ...(values.text === 'reworded' && { text: posting.text.replace('large', 'wide') }),
        })),
      async act(source: ComparedSource): Promise<void> {
        for (const job of jobsOf(source)) await act(source, job);
      },
      /** Checks the model itself: the expected end of the posting, expressed in a different way. */
      expectEnd(source: ComparedSource): void {
        const jobs = jobsOf(source);
        const [first] = jobs;
        const what = `${name} a job that ${kind.name}`;
        // A job that somebody has closed or deleted does not come back. A copy of it counts as the same job, not as a
        // new one.
        const isEnded = first?.isDeleted || first?.closedBy === 'person';
        const open = jobs.filter(({ state, isDeleted }) => state === 'open' && !isDeleted);
        const others = kind.jobs - 1;
        expect(jobs.length, what).toBe(kind.jobs);
        expect(open.length, what).toBe(isEnded ? others : kind.open);
        expect(first?.posted, what).toEqual(posting.posted);
      },
    };
  });
}

function textOf(index: number): string {
  return `You weave pattern number ${index} of our old mill on a large loom and mend what tears in the cold winter months.`;
}
