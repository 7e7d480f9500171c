import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askCalmly, jsonOf } from './call.ts';
import { type Complaint, jobsOf, type Ledger, nameOf, stateOf, type Thing } from './ledger.ts';
import { describeState, findByWord, isAs, readState } from './read-state.ts';

/** So many questions at a time, as several people would ask them. */
const AT_ONCE = 4;

type Board = { port: number; dataDir: string };

/** Holds a board that nobody hurts against the ledger: these things, and the lists that they are in. */
export async function checkBoard(ledger: Ledger, board: Board, things: Thing[]): Promise<void> {
  const companies = new Set(things.map((thing) => thing.company ?? thing));
  await each(things, async (thing) => {
    ledger.complaints.push(...(await checkThing(board.port, thing)));
  });
  await each([...companies], async (company) => {
    ledger.complaints.push(...(await checkList(ledger, board.port, company)));
  });
  await checkTotal(ledger, board.port);
}

async function each<One>(all: One[], look: (one: One) => Promise<void>): Promise<void> {
  const left = [...all];
  const one = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await look(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

async function checkThing(port: number, thing: Thing): Promise<Complaint[]> {
  const expected = stateOf(thing);
  const state = await readState(port, thing);
  const complaints: Complaint[] = [];
  if (!isAs(state, expected)) {
    const text = `${nameOf(thing)} is ${describeState(state)} in place of ${describeState(expected)}`;
    complaints.push({ kind: 'lost', text });
  }
  if (thing.kind === 'job') {
    const found = await findByWord(port, thing);
    const wanted = expected.status === 'open' ? [thing.id] : [];
    if (String(found) !== String(wanted)) {
      const text = `${nameOf(thing)}, ${expected.status}, is found ${found.length} times by its word`;
      complaints.push({ kind: 'half-made', text });
    }
  } else if ('text' in expected && 'logo' in expected.text && expected.text.logo) {
    complaints.push(...(await checkUploads(port, [expected.text.logo])));
  }
  return complaints;
}

/** Its list of jobs, and how many the board counts. */
async function checkList(ledger: Ledger, port: number, company: Thing): Promise<Complaint[]> {
  if (company.id === undefined) return [];
  const path = `/api/jobs?company=${company.id}&limit=100`;
  const { results, total } = jsonOf<{ results: { id: string }[]; total: number }>(
    await askCalmly(port, { method: 'GET', path }),
  );
  const open = jobsOf(ledger, company).filter((job) => stateOf(job).status === 'open');
  const expected = open.map(({ id }) => id).sort();
  const listed = results.map(({ id }) => id).sort();
  if (String(listed) === String(expected) && total === expected.length) return [];
  const text = `${nameOf(company)} has ${expected.length} open jobs, lists ${listed.length} and counts ${total}`;
  return [{ kind: 'half-made', text }];
}

async function checkTotal(ledger: Ledger, port: number): Promise<void> {
  const answer = await askCalmly(port, { method: 'GET', path: '/api/jobs?limit=1' });
  const { total } = jsonOf<{ total: number }>(answer);
  const open = ledger.things.filter(
    (thing) => thing.kind === 'job' && stateOf(thing).status === 'open',
  );
  if (total === open.length) return;
  const text = `the board counts ${total} jobs in place of ${open.length}`;
  ledger.complaints.push({ kind: 'half-made', text });
}

/** Each is served, and is what its name was made from. */
export async function checkUploads(port: number, paths: string[]): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  await each(paths, async (path) => {
    const { status, body } = await askCalmly(port, { method: 'GET', path });
    if (status !== 200) complaints.push({ kind: 'lost', text: `${path}: ${status}` });
    else if (!isWhole(path.split('/').at(-1) ?? '', body)) {
      complaints.push({ kind: 'half-made', text: `${path} is not whole` });
    }
  });
  return complaints;
}

/** What was drawn before the row was stored may be there without it; nothing may be there in part under its name. */
export async function checkFiles(ledger: Ledger, { dataDir }: Board): Promise<void> {
  const folder = join(dataDir, 'uploads');
  for (const name of await readdir(folder)) {
    // What was being written is left by a kill, under a name that is not served.
    if (name.endsWith('.part') || isWhole(name, await readFile(join(folder, name)))) continue;
    ledger.complaints.push({ kind: 'half-made', text: `${name} is not whole` });
  }
}

/** A picture's name is made from its content. */
function isWhole(name: string, content: Buffer): boolean {
  return name === `${createHash('sha256').update(content).digest('hex')}.webp`;
}
