import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callHealthyBoard, jsonOf } from './call.ts';
import {
  describeEntity,
  type Entity,
  jobsOf,
  type Ledger,
  stateOf,
  type Violation,
} from './ledger.ts';
import { describeState, findByWord, matchesState, readState } from './read-state.ts';

/** The number of concurrent requests. */
const CONCURRENCY = 4;

type Board = { port: number; dataDir: string };

/**
 * Compares the given entities on a healthy board, and the lists that contain them, with the ledger of acknowledged
 * writes.
 */
export async function checkBoard(ledger: Ledger, board: Board, entities: Entity[]): Promise<void> {
  const companies = new Set(entities.map((entity) => entity.company ?? entity));
  await each(entities, async (entity) => {
    ledger.violations.push(...(await checkEntity(board.port, entity)));
  });
  await each([...companies], async (company) => {
    ledger.violations.push(...(await checkList(ledger, board.port, company)));
  });
  await checkTotal(ledger, board.port);
}

async function each<One>(all: One[], look: (one: One) => Promise<void>): Promise<void> {
  const left = [...all];
  const one = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await look(next);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
}

async function checkEntity(port: number, entity: Entity): Promise<Violation[]> {
  const expected = stateOf(entity);
  const state = await readState(port, entity);
  const violations: Violation[] = [];
  if (!matchesState(state, expected)) {
    const text = `${describeEntity(entity)} is ${describeState(state)} instead of ${describeState(expected)}`;
    violations.push({ kind: 'lost', text });
  }
  if (entity.kind === 'job') {
    const found = await findByWord(port, entity);
    const wanted = expected.status === 'open' ? [entity.id] : [];
    if (String(found) !== String(wanted)) {
      const text = `${describeEntity(entity)}, ${expected.status}, has ${found.length} search results`;
      violations.push({ kind: 'partial', text });
    }
  } else if ('text' in expected && 'logo' in expected.text && expected.text.logo) {
    violations.push(...(await checkUploads(port, [expected.text.logo])));
  }
  return violations;
}

/** Compares a company's list of jobs and its count with the ledger. */
async function checkList(ledger: Ledger, port: number, company: Entity): Promise<Violation[]> {
  if (company.id === undefined) return [];
  const path = `/api/jobs?company=${company.id}&limit=100`;
  const { results, total } = jsonOf<{ results: { id: string }[]; total: number }>(
    await callHealthyBoard(port, { method: 'GET', path }),
  );
  const open = jobsOf(ledger, company).filter((job) => stateOf(job).status === 'open');
  const expected = open.map(({ id }) => id).sort();
  const listed = results.map(({ id }) => id).sort();
  if (String(listed) === String(expected) && total === expected.length) return [];
  const text = `${describeEntity(company)} has ${expected.length} open jobs, lists ${listed.length} and counts ${total}`;
  return [{ kind: 'partial', text }];
}

async function checkTotal(ledger: Ledger, port: number): Promise<void> {
  const response = await callHealthyBoard(port, { method: 'GET', path: '/api/jobs?limit=1' });
  const { total } = jsonOf<{ total: number }>(response);
  const open = ledger.entities.filter(
    (entity) => entity.kind === 'job' && stateOf(entity).status === 'open',
  );
  if (total === open.length) return;
  const text = `the board counts ${total} jobs instead of ${open.length}`;
  ledger.violations.push({ kind: 'partial', text });
}

/** Checks that each upload is served with the content whose hash is its name. */
export async function checkUploads(port: number, paths: string[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  await each(paths, async (path) => {
    const { status, body } = await callHealthyBoard(port, { method: 'GET', path });
    if (status !== 200) violations.push({ kind: 'lost', text: `${path}: ${status}` });
    else if (!hasContentHash(path.split('/').at(-1) ?? '', body)) {
      violations.push({ kind: 'partial', text: `${path} is incomplete` });
    }
  });
  return violations;
}

/**
 * Checks the files of uploads. A file may exist without a row in the database, but a file without the suffix `.part`
 * must be complete.
 */
export async function checkFiles(ledger: Ledger, { dataDir }: Board): Promise<void> {
  const folder = join(dataDir, 'uploads');
  for (const name of await readdir(folder)) {
    // Killing the server leaves temporary files, which are not served.
    if (name.endsWith('.part') || hasContentHash(name, await readFile(join(folder, name))))
      continue;
    ledger.violations.push({ kind: 'partial', text: `${name} is incomplete` });
  }
}

/** An upload's name is the hash of its content. */
function hasContentHash(name: string, content: Buffer): boolean {
  return name === `${createHash('sha256').update(content).digest('hex')}.webp`;
}
