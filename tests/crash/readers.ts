import { setTimeout as pause } from 'node:timers/promises';
import { pick, type Random } from '../support/random.mjs';
import { type ApiResponse, isOverloaded, jsonOf, sendCall } from './call.ts';
import {
  describeEntity,
  type Entity,
  type Entry,
  entriesSince,
  jobsOf,
  type Ledger,
  lastApplied,
} from './ledger.ts';
import { titleIn } from './random-content.ts';
import { apiPath, matchesState, parseState } from './read-state.ts';
import type { Target } from './write.ts';

type ReadTarget = Target & { isOver: () => boolean };

/** The number of concurrent reads of one URL, enough for the cache to serve stale responses. */
const CONCURRENT_READS = 5;

/** Reads pages and lists until the round is over. Records each response that is older than an acknowledged write. */
export async function readUntilOver(
  ledger: Ledger,
  random: Random,
  target: ReadTarget,
): Promise<void> {
  while (!target.isOver()) {
    const entity = pick(random, ledger.entities.slice(-60));
    if (entity?.id === undefined) {
      await pause(5);
      continue;
    }
    const one = pick(random, entity.kind === 'job' ? OF_A_JOB : OF_A_COMPANY);
    const concurrent = random() < 0.3 ? CONCURRENT_READS : 1;
    for (let round = 0; round < concurrent && !target.isOver(); round++) {
      const together = Array.from({ length: concurrent }, () => one(ledger, entity, target));
      for (const text of (await Promise.all(together)).flat()) {
        ledger.violations.push({ kind: 'response', text });
      }
      ledger.reads += concurrent;
    }
    // Leave most of the processor to the writers.
    await pause(5);
  }
}

/** Reads a path. Returns undefined if there is no response to compare, as during a fault. */
async function read(
  target: ReadTarget,
  path: string,
  allowed: number[],
  violations: string[],
): Promise<ApiResponse | undefined> {
  const started = performance.now();
  const response = await sendCall(target.port, { method: 'GET', path });
  if (response && allowed.includes(response.status)) return response;
  const isExpected = (!response || response.status === 503) && target.isFaulty(started);
  if (!isExpected && !isOverloaded(response)) {
    violations.push(
      `GET ${path}: ${response ? `${response.status} ${response.body.subarray(0, 300)}` : 'no response'}`,
    );
  }
  // Clients of an unavailable board pause between requests.
  await pause(10);
  return undefined;
}

const isOpen = ({ after }: Entry) => after.status === 'open';
const titleOf = ({ after }: Entry) => ('text' in after ? titleIn(after.text) : '');

async function readEntity(_: Ledger, entity: Entity, target: ReadTarget): Promise<string[]> {
  const from = lastApplied(entity);
  const violations: string[] = [];
  const response = await read(target, apiPath(entity), [200, 404, 410], violations);
  if (!response) return violations;
  const possible = entriesSince(entity, from);
  if (response.status !== 200) return [...violations, ...checkGone(entity, possible, 'the API')];
  const shown = parseState(entity.kind, response);
  const entry = possible.find(({ after }) => matchesState(shown, after));
  if (!entry) return [`the API returned an old version of ${describeEntity(entity)}`];
  entry.seen = true;
  return violations;
}

async function readPage(_: Ledger, entity: Entity, target: ReadTarget): Promise<string[]> {
  const from = lastApplied(entity);
  const violations: string[] = [];
  const path = apiPath(entity).replace('/api', '');
  const response = await read(target, path, [200, 404, 410], violations);
  if (!response) return violations;
  const possible = entriesSince(entity, from);
  if (response.status !== 200) return checkGone(entity, possible, 'its page');
  const html = response.body.toString();
  if (possible.some((entry) => isOpen(entry) && html.includes(titleOf(entry)))) return [];
  return [`the page shows an old version of ${describeEntity(entity)}`];
}

function checkGone(entity: Entity, possible: Entry[], where: string): string[] {
  return possible.every(isOpen) ? [`${where} reports ${describeEntity(entity)} as gone`] : [];
}

async function readSearch(_: Ledger, entity: Entity, target: ReadTarget): Promise<string[]> {
  return readJobs([entity], `/api/jobs?q=${entity.word}`, target);
}

async function readList(ledger: Ledger, company: Entity, target: ReadTarget): Promise<string[]> {
  return readJobs(jobsOf(ledger, company), `/api/jobs?company=${company.id}&limit=100`, target);
}

/** Checks that a list contains each job in one of its possible versions, unless the job may be missing. */
async function readJobs(entities: Entity[], path: string, target: ReadTarget): Promise<string[]> {
  const before = entities.map((entity) => ({ entity, from: lastApplied(entity) }));
  const violations: string[] = [];
  const response = await read(target, path, [200], violations);
  if (!response) return violations;
  const { results } = jsonOf<{ results: { title: string }[] }>(response);
  for (const { entity, from } of before) {
    const possible = entriesSince(entity, from);
    const titles = results
      .map(({ title }) => title)
      .filter((title) => title.startsWith(entity.word));
    const mayBeMissing = possible.some((entry) => !isOpen(entry));
    if (titles.length === 0 && !mayBeMissing)
      violations.push(`${describeEntity(entity)} is missing in ${path}`);
    if (titles.length > 1) violations.push(`${describeEntity(entity)} is twice in ${path}`);
    for (const title of titles) {
      if (possible.some((entry) => isOpen(entry) && titleOf(entry) === title)) continue;
      violations.push(`${describeEntity(entity)} is “${title}” in ${path}`);
    }
  }
  return violations;
}

const OF_A_JOB = [readEntity, readPage, readSearch];
const OF_A_COMPANY = [readEntity, readPage, readList];
