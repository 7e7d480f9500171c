import type { CompanyText, JobText } from './random-content.ts';

/** How a job or a company stands; the version is how often it was written. */
export type State =
  | { status: 'none' | 'deleted' }
  | { status: 'open' | 'closed'; text: JobText | CompanyText; version: number };

/** One write of one thing: noted before it is sent, and again when its answer has come whole. */
export type Entry = {
  after: State;
  fate: 'sent' | 'done' | 'not done';
  /** A reader was shown it: then it may not turn out not to have been done. */
  seen: boolean;
};

/** A job or a company, which has one writer at a time, so that its writes have an order. */
export type Thing = {
  kind: 'job' | 'company';
  /** Stands in its title or name, and nowhere else on the board. */
  word: string;
  /** Known once its creation has been acknowledged, or it was found. */
  id: string | undefined;
  /** Of a job. */
  company: Thing | undefined;
  history: Entry[];
};

/** What went wrong: an acknowledged write is gone, one is there in part, or an answer was wrong. */
export type Complaint = { kind: 'lost' | 'half-made' | 'answer'; text: string };

/** All that was sent and acknowledged, and all that was wrong. */
export type Ledger = {
  things: Thing[];
  /** The paths of acknowledged uploads. */
  uploads: string[];
  acknowledged: number;
  /** Writes for which there was no room. */
  turnedAway: number;
  /** Writes whose answer did not come, and how many of them turned out to have been done. */
  doubtful: { all: number; done: number };
  reads: number;
  complaints: Complaint[];
};

export function newLedger(): Ledger {
  return {
    things: [],
    uploads: [],
    acknowledged: 0,
    turnedAway: 0,
    doubtful: { all: 0, done: 0 },
    reads: 0,
    complaints: [],
  };
}

export function newThing(kind: Thing['kind'], word: string, company?: Thing): Thing {
  const before: Entry = { after: { status: 'none' }, fate: 'done', seen: false };
  return { kind, word, id: undefined, company, history: [before] };
}

/** The write that was acknowledged last, by its place in the history. */
export function lastDone({ history }: Thing): number {
  return history.findLastIndex(({ fate }) => fate === 'done');
}

/** As it has to stand where nothing is in doubt. */
export function stateOf(thing: Thing): State {
  return thing.history[lastDone(thing)]?.after ?? { status: 'none' };
}

export function isInDoubt({ history }: Thing): boolean {
  return history.at(-1)?.fate === 'sent';
}

/** What a reader may be shown who asked when `from` was the last acknowledged write. */
export function entriesSince({ history }: Thing, from: number): Entry[] {
  return history.slice(from).filter(({ fate }) => fate !== 'not done');
}

/** The jobs of a company, as they were sent. */
export function jobsOf({ things }: Ledger, company: Thing): Thing[] {
  return things.filter((thing) => thing.company === company);
}

export function nameOf({ kind, word, id }: Thing): string {
  return `${kind} ${word} (${id ?? 'no id'})`;
}
