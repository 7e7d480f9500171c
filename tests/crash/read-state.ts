import { isDeepStrictEqual } from 'node:util';
import { type ApiResponse, callHealthyBoard, jsonOf, versionOf } from './call.ts';
import type { Entity, State } from './ledger.ts';
import { type CompanyText, type JobText, titleIn } from './random-content.ts';

type ApiJob = Omit<JobText, 'company'> & { id: string; company: { id: string } };
type ApiCompany = CompanyText & { id: string };

const apiOf = { job: '/api/jobs', company: '/api/companies' };

/** The API path of an entity. */
export function apiPath({ kind, id }: Entity): string {
  return `${apiOf[kind]}/${id}`;
}

/** Parses the state of an open job or a company from a response. */
export function parseState(kind: Entity['kind'], response: ApiResponse): State {
  return { status: 'open', text: parseText(kind, response), version: versionOf(response) };
}

function parseText(kind: Entity['kind'], response: ApiResponse): JobText | CompanyText {
  if (kind === 'job') {
    const { title, type, location, salary, description, applyurl, company } =
      jsonOf<ApiJob>(response);
    return { title, type, location, salary, description, applyurl, company: company.id };
  }
  const { name, description, website, logo } = jsonOf<ApiCompany>(response);
  return { name, description, website, logo };
}

/** Reads the state of an entity from the API. Returns undefined for a response that a healthy board never gives. */
export async function readState(port: number, entity: Entity): Promise<State | undefined> {
  if (entity.id === undefined) return { status: 'none' };
  const get = (path: string) => callHealthyBoard(port, { method: 'GET', path });
  const response = await get(apiPath(entity));
  if (response.status === 200) return parseState(entity.kind, response);
  if (entity.kind === 'company') return response.status === 404 ? { status: 'deleted' } : undefined;
  if (response.status !== 410) return undefined;
  const was = await get(`${apiPath(entity)}/closed`);
  if (was.status !== 200) return undefined;
  const { job } = jsonOf<{ job: ApiJob | null }>(was);
  if (!job) return { status: 'deleted' };
  const { title, type, location, salary, company } = job;
  const text = { title, type, location, salary, ...HIDDEN_FIELDS, company: company.id };
  return { status: 'closed', text, version: Number.NaN };
}

/** For a closed job, the API returns neither these fields nor the version. */
const HIDDEN_FIELDS = { description: '', applyurl: '' };

export function matchesState(state: State | undefined, expected: State): boolean {
  if (state?.status === 'closed' && expected.status === 'closed') {
    return isDeepStrictEqual(state.text, { ...expected.text, ...HIDDEN_FIELDS });
  }
  const isGone = ({ status }: State) => status === 'none' || status === 'deleted';
  if (state && isGone(state)) return isGone(expected);
  return isDeepStrictEqual(state, expected);
}

/**
 * The ids of the entities whose title or name starts with the word. Jobs are found by search, companies in their list.
 */
export async function findByWord(port: number, { kind, word }: Entity): Promise<string[]> {
  const query = kind === 'job' ? `q=${word}` : 'limit=500&description=none';
  const found: string[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const path = `${apiOf[kind]}?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const response = await callHealthyBoard(port, { method: 'GET', path });
    const { results, next } = jsonOf<{
      results: { id: string; title?: string; name?: string }[];
      next?: string;
    }>(response);
    const named = results.filter(({ title, name }) => (title ?? name)?.startsWith(`${word} `));
    found.push(...named.map(({ id }) => id));
    cursor = next;
  }
  return found;
}

/** Describes a state briefly, for the text of a violation. */
export function describeState(state: State | undefined): string {
  if (!state) return 'an unexpected response';
  if (!('text' in state)) return state.status;
  const { text, version, status } = state;
  return `${status}, version ${version}, “${titleIn(text)}”, ${JSON.stringify(text).length} characters`;
}
