import { isDeepStrictEqual } from 'node:util';
import { type Answer, askCalmly, jsonOf, versionOf } from './call.ts';
import type { State, Thing } from './ledger.ts';
import { type CompanyText, type JobText, titleIn } from './random-content.ts';

type ShownJob = Omit<JobText, 'company'> & { id: string; company: { id: string } };
type ShownCompany = CompanyText & { id: string };

const apiOf = { job: '/api/jobs', company: '/api/companies' };

/** Where the API has this thing. */
export function addressOf({ kind, id }: Thing): string {
  return `${apiOf[kind]}/${id}`;
}

/** As an answer shows a job or a company that is there. */
export function shownState(kind: Thing['kind'], answer: Answer): State {
  return { status: 'open', text: shownText(kind, answer), version: versionOf(answer) };
}

function shownText(kind: Thing['kind'], answer: Answer): JobText | CompanyText {
  if (kind === 'job') {
    const { title, type, location, salary, description, applyurl, company } =
      jsonOf<ShownJob>(answer);
    return { title, type, location, salary, description, applyurl, company: company.id };
  }
  const { name, description, website, logo } = jsonOf<ShownCompany>(answer);
  return { name, description, website, logo };
}

/** How a thing stands by the API, and `undefined` where the answer is none that a quiet board gives. */
export async function readState(port: number, thing: Thing): Promise<State | undefined> {
  if (thing.id === undefined) return { status: 'none' };
  const get = (path: string) => askCalmly(port, { method: 'GET', path });
  const answer = await get(addressOf(thing));
  if (answer.status === 200) return shownState(thing.kind, answer);
  if (thing.kind === 'company') return answer.status === 404 ? { status: 'deleted' } : undefined;
  if (answer.status !== 410) return undefined;
  const was = await get(`${addressOf(thing)}/closed`);
  if (was.status !== 200) return undefined;
  const { job } = jsonOf<{ job: ShownJob | null }>(was);
  if (!job) return { status: 'deleted' };
  const { title, type, location, salary, company } = job;
  const text = { title, type, location, salary, ...HIDDEN, company: company.id };
  return { status: 'closed', text, version: Number.NaN };
}

/** Of a closed job, neither these nor the version are shown as they were written. */
const HIDDEN = { description: '', applyurl: '' };

export function isAs(state: State | undefined, expected: State): boolean {
  if (state?.status === 'closed' && expected.status === 'closed') {
    return isDeepStrictEqual(state.text, { ...expected.text, ...HIDDEN });
  }
  const isGone = ({ status }: State) => status === 'none' || status === 'deleted';
  if (state && isGone(state)) return isGone(expected);
  return isDeepStrictEqual(state, expected);
}

/** Those whose title begins with the word, by the search or, for companies, by their list. */
export async function findByWord(port: number, { kind, word }: Thing): Promise<string[]> {
  const query = kind === 'job' ? `q=${word}` : 'limit=500&description=none';
  const found: string[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const path = `${apiOf[kind]}?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await askCalmly(port, { method: 'GET', path });
    const { results, next } = jsonOf<{
      results: { id: string; title?: string; name?: string }[];
      next?: string;
    }>(answer);
    const named = results.filter(({ title, name }) => (title ?? name)?.startsWith(`${word} `));
    found.push(...named.map(({ id }) => id));
    cursor = next;
  }
  return found;
}

/** In a few words, for a complaint. */
export function describeState(state: State | undefined): string {
  if (!state) return 'an answer that it should not give';
  if (!('text' in state)) return state.status;
  const { text, version, status } = state;
  return `${status}, version ${version}, “${titleIn(text)}”, ${JSON.stringify(text).length} characters`;
}
