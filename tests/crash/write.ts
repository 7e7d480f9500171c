import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiResponse, type Call, isOverloaded, jsonOf, sendCall } from './call.ts';
import {
  describeEntity,
  type Entity,
  type Entry,
  jobsOf,
  type Ledger,
  type State,
  stateOf,
} from './ledger.ts';
import { describeState, findByWord, matchesState, parseState, readState } from './read-state.ts';

/** A write request and its effect on each entity. */
export type Write = {
  entity: Entity;
  call: Call & { headers: Record<string, string> };
  changes: { entity: Entity; entry: Entry }[];
  /** The statuses of a repeated request that prove that the first one was applied. */
  repeatStatuses: number[];
};

/** Records a write before it is sent. A creation gets an idempotency key, so that it can be repeated safely. */
export function recordWrite(
  ledger: Ledger,
  entity: Entity,
  after: State,
  call: Call,
  repeatStatuses: number[],
): Write {
  const changed = [{ entity, after }];
  // Deleting a company deletes its jobs.
  if (entity.kind === 'company' && after.status === 'deleted') {
    for (const job of jobsOf(ledger, entity)) {
      if (/open|closed/.test(stateOf(job).status)) changed.push({ entity: job, after });
    }
  }
  const changes = changed.map(({ entity, after }) => {
    const entry: Entry = { after, outcome: 'pending', seen: false };
    entity.history.push(entry);
    return { entity, entry };
  });
  const { status } = entity.history.at(-2)?.after ?? { status: 'none' };
  const headers = {
    ...call.headers,
    ...(status === 'none' && { 'idempotency-key': randomUUID() }),
  };
  return { entity, call: { ...call, headers }, changes, repeatStatuses };
}

/** The board to call. `isFaulty` tells whether a fault may have been active after `since` (ms of `performance.now`). */
export type Target = { port: number; isFaulty: (since: number) => boolean };

function setOutcome({ changes }: Write, outcome: 'applied' | 'rejected'): void {
  for (const { entry } of changes) entry.outcome = outcome;
}

/**
 * Sends a write and records its outcome. Resolves to false if the outcome is unknown, as after a 503 or without a
 * response.
 */
export async function sendWrite(
  ledger: Ledger,
  { port, isFaulty }: Target,
  write: Write,
  isRepeated = false,
): Promise<boolean> {
  const started = performance.now();
  const response = await sendCall(port, write.call);
  const { status } = response ?? {};
  if (isOverloaded(response)) {
    // The board shed this request, but an earlier attempt of the same write may have been applied.
    if (!isRepeated) setOutcome(write, 'rejected');
    return !isRepeated;
  }
  if (!response || status === 503) {
    if (!isFaulty(started)) recordBadResponse(ledger, write, response);
    return false;
  }
  // With status 507, the write was not applied for lack of disk space.
  if (status === 507) {
    ledger.diskFull += 1;
    if (!isRepeated) setOutcome(write, 'rejected');
    return !isRepeated;
  }
  if (response.status < 300) {
    setOutcome(write, 'applied');
    ledger.acknowledged += 1;
    checkResponse(ledger, write, response);
    return true;
  }
  if (isRepeated && write.repeatStatuses.includes(response.status)) {
    setOutcome(write, 'applied');
    return true;
  }
  // A refused write is not applied.
  setOutcome(write, 'rejected');
  recordBadResponse(ledger, write, response);
  return true;
}

function recordBadResponse(
  ledger: Ledger,
  { entity, call }: Write,
  response: ApiResponse | undefined,
): void {
  const came = response ? `${response.status} ${response.body}` : 'no response';
  const text = `${call.method} ${call.path} of ${describeEntity(entity)}: ${came}`;
  ledger.violations.push({ kind: 'response', text });
}

/** Checks that the response contains what was written. */
function checkResponse(ledger: Ledger, { entity, changes }: Write, response: ApiResponse): void {
  if (response.status === 204) return;
  const after = changes[0]?.entry.after ?? { status: 'none' };
  const shown = parseState(entity.kind, response);
  entity.id ??= jsonOf<{ id: string }>(response).id;
  if (matchesState(shown, after)) return;
  const text = `${describeEntity(entity)} was returned as ${describeState(shown)} instead of ${describeState(after)}`;
  ledger.violations.push({ kind: 'partial', text });
}

/** Repeats a write until its outcome is known, as people do. Resolves to false if `isOver` becomes true first. */
export async function repeatWrite(
  ledger: Ledger,
  target: Target,
  write: Write,
  isOver: () => boolean,
): Promise<boolean> {
  while (!isOver()) {
    if (await sendWrite(ledger, target, write, true)) return true;
    await pause(50);
  }
  return false;
}

/** Finds out whether a write without a response was applied, once the board has recovered. */
export async function resolveOutcome(ledger: Ledger, port: number, write: Write): Promise<void> {
  const { entity, changes } = write;
  const report = (text: string) => ledger.violations.push({ kind: 'partial', text });
  if (entity.id === undefined) {
    const found = await findByWord(port, entity);
    if (found.length > 1) report(`${describeEntity(entity)} exists ${found.length} times`);
    entity.id = found[0];
  }
  const outcomes = new Set<boolean>();
  for (const { entity, entry } of changes) {
    const state = await readState(port, entity);
    const isApplied = matchesState(state, entry.after);
    if (!isApplied && !matchesState(state, stateOf(entity))) {
      report(
        `${describeEntity(entity)} is ${describeState(state)}, neither ${describeState(stateOf(entity))} nor ${describeState(entry.after)}`,
      );
    }
    outcomes.add(isApplied);
  }
  if (outcomes.size > 1) report(`${describeEntity(entity)} was changed only in part`);
  setOutcome(write, outcomes.has(true) ? 'applied' : 'rejected');
  for (const { entity, entry } of changes) {
    if (entry.seen && entry.outcome === 'rejected') {
      const text = `${describeEntity(entity)} was read as ${describeState(entry.after)}, which was then lost`;
      ledger.violations.push({ kind: 'lost', text });
    }
  }
}
