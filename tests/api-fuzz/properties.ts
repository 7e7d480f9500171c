import type { Operation } from '../support/api-operations.ts';
import type { Fits } from '../support/response-schemas.ts';
import { type Call, roleRefusal } from './calls.ts';
import type { Caller } from './test-board.ts';
import { wellFormed } from './valid-values.ts';

export type Reply = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** In milliseconds. */
  took: number;
};

/** For an answer, also on a machine that is busy with something else (ms). */
const LONGEST = 5_000;

const PROBLEM = 'application/problem+json';

/** What is wrong with any reply, whatever was asked and by whom. */
export function faultsOfReply(
  operation: Operation,
  call: Call,
  { status, headers, text, took }: Reply,
  fits: Fits,
): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`the server failed with ${status}: ${text}`);
  if (took > LONGEST) faults.push(`the answer took ${took} ms`);
  const isRead = /^(GET|HEAD)$/.test(call.request.method);
  // Refusals that are the same for everyone may be kept, such as of a job that is closed.
  const kept = isRead && status === 410 && operation.roles === undefined;
  if (status >= 400 && !kept && headers['cache-control'] !== 'no-store') {
    faults.push('a refusal may be kept');
  }
  if (call.undescribed) {
    if (status < 400 && !isRead) faults.push(`what is not described was answered with ${status}`);
    if (status >= 400 && call.request.method !== 'HEAD' && typeOf(headers) !== PROBLEM) {
      faults.push(`a refusal was ${typeOf(headers)}`);
    }
    return faults;
  }
  const described = operation.replies.get(status);
  if (!described) return [...faults, `${status} is not described: ${text.slice(0, 300)}`];
  for (const name of described.requiredHeaders) {
    if (!headers[name]) faults.push(`${status} came without ${name}`);
  }
  return [...faults, ...faultsOfBody(described.content, typeOf(headers), text, fits)];
}

const typeOf = (headers: Reply['headers']) =>
  String(headers['content-type'] ?? '').split(';')[0] ?? '';

function faultsOfBody(
  content: Record<string, { schema: Parameters<Fits>[0] }>,
  type: string,
  text: string,
  fits: Fits,
): string[] {
  const [described] = Object.entries(content);
  if (!described) return text === '' ? [] : ['there is a body, and none is described'];
  const [describedType, { schema }] = described;
  if (type !== describedType) return [`the body is ${type} and not ${describedType}`];
  try {
    const fault = fits(schema, JSON.parse(text));
    return fault === undefined ? [] : [`the body is not as described: ${fault}`];
  } catch (error) {
    return [`the body is no JSON: ${error}`];
  }
}

/** Whether the answer is one that this caller is to get for this call. */
export function faultsOfVerdict(
  operation: Operation,
  caller: Caller,
  call: Call,
  { status, text }: Reply,
): string[] {
  if (call.undescribed) return [];
  if (roleRefusal(operation, caller) !== undefined && status < 400) {
    return [`${caller.name} was let in with ${status}`];
  }
  if (!call.expected || call.expected.includes(status)) return [];
  return [`${status} in place of ${call.expected.join(' or ')}: ${text.slice(0, 500)}`];
}

/** What a call may change: rows by their table and id. */
export type Effect = {
  changed: string[];
  /** Who the trail says it was. */
  actors: string[];
};

/** Whether the call has changed what it says, and nothing else. */
export function faultsOfEffect(
  { id, method }: Operation,
  caller: Caller,
  call: Call,
  { status, text }: Reply,
  { changed, actors }: Effect,
  companyRows: (company: string) => string[],
): string[] {
  const faults = actors
    .filter((actor) => actor !== caller.id)
    .map((actor) => `the trail names “${actor}” in place of the caller`);
  if (status >= 400 || method === 'GET' || call.undescribed) {
    return changed.length > 0 ? [...faults, `a call without effect changed ${changed}`] : faults;
  }
  const named = call.target?.id ?? '';
  const made = status === 201 ? (JSON.parse(text) as { id?: string; url?: string }) : {};
  const expected: Record<string, string[]> = {
    createJob: [`job ${made.id}`],
    updateJob: [`job ${named}`],
    closeJob: [`job ${named}`],
    reopenJob: [`job ${named}`],
    deleteJob: [`job ${named}`],
    createCompany: [`company ${made.id}`],
    updateCompany: [`company ${named}`],
    deleteCompany: companyRows(named),
    createAccount: [`account ${made.id}`],
    updateAccount: [`account ${named}`],
    uploadLogo: [`upload ${made.url?.replace('/uploads/', '')}`],
  };
  // An upload notes when a company took it or gave it up, and a key what it has created.
  const asides = id === 'uploadLogo' ? /^key / : /^(upload|key) /;
  const seen = changed.filter((key) => !asides.test(key)).sort();
  const wanted = (expected[id] ?? []).sort();
  if (seen.join() !== wanted.join()) faults.push(`changed ${seen} in place of ${wanted}`);
  return faults;
}

/** Fields of a reply that are what was sent, but for spaces around it. */
const SHOWN = [
  ...['title', 'type', 'location', 'salary', 'description', 'applyurl', 'validthrough'],
  ...['name', 'website', 'logo', 'email', 'bio'],
];

/** Whether the reply shows what was sent. */
export function faultsOfShown(sent: Record<string, unknown>, reply: string): string[] {
  const shown = JSON.parse(reply) as Record<string, unknown>;
  return SHOWN.filter((name) => {
    const text = sent[name];
    if (typeof text !== 'string' || !(name in shown)) return false;
    // Half of a surrogate pair is no character, and becomes the one that stands for none.
    const value = wellFormed(text);
    return shown[name] !== value && shown[name] !== value.trim();
  }).map(
    (name) =>
      `${name} is ${JSON.stringify(shown[name])} and not ${JSON.stringify(sent[name])?.slice(0, 300)}`,
  );
}
