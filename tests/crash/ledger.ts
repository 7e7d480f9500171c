import type { CompanyText, JobText } from './random-content.ts';

/** The state of a job or company. Its version is the number of its writes. */
export type State =
  | { status: 'none' | 'deleted' }
  | { status: 'open' | 'closed'; text: JobText | CompanyText; version: number };

/** One write to one entity. The ledger records it before it is sent, and again when its complete response arrives. */
export type Entry = {
  after: State;
  outcome: 'pending' | 'applied' | 'rejected';
  /** Whether a reader has seen the written value. If so, the write must have been applied. */
  seen: boolean;
};

/** A job or company. Only one writer changes it at a time, so its writes have an order. */
export type Entity = {
  kind: 'job' | 'company';
  /** A word that only the title or name of this entity contains. */
  word: string;
  /** The id; undefined until the creation is acknowledged or a search finds the entity. */
  id: string | undefined;
  /** The company of a job; undefined for a company. */
  company: Entity | undefined;
  history: Entry[];
};

/** A violation: an acknowledged write was lost, a write was applied in part, or a response was wrong. */
export type Violation = { kind: 'lost' | 'partial' | 'response'; text: string };

/** The record of a test: everything that was sent and acknowledged, and all violations. */
export type Ledger = {
  entities: Entity[];
  /** The paths of acknowledged uploads. */
  uploads: string[];
  acknowledged: number;
  /** Writes that were refused because the disk was full. */
  diskFull: number;
  /** Writes without a response: their number, and how many of them were applied. */
  unanswered: { total: number; applied: number };
  reads: number;
  violations: Violation[];
};

export function newLedger(): Ledger {
  return {
    entities: [],
    uploads: [],
    acknowledged: 0,
    diskFull: 0,
    unanswered: { total: 0, applied: 0 },
    reads: 0,
    violations: [],
  };
}

export function newEntity(kind: Entity['kind'], word: string, company?: Entity): Entity {
  const before: Entry = { after: { status: 'none' }, outcome: 'applied', seen: false };
  return { kind, word, id: undefined, company, history: [before] };
}

/** The position of the last applied write in the history. */
export function lastApplied({ history }: Entity): number {
  return history.findLastIndex(({ outcome }) => outcome === 'applied');
}

/** The state after the last applied write. A pending write may change it. */
export function stateOf(entity: Entity): State {
  return entity.history[lastApplied(entity)]?.after ?? { status: 'none' };
}

export function isPending({ history }: Entity): boolean {
  return history.at(-1)?.outcome === 'pending';
}

/** The entries that a reader may see if `from` was the last applied write when its request started. */
export function entriesSince({ history }: Entity, from: number): Entry[] {
  return history.slice(from).filter(({ outcome }) => outcome !== 'rejected');
}

/** The jobs of a company, in the order in which they were sent. */
export function jobsOf({ entities }: Ledger, company: Entity): Entity[] {
  return entities.filter((entity) => entity.company === company);
}

export function describeEntity({ kind, word, id }: Entity): string {
  return `${kind} ${word} (${id ?? 'no id'})`;
}
