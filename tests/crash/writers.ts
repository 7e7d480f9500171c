import { multipartForm } from '../support/multipart.ts';
import { pick, type Random } from '../support/random.mjs';
import { callBoard, jsonOf } from './call.ts';
import { isInDoubt, jobsOf, type Ledger, newThing, stateOf, type Thing } from './ledger.ts';
import { makeCompany, makeJob, makeLogo, makeWord } from './random-content.ts';
import { addressOf } from './read-state.ts';
import { type Addressee, noteWrite, repeatWrite, sendWrite, type Write } from './write.ts';

/** Where and as whom is written, and until when. */
export type Pen = Addressee & { token: string; isOver: () => boolean };

/** Somebody who writes, to companies of their own and their jobs. */
export type Writer = {
  random: Random;
  companies: Thing[];
  /** What is to be looked for once nobody hurts the board any more. */
  doubtful: Write[];
  /** What was acknowledged lately. */
  done: Write[];
  acknowledged: number;
};

/** Companies do not grow without end, so that a list holds all jobs of one. */
const MOST_JOBS = 25;

export function newWriter(random: Random): Writer {
  return { random, companies: [], doubtful: [], done: [], acknowledged: 0 };
}

/** Writes, some things at a time, until it is over. */
export async function keepWriting(ledger: Ledger, writer: Writer, pen: Pen): Promise<void> {
  while (!pen.isOver()) {
    const writes = await planWrites(ledger, writer, pen);
    await Promise.all(writes.map((write) => see(ledger, writer, pen, write)));
  }
}

async function see(ledger: Ledger, writer: Writer, pen: Pen, write: Write): Promise<void> {
  const known = await sendWrite(ledger, pen, write);
  if (!known) {
    ledger.doubtful.all += 1;
    const again = writer.random() < 0.5 && (await repeatWrite(ledger, pen, write, pen.isOver));
    if (!again) writer.doubtful.push(write);
    else if (write.changes[0]?.entry.fate === 'done') ledger.doubtful.done += 1;
  }
  if (write.changes[0]?.entry.fate !== 'done') return;
  writer.acknowledged += 1;
  writer.done.push(write);
}

async function planWrites(ledger: Ledger, writer: Writer, pen: Pen): Promise<Write[]> {
  const { random, companies } = writer;
  const company = companies.find((one) => stateOf(one).status === 'open' && !isInDoubt(one));
  if (!company) return [await addCompany(ledger, writer, pen)];
  const jobs = jobsOf(ledger, company);
  const chance = random();
  if (chance < 0.05 && !jobs.some(isInDoubt)) return [remove(ledger, company, pen)];
  if (chance < 0.15) return [await editCompany(ledger, writer, company, pen)];
  const free = jobs.filter((job) => /open|closed/.test(stateOf(job).status) && !isInDoubt(job));
  const writes: Write[] = [];
  for (let count = Math.ceil(random() * 3); count > 0; count--) {
    const [job] = free.splice(Math.floor(random() * free.length), 1);
    const isFull = jobs.length - free.length > MOST_JOBS;
    writes.push(
      job && (isFull || random() < 0.6)
        ? changeJob(ledger, writer, job, pen)
        : addJob(ledger, writer, company, pen),
    );
  }
  return writes;
}

const authorization = ({ token }: Pen) => ({ authorization: `Bearer ${token}` });

/** What a change starts from; a reopened job's is not asked for. */
function guarded(thing: Thing, pen: Pen): Record<string, string> {
  const state = stateOf(thing);
  if (!('version' in state)) throw new Error(`${thing.word} is not there to be changed`);
  return { ...authorization(pen), 'if-match': `"${state.version}"` };
}

async function addCompany(ledger: Ledger, { random, companies }: Writer, pen: Pen) {
  const thing = newThing('company', makeWord(random, ledger.things.length));
  ledger.things.push(thing);
  companies.push(thing);
  const text = makeCompany(random, thing.word, 1, await uploadLogo(ledger, random, pen));
  const call = { method: 'POST', path: '/api/companies', headers: authorization(pen), body: text };
  return noteWrite(ledger, thing, { status: 'open', text, version: 1 }, call, []);
}

async function editCompany(ledger: Ledger, { random }: Writer, thing: Thing, pen: Pen) {
  const before = stateOf(thing);
  if (!('text' in before) || !('logo' in before.text))
    throw new Error(`${thing.word} is no company`);
  const version = before.version + 1;
  const logo = random() < 0.5 ? await uploadLogo(ledger, random, pen) : before.text.logo;
  const text = makeCompany(random, thing.word, version, logo);
  const call = { method: 'PUT', path: addressOf(thing), headers: guarded(thing, pen), body: text };
  return noteWrite(ledger, thing, { status: 'open', text, version }, call, [412]);
}

function addJob(ledger: Ledger, { random }: Writer, company: Thing, pen: Pen): Write {
  const thing = newThing('job', makeWord(random, ledger.things.length), company);
  ledger.things.push(thing);
  const text = makeJob(random, thing.word, 1, company.id ?? '');
  const body = { ...text, company: { id: company.id } };
  const call = { method: 'POST', path: '/api/jobs', headers: authorization(pen), body };
  return noteWrite(ledger, thing, { status: 'open', text, version: 1 }, call, []);
}

function changeJob(ledger: Ledger, { random }: Writer, thing: Thing, pen: Pen): Write {
  const before = stateOf(thing);
  if (!('text' in before) || !('company' in before.text))
    throw new Error(`${thing.word} is no job`);
  if (random() < 0.2) return remove(ledger, thing, pen);
  const { text, status } = before;
  const version = before.version + 1;
  const address = addressOf(thing);
  if (status === 'closed') {
    const headers = authorization(pen);
    const call = { method: 'POST', path: `${address}/reopen`, headers, body: {} };
    return noteWrite(ledger, thing, { status: 'open', text, version }, call, [409]);
  }
  const headers = guarded(thing, pen);
  if (random() < 0.3) {
    const call = { method: 'POST', path: `${address}/close`, headers };
    return noteWrite(ledger, thing, { status: 'closed', text, version }, call, [410]);
  }
  const edited = makeJob(random, thing.word, version, text.company);
  const body = { ...edited, company: { id: text.company } };
  const call = { method: 'PUT', path: address, headers, body };
  return noteWrite(ledger, thing, { status: 'open', text: edited, version }, call, [412]);
}

function remove(ledger: Ledger, thing: Thing, pen: Pen): Write {
  const call = { method: 'DELETE', path: addressOf(thing), headers: guarded(thing, pen) };
  return noteWrite(ledger, thing, { status: 'deleted' }, call, [404, 410]);
}

/** The address of a new picture; none where its answer did not come. */
async function uploadLogo(ledger: Ledger, random: Random, pen: Pen): Promise<string> {
  if (random() < 0.3) return pick(random, ['', ...ledger.uploads.slice(-3)]);
  const form = await multipartForm([{ content: makeLogo(random), type: 'image/svg+xml' }]);
  const headers = { ...authorization(pen), ...form.headers };
  const call = { method: 'POST', path: '/api/upload', headers, body: form.body };
  const answer = await callBoard(pen.port, call);
  if (answer?.status !== 201) {
    if (answer && ![429, 503, 507].includes(answer.status)) {
      const text = `${call.method} ${call.path}: ${answer.status} ${answer.body}`;
      ledger.complaints.push({ kind: 'answer', text });
    }
    return '';
  }
  const { url } = jsonOf<{ url: string }>(answer);
  ledger.uploads.push(url);
  ledger.acknowledged += 1;
  // It is there from now on, for the company's page may be read at once.
  const shown = await callBoard(pen.port, { method: 'GET', path: url });
  if (shown && ![200, 503].includes(shown.status)) {
    ledger.complaints.push({ kind: 'lost', text: `${url}: ${shown.status}` });
  }
  return url;
}
