import { setTimeout as pause } from 'node:timers/promises';
import { pick, type Random } from '../support/random.mjs';
import { type Answer, callBoard, isTooBusy, jsonOf } from './call.ts';
import {
  type Entry,
  entriesSince,
  jobsOf,
  type Ledger,
  lastDone,
  nameOf,
  type Thing,
} from './ledger.ts';
import { titleIn } from './random-content.ts';
import { addressOf, isAs, shownState } from './read-state.ts';
import type { Addressee } from './write.ts';

type Glass = Addressee & { isOver: () => boolean };

/** What so many read so often is served on for a moment while it is made anew. */
const CROWDS = 5;

/** Reads pages and lists until it is over, and complains where one shows less than was acknowledged before. */
export async function keepReading(ledger: Ledger, random: Random, glass: Glass): Promise<void> {
  while (!glass.isOver()) {
    const thing = pick(random, ledger.things.slice(-60));
    if (thing?.id === undefined) {
      await pause(5);
      continue;
    }
    const one = pick(random, thing.kind === 'job' ? OF_A_JOB : OF_A_COMPANY);
    const crowds = random() < 0.3 ? CROWDS : 1;
    for (let crowd = 0; crowd < crowds && !glass.isOver(); crowd++) {
      const together = Array.from({ length: crowds }, () => one(ledger, thing, glass));
      for (const text of (await Promise.all(together)).flat()) {
        ledger.complaints.push({ kind: 'answer', text });
      }
      ledger.reads += crowds;
    }
    // Most of the machine is for the writers.
    await pause(5);
  }
}

/** Undefined where there is nothing to compare: no answer, or a 503, while something is hurt. */
async function read(
  glass: Glass,
  path: string,
  allowed: number[],
  faults: string[],
): Promise<Answer | undefined> {
  const begun = performance.now();
  const answer = await callBoard(glass.port, { method: 'GET', path });
  if (answer && allowed.includes(answer.status)) return answer;
  const isExcused = (!answer || answer.status === 503) && glass.isHurt(begun);
  if (!isExcused && !isTooBusy(answer)) {
    faults.push(
      `GET ${path}: ${answer ? `${answer.status} ${answer.body.subarray(0, 300)}` : 'cut'}`,
    );
  }
  // Nobody asks a board that is away as fast as they can.
  await pause(10);
  return undefined;
}

const isThere = ({ after }: Entry) => after.status === 'open';
const titleOf = ({ after }: Entry) => ('text' in after ? titleIn(after.text) : '');

async function readThing(_: Ledger, thing: Thing, glass: Glass): Promise<string[]> {
  const from = lastDone(thing);
  const faults: string[] = [];
  const answer = await read(glass, addressOf(thing), [200, 404, 410], faults);
  if (!answer) return faults;
  const possible = entriesSince(thing, from);
  if (answer.status !== 200) return [...faults, ...unlessGone(thing, possible, 'the API')];
  const shown = shownState(thing.kind, answer);
  const entry = possible.find(({ after }) => isAs(shown, after));
  if (!entry) return [`${nameOf(thing)} was shown in an older version by the API`];
  entry.seen = true;
  return faults;
}

async function readPage(_: Ledger, thing: Thing, glass: Glass): Promise<string[]> {
  const from = lastDone(thing);
  const faults: string[] = [];
  const path = addressOf(thing).replace('/api', '');
  const answer = await read(glass, path, [200, 404, 410], faults);
  if (!answer) return faults;
  const possible = entriesSince(thing, from);
  if (answer.status !== 200) return unlessGone(thing, possible, 'its page');
  const html = answer.body.toString();
  if (possible.some((entry) => isThere(entry) && html.includes(titleOf(entry)))) return [];
  return [`${nameOf(thing)} was shown in an older version by its page`];
}

function unlessGone(thing: Thing, possible: Entry[], where: string): string[] {
  return possible.every(isThere) ? [`${nameOf(thing)} was told to be gone by ${where}`] : [];
}

async function readSearch(_: Ledger, thing: Thing, glass: Glass): Promise<string[]> {
  return readJobs([thing], `/api/jobs?q=${thing.word}`, glass);
}

async function readList(ledger: Ledger, company: Thing, glass: Glass): Promise<string[]> {
  return readJobs(jobsOf(ledger, company), `/api/jobs?company=${company.id}&limit=100`, glass);
}

/** Each of them is in the list as it may be, or may be missing. */
async function readJobs(things: Thing[], path: string, glass: Glass): Promise<string[]> {
  const before = things.map((thing) => ({ thing, from: lastDone(thing) }));
  const faults: string[] = [];
  const answer = await read(glass, path, [200], faults);
  if (!answer) return faults;
  const { results } = jsonOf<{ results: { title: string }[] }>(answer);
  for (const { thing, from } of before) {
    const possible = entriesSince(thing, from);
    const titles = results
      .map(({ title }) => title)
      .filter((title) => title.startsWith(thing.word));
    const mayMiss = possible.some((entry) => !isThere(entry));
    if (titles.length === 0 && !mayMiss) faults.push(`${nameOf(thing)} is missing in ${path}`);
    if (titles.length > 1) faults.push(`${nameOf(thing)} is twice in ${path}`);
    for (const title of titles) {
      if (possible.some((entry) => isThere(entry) && titleOf(entry) === title)) continue;
      faults.push(`${nameOf(thing)} is “${title}” in ${path}`);
    }
  }
  return faults;
}

const OF_A_JOB = [readThing, readPage, readSearch];
const OF_A_COMPANY = [readThing, readPage, readList];
