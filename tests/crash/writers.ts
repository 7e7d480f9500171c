import { multipartForm } from '../support/multipart.ts';
import { pick, type Random } from '../support/random.mjs';
import { jsonOf, sendCall } from './call.ts';
import { type Entity, isPending, jobsOf, type Ledger, newEntity, stateOf } from './ledger.ts';
import { makeCompany, makeJob, makeLogo, makeWord } from './random-content.ts';
import { apiPath } from './read-state.ts';
import { recordWrite, repeatWrite, sendWrite, type Target, type Write } from './write.ts';

/** A board, the token for writes, and `isOver`, which ends the writing. */
export type WriteTarget = Target & { token: string; isOver: () => boolean };

/** A client that writes companies and their jobs. No other client writes them. */
export type Writer = {
  random: Random;
  companies: Entity[];
  /** Writes without a response. Their outcome is determined after the recovery. */
  unresolved: Write[];
  /** Writes that were acknowledged in this round. */
  recent: Write[];
  acknowledged: number;
};

/** The maximum number of jobs per company, so that one page of a list contains them all. */
const MAX_JOBS = 25;

export function newWriter(random: Random): Writer {
  return { random, companies: [], unresolved: [], recent: [], acknowledged: 0 };
}

/** Writes several entities at a time until the round is over. */
export async function writeUntilOver(
  ledger: Ledger,
  writer: Writer,
  target: WriteTarget,
): Promise<void> {
  while (!target.isOver()) {
    const writes = await planWrites(ledger, writer, target);
    await Promise.all(writes.map((write) => sendAndTrack(ledger, writer, target, write)));
  }
}

async function sendAndTrack(
  ledger: Ledger,
  writer: Writer,
  target: WriteTarget,
  write: Write,
): Promise<void> {
  const known = await sendWrite(ledger, target, write);
  if (!known) {
    ledger.unanswered.total += 1;
    const again =
      writer.random() < 0.5 && (await repeatWrite(ledger, target, write, target.isOver));
    if (!again) writer.unresolved.push(write);
    else if (write.changes[0]?.entry.outcome === 'applied') ledger.unanswered.applied += 1;
  }
  if (write.changes[0]?.entry.outcome !== 'applied') return;
  writer.acknowledged += 1;
  writer.recent.push(write);
}

async function planWrites(ledger: Ledger, writer: Writer, target: WriteTarget): Promise<Write[]> {
  const { random, companies } = writer;
  const company = companies.find((one) => stateOf(one).status === 'open' && !isPending(one));
  if (!company) return [await addCompany(ledger, writer, target)];
  const jobs = jobsOf(ledger, company);
  const chance = random();
  if (chance < 0.05 && !jobs.some(isPending)) return [remove(ledger, company, target)];
  if (chance < 0.15) return [await editCompany(ledger, writer, company, target)];
  const free = jobs.filter((job) => /open|closed/.test(stateOf(job).status) && !isPending(job));
  const writes: Write[] = [];
  for (let count = Math.ceil(random() * 3); count > 0; count--) {
    const [job] = free.splice(Math.floor(random() * free.length), 1);
    const isFull = jobs.length - free.length > MAX_JOBS;
    writes.push(
      job && (isFull || random() < 0.6)
        ? changeJob(ledger, writer, job, target)
        : addJob(ledger, writer, company, target),
    );
  }
  return writes;
}

const authorization = ({ token }: WriteTarget) => ({ authorization: `Bearer ${token}` });

/** The headers of a change, with the version on which it is based. Reopening a job needs no version. */
function changeHeaders(entity: Entity, target: WriteTarget): Record<string, string> {
  const state = stateOf(entity);
  if (!('version' in state)) throw new Error(`${entity.word} does not exist`);
  return { ...authorization(target), 'if-match': `"${state.version}"` };
}

async function addCompany(ledger: Ledger, { random, companies }: Writer, target: WriteTarget) {
  const entity = newEntity('company', makeWord(random, ledger.entities.length));
  ledger.entities.push(entity);
  companies.push(entity);
  const text = makeCompany(random, entity.word, 1, await uploadLogo(ledger, random, target));
  const call = {
    method: 'POST',
    path: '/api/companies',
    headers: authorization(target),
    body: text,
  };
  return recordWrite(ledger, entity, { status: 'open', text, version: 1 }, call, []);
}

async function editCompany(
  ledger: Ledger,
  { random }: Writer,
  entity: Entity,
  target: WriteTarget,
) {
  const before = stateOf(entity);
  if (!('text' in before) || !('logo' in before.text))
    throw new Error(`${entity.word} is not a company`);
  const version = before.version + 1;
  const logo = random() < 0.5 ? await uploadLogo(ledger, random, target) : before.text.logo;
  const text = makeCompany(random, entity.word, version, logo);
  const call = {
    method: 'PUT',
    path: apiPath(entity),
    headers: changeHeaders(entity, target),
    body: text,
  };
  return recordWrite(ledger, entity, { status: 'open', text, version }, call, [412]);
}

function addJob(ledger: Ledger, { random }: Writer, company: Entity, target: WriteTarget): Write {
  const entity = newEntity('job', makeWord(random, ledger.entities.length), company);
  ledger.entities.push(entity);
  const text = makeJob(random, entity.word, 1, company.id ?? '');
  const body = { ...text, company: { id: company.id } };
  const call = { method: 'POST', path: '/api/jobs', headers: authorization(target), body };
  return recordWrite(ledger, entity, { status: 'open', text, version: 1 }, call, []);
}

function changeJob(ledger: Ledger, { random }: Writer, entity: Entity, target: WriteTarget): Write {
  const before = stateOf(entity);
  if (!('text' in before) || !('company' in before.text))
    throw new Error(`${entity.word} is not a job`);
  if (random() < 0.2) return remove(ledger, entity, target);
  const { text, status } = before;
  const version = before.version + 1;
  const address = apiPath(entity);
  if (status === 'closed') {
    const headers = authorization(target);
    const call = { method: 'POST', path: `${address}/reopen`, headers, body: {} };
    return recordWrite(ledger, entity, { status: 'open', text, version }, call, [409]);
  }
  const headers = changeHeaders(entity, target);
  if (random() < 0.3) {
    const call = { method: 'POST', path: `${address}/close`, headers };
    return recordWrite(ledger, entity, { status: 'closed', text, version }, call, [410]);
  }
  const edited = makeJob(random, entity.word, version, text.company);
  const body = { ...edited, company: { id: text.company } };
  const call = { method: 'PUT', path: address, headers, body };
  return recordWrite(ledger, entity, { status: 'open', text: edited, version }, call, [412]);
}

function remove(ledger: Ledger, entity: Entity, target: WriteTarget): Write {
  const call = { method: 'DELETE', path: apiPath(entity), headers: changeHeaders(entity, target) };
  return recordWrite(ledger, entity, { status: 'deleted' }, call, [404, 410]);
}

/** Uploads a picture and returns its path. Without a response, returns an empty string. */
async function uploadLogo(ledger: Ledger, random: Random, target: WriteTarget): Promise<string> {
  if (random() < 0.3) return pick(random, ['', ...ledger.uploads.slice(-3)]);
  const form = await multipartForm([{ content: makeLogo(random), type: 'image/svg+xml' }]);
  const headers = { ...authorization(target), ...form.headers };
  const call = { method: 'POST', path: '/api/upload', headers, body: form.body };
  const response = await sendCall(target.port, call);
  if (response?.status !== 201) {
    if (response && ![429, 503, 507].includes(response.status)) {
      const text = `${call.method} ${call.path}: ${response.status} ${response.body}`;
      ledger.violations.push({ kind: 'response', text });
    }
    return '';
  }
  const { url } = jsonOf<{ url: string }>(response);
  ledger.uploads.push(url);
  ledger.acknowledged += 1;
  // An acknowledged upload must be served at once.
  const shown = await sendCall(target.port, { method: 'GET', path: url });
  if (shown && ![200, 503].includes(shown.status)) {
    ledger.violations.push({ kind: 'lost', text: `${url}: ${shown.status}` });
  }
  return url;
}
