import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Call, callBoard, isTooBusy, jsonOf } from './call.ts';
import {
  type Entry,
  jobsOf,
  type Ledger,
  nameOf,
  type State,
  stateOf,
  type Thing,
} from './ledger.ts';
import { describeState, findByWord, isAs, readState, shownState } from './read-state.ts';

/** One request that changes something, and what it makes of each thing that it changes. */
export type Write = {
  thing: Thing;
  call: Call & { headers: Record<string, string> };
  changes: { thing: Thing; entry: Entry }[];
  /** Repeated, it is answered with one of these where it had been done. */
  doneBefore: number[];
};

/** Notes what is about to be sent. A creation has a key, so that it may be sent again. */
export function noteWrite(
  ledger: Ledger,
  thing: Thing,
  after: State,
  call: Call,
  doneBefore: number[],
): Write {
  const changed = [{ thing, after }];
  // A company takes its jobs with it.
  if (thing.kind === 'company' && after.status === 'deleted') {
    for (const job of jobsOf(ledger, thing)) {
      if (/open|closed/.test(stateOf(job).status)) changed.push({ thing: job, after });
    }
  }
  const changes = changed.map(({ thing, after }) => {
    const entry: Entry = { after, fate: 'sent', seen: false };
    thing.history.push(entry);
    return { thing, entry };
  });
  const { status } = thing.history.at(-2)?.after ?? { status: 'none' };
  const headers = {
    ...call.headers,
    ...(status === 'none' && { 'idempotency-key': randomUUID() }),
  };
  return { thing, call: { ...call, headers }, changes, doneBefore };
}

/** Where is written, and whether something may have been hurt since a moment (ms of `performance.now`). */
export type Addressee = { port: number; isHurt: (since: number) => boolean };

function decide({ changes }: Write, fate: 'done' | 'not done'): void {
  for (const { entry } of changes) entry.fate = fate;
}

/**
 * Sends a write, and notes what has become of it. Resolves to false where that is not known: no answer
 * came, or one that promises nothing.
 */
export async function sendWrite(
  ledger: Ledger,
  { port, isHurt }: Addressee,
  write: Write,
  isRepeated = false,
): Promise<boolean> {
  const begun = performance.now();
  const answer = await callBoard(port, write.call);
  const { status } = answer ?? {};
  if (isTooBusy(answer)) {
    // Turned away before it was begun; what was sent before may have been.
    if (!isRepeated) decide(write, 'not done');
    return !isRepeated;
  }
  if (!answer || status === 503) {
    if (!isHurt(begun)) complainOf(ledger, write, answer);
    return false;
  }
  // Nothing is stored of what there is no room for.
  if (status === 507) {
    ledger.turnedAway += 1;
    if (!isRepeated) decide(write, 'not done');
    return !isRepeated;
  }
  if (answer.status < 300) {
    decide(write, 'done');
    ledger.acknowledged += 1;
    compareReply(ledger, write, answer);
    return true;
  }
  if (isRepeated && write.doneBefore.includes(answer.status)) {
    decide(write, 'done');
    return true;
  }
  // What was refused was not done.
  decide(write, 'not done');
  complainOf(ledger, write, answer);
  return true;
}

function complainOf(ledger: Ledger, { thing, call }: Write, answer: Answer | undefined): void {
  const came = answer ? `${answer.status} ${answer.body}` : 'no answer';
  const text = `${call.method} ${call.path} of ${nameOf(thing)}: ${came}`;
  ledger.complaints.push({ kind: 'answer', text });
}

/** The answer shows what was written. */
function compareReply(ledger: Ledger, { thing, changes }: Write, answer: Answer): void {
  if (answer.status === 204) return;
  const after = changes[0]?.entry.after ?? { status: 'none' };
  const shown = shownState(thing.kind, answer);
  thing.id ??= jsonOf<{ id: string }>(answer).id;
  if (isAs(shown, after)) return;
  const text = `${nameOf(thing)} was answered as ${describeState(shown)} in place of ${describeState(after)}`;
  ledger.complaints.push({ kind: 'half-made', text });
}

/** Sends it again until it is answered, as people do; false where `isOver` comes first. */
export async function repeatWrite(
  ledger: Ledger,
  addressee: Addressee,
  write: Write,
  isOver: () => boolean,
): Promise<boolean> {
  while (!isOver()) {
    if (await sendWrite(ledger, addressee, write, true)) return true;
    await pause(50);
  }
  return false;
}

/** Looks on a board that nobody hurts any more what has become of a write whose answer did not come. */
export async function lookFor(ledger: Ledger, port: number, write: Write): Promise<void> {
  const { thing, changes } = write;
  const complain = (text: string) => ledger.complaints.push({ kind: 'half-made', text });
  if (thing.id === undefined) {
    const found = await findByWord(port, thing);
    if (found.length > 1) complain(`${nameOf(thing)} is there ${found.length} times`);
    thing.id = found[0];
  }
  const fates = new Set<boolean>();
  for (const { thing, entry } of changes) {
    const state = await readState(port, thing);
    const isDone = isAs(state, entry.after);
    if (!isDone && !isAs(state, stateOf(thing))) {
      complain(
        `${nameOf(thing)} is ${describeState(state)}, and neither ${describeState(stateOf(thing))} nor ${describeState(entry.after)}`,
      );
    }
    fates.add(isDone);
  }
  if (fates.size > 1) complain(`${nameOf(thing)} was changed without all that belongs to it`);
  decide(write, fates.has(true) ? 'done' : 'not done');
  for (const { thing, entry } of changes) {
    if (entry.seen && entry.fate === 'not done') {
      const text = `${nameOf(thing)} was shown as ${describeState(entry.after)}, which is gone`;
      ledger.complaints.push({ kind: 'lost', text });
    }
  }
}
