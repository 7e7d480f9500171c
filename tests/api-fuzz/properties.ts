import { normalizeEmail } from '#server/auth/normalize-email.ts';
import { JOB_TEXTS } from '#shared/domain/job-fields.ts';
import { visibleText } from '#shared/domain/visible-text.ts';
import type { Operation } from '../support/api-operations.ts';
import type { SchemaCheck } from '../support/response-schemas.ts';
import { type Call, roleRefusal } from './calls.ts';
import type { Caller } from './test-board.ts';
import { wellFormed } from './valid-values.ts';

export type ApiResponse = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** The response time (ms). */
  duration: number;
};

/** The maximum response time, even on a busy machine (ms). */
const MAX_DURATION = 30_000;

const PROBLEM = 'application/problem+json';

/** Checks the properties that all responses share. */
export function checkResponse(
  operation: Operation,
  call: Call,
  { status, headers, text, duration }: ApiResponse,
  findError: SchemaCheck,
): string[] {
  const violations: string[] = [];
  if (status >= 500) violations.push(`the server failed with ${status}: ${text}`);
  if (duration > MAX_DURATION) violations.push(`the response took ${duration} ms`);
  const isRead = /^(GET|HEAD)$/.test(call.request.method);
  // Public refusals with status 410, such as for a closed job, may be cached.
  const cacheable = isRead && status === 410 && operation.roles === undefined;
  if (status >= 400 && !cacheable && headers['cache-control'] !== 'no-store') {
    violations.push('a refusal can be cached');
  }
  if (call.undescribed) {
    if (status < 400 && !isRead) violations.push(`an undescribed call returned ${status}`);
    if (status >= 400 && call.request.method !== 'HEAD' && typeOf(headers) !== PROBLEM) {
      violations.push(`a refusal has the type ${typeOf(headers)}`);
    }
    return violations;
  }
  const described = operation.responses.get(status);
  if (!described) return [...violations, `${status} is not described: ${text.slice(0, 300)}`];
  for (const name of described.requiredHeaders) {
    if (!headers[name]) violations.push(`${status} came without ${name}`);
  }
  return [...violations, ...checkBody(described.content, typeOf(headers), text, findError)];
}

const typeOf = (headers: ApiResponse['headers']) =>
  String(headers['content-type'] ?? '').split(';')[0] ?? '';

function checkBody(
  content: Record<string, { schema: Parameters<SchemaCheck>[0] }>,
  type: string,
  text: string,
  findError: SchemaCheck,
): string[] {
  const [described] = Object.entries(content);
  if (!described) return text === '' ? [] : ['the body is not described'];
  const [describedType, { schema }] = described;
  if (type !== describedType) return [`the body is ${type}, not ${describedType}`];
  try {
    const error = findError(schema, describedType === 'text/csv' ? text : JSON.parse(text));
    return error === undefined ? [] : [`the body does not match its schema: ${error}`];
  } catch (error) {
    return [`the body is not JSON: ${error}`];
  }
}

/** Checks that the status is one that this caller may get for this call. */
export function checkStatus(
  operation: Operation,
  caller: Caller,
  call: Call,
  { status, text }: ApiResponse,
): string[] {
  if (call.undescribed) return [];
  if (roleRefusal(operation, caller) !== undefined && status < 400) {
    return [`${caller.name} was admitted with ${status}`];
  }
  if (!call.expected || call.expected.includes(status)) return [];
  return [`${status} instead of ${call.expected.join(' or ')}: ${text.slice(0, 500)}`];
}

/** The effect of a call: the keys of the changed rows, and the actors in the audit trail. */
export type Effect = {
  changed: string[];
  /** The actors in the audit trail. */
  actors: string[];
};

/** Checks that a call changed exactly the rows that it addresses. */
export function checkEffect(
  { id, method }: Operation,
  caller: Caller,
  call: Call,
  { status, text }: ApiResponse,
  { changed, actors }: Effect,
  companyRows: (company: string) => string[],
): string[] {
  const violations = actors
    .filter((actor) => actor !== caller.id)
    .map((actor) => `the audit trail names “${actor}” instead of the caller`);
  if (status >= 400 || method === 'GET' || call.undescribed) {
    return changed.length > 0
      ? [...violations, `a call that may change nothing changed ${changed}`]
      : violations;
  }
  const targetId = call.target?.id ?? '';
  const created = status === 201 ? (JSON.parse(text) as { id?: string; url?: string }) : {};
  const expected: Record<string, string[]> = {
    createJob: [`job ${created.id}`],
    updateJob: [`job ${targetId}`],
    closeJob: [`job ${targetId}`],
    reopenJob: [`job ${targetId}`],
    renewJob: [`job ${targetId}`],
    deleteJob: [`job ${targetId}`],
    restoreJob: [`job ${targetId}`],
    changeJobs: id === 'changeJobs' ? changedJobs(text) : [],
    createCompany: [`company ${created.id}`],
    updateCompany: [`company ${targetId}`],
    deleteCompany: companyRows(targetId),
    createAccount: [`account ${created.id}`],
    updateAccount: [`account ${targetId}`],
    // The person may already have the role.
    assignRole: changed.filter((key) => key === `account ${targetId}`),
    blockPerson: [`account ${targetId}`],
    uploadLogo: [`upload ${created.url?.replace('/uploads/', '')}`],
  };
  // An upload's row changes when a company uses the file; an idempotency key's row changes when a creation succeeds.
  const ignored = id === 'uploadLogo' ? /^key / : /^(upload|key) /;
  const seen = changed.filter((key) => !ignored.test(key)).sort();
  const wanted = (expected[id] ?? []).sort();
  if (seen.join() !== wanted.join()) violations.push(`changed ${seen} instead of ${wanted}`);
  return violations;
}

/** The keys of the jobs that a bulk change reports as changed. */
function changedJobs(response: string): string[] {
  const { results } = JSON.parse(response) as { results: { id: string; status: number }[] };
  return results.flatMap(({ id, status }) => (status === 200 ? [`job ${id}`] : []));
}

/** Fields whose value in the response must be the sent text without surrounding spaces. */
const RETURNED_FIELDS = [
  ...[...JOB_TEXTS, 'salary', 'validthrough'],
  ...['name', 'website', 'logo', 'email', 'bio'],
];

/** Checks that the response contains what was sent. */
export function checkReturnedFields(sent: Record<string, unknown>, response: string): string[] {
  const shown = JSON.parse(response) as Record<string, unknown>;
  return RETURNED_FIELDS.filter((name) => {
    const text = sent[name];
    if (typeof text !== 'string' || !(name in shown)) return false;
    // If pay is stated, the range that contains it replaces the chosen range.
    if (name === 'salary' && sent.pay) return false;
    // The server replaces a lone surrogate with the replacement character.
    const value = wellFormed(text);
    // Some email addresses are returned as they are stored, with ASCII letters in lower case.
    if (name === 'email' && shown[name] === normalizeEmail(value)) return false;
    // Names and titles lose invisible characters.
    return ![value, value.trim(), visibleText(value).trim()].includes(String(shown[name]));
  }).map(
    (name) =>
      `${name} is ${JSON.stringify(shown[name])}, not ${JSON.stringify(sent[name])?.slice(0, 300)}`,
  );
}
