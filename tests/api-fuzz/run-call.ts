import type { InjectOptions } from 'fastify';
import type { Operation } from '../support/api-operations.ts';
import type { SchemaCheck } from '../support/response-schemas.ts';
import type { Call, Request } from './calls.ts';
import {
  type ApiResponse,
  checkEffect,
  checkResponse,
  checkReturnedFields,
  checkStatus,
} from './properties.ts';
import { type Caller, changesBetween, type Rows, type TestBoard } from './test-board.ts';

type CallRunner = {
  board: TestBoard;
  /** The rows of the database before each call. */
  rows: Rows;
  findResponseError: SchemaCheck;
  /** The number of calls so far. */
  count: number;
};

export type PreparedCall = { operation: Operation; caller: Caller; call: Call };

async function send(board: TestBoard, request: Request): Promise<ApiResponse> {
  const started = performance.now();
  const response = await board.testApp.app.inject(request as InjectOptions);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    duration: performance.now() - started,
  };
}

/** Makes a call and its follow-up requests, and then restores the changed rows. Returns all violations. */
export async function runCall(runner: CallRunner, prepared: PreparedCall): Promise<string[]> {
  const { board, findResponseError } = runner;
  const { operation, caller, call } = prepared;
  runner.count += 1;
  const response = await send(board, call.request);
  const violations = [
    ...checkResponse(operation, call, response, findResponseError),
    ...checkStatus(operation, caller, call, response),
  ];
  const done = response.status < 300 && !call.undescribed;
  // Reads run in parallel. The test looks for changed rows after all reads.
  if (operation.method === 'GET' && /^(GET|HEAD)$/.test(call.request.method)) {
    if (done && call.further === 'next page')
      violations.push(...(await readNextPage(runner, prepared)));
    return violations;
  }
  const rows = await board.rows();
  const changed = changesBetween(runner.rows, rows);
  const companyRows = (company: string) => companyRowKeys(board, runner.rows, company);
  const effect = { changed, actors: await board.newActors() };
  violations.push(...checkEffect(operation, caller, call, response, effect, companyRows));
  if (done) violations.push(...(await checkAfterWrite(runner, prepared, response, rows)));
  if (changed.length > 0) {
    // The follow-up requests may have changed more rows.
    await board.restore(changesBetween(runner.rows, await board.rows()));
    const left = changesBetween(runner.rows, await board.rows());
    if (left.length > 0) throw new Error(`the board could not be refilled: ${left}`);
  }
  return violations;
}

/** The row keys of a company, its jobs and its admins. */
function companyRowKeys({ targets, callers }: TestBoard, rows: Rows, id: string): string[] {
  const jobs = targets.filter(({ kind, company }) => kind === 'job' && company === id);
  const of = new Set([
    `company ${id}`,
    ...jobs.map((job) => `job ${job.id}`),
    ...callers.filter(({ company }) => company === id).map((one) => `account ${one.id}`),
  ]);
  return [...of].filter((key) => rows.has(key));
}

/** Checks a successful write by reading the entity. */
async function checkAfterWrite(
  runner: CallRunner,
  { operation, caller, call }: PreparedCall,
  response: ApiResponse,
  rows: Rows,
): Promise<string[]> {
  const { board } = runner;
  const violations: string[] = [];
  if (call.body && response.text && operation.id !== 'previewDescription') {
    // Another name or website that an owner sends waits for a site admin.
    const { name, website, ...others } = call.body;
    const isRequest = operation.id === 'updateCompany' && caller.role !== 'siteadmin';
    violations.push(...checkReturnedFields(isRequest ? others : call.body, response.text));
  }
  const { location = call.request.url } = response.headers as { location?: string };
  const authorization = siteAdminToken(board);
  const get = (url: string) => send(board, { method: 'GET', url, headers: { authorization } });
  if (operation.id === 'uploadLogo') {
    const { status } = await get(JSON.parse(response.text).url);
    if (status !== 200) violations.push(`the picture returns ${status}`);
  } else if (/^(create|update|reopen|renew|restore)/.test(operation.id)) {
    const read = await get(readUrl(operation, call, location));
    if (read.text !== response.text) {
      violations.push(`a read after the write returns ${read.status} ${read.text.slice(0, 500)}`);
    }
    if (read.headers.etag !== response.headers.etag) violations.push('a read returns another ETag');
  } else if (/^(close|delete)/.test(operation.id)) {
    const { status } = await get(readUrl(operation, call, location));
    const gone = operation.id === 'deleteCompany' ? 404 : 410;
    if (status !== gone) violations.push(`a deleted entity returns ${status}`);
  }
  return [...violations, ...(await checkRepeat(runner, { operation, call }, response, rows))];
}

function siteAdminToken({ callers }: TestBoard): string {
  return callers.find(({ role }) => role === 'siteadmin')?.authorization[0] ?? '';
}

function readUrl({ path, id }: Operation, { target }: Call, location: string): string {
  if (id.startsWith('create')) return location;
  return path.split('{id}')[0] + encodeURIComponent(target?.id ?? '');
}

/**
 * Checks that a request with a used idempotency key creates nothing more, and that the key with a different body is
 * refused.
 */
async function checkRepeat(
  { board }: CallRunner,
  { call }: Pick<PreparedCall, 'operation' | 'call'>,
  response: ApiResponse,
  rows: Rows,
): Promise<string[]> {
  if (call.further !== 'same' && call.further !== 'another body') return [];
  const changed = call.further === 'another body';
  const body = changed ? otherBody(call.body) : call.body;
  const again = await send(board, { ...call.request, payload: JSON.stringify(body) });
  const violations: string[] = [];
  if (changed && again.status !== 409)
    violations.push(`another body with the same key returned ${again.status}`);
  if (!changed && again.text !== response.text)
    violations.push(`the repeated call returned ${again.text}`);
  const more = changesBetween(rows, await board.rows());
  if (more.length > 0) violations.push(`the repeated call changed ${more}`);
  return violations;
}

/** A body that creates something else: an entity, or a claim of a new company, with another description. */
function otherBody(body: Record<string, unknown> = {}): Record<string, unknown> {
  if (body.registration instanceof Object) {
    return { ...body, registration: otherBody({ ...body.registration }) };
  }
  return { ...body, description: body.description === 'Others.' ? 'Anyone.' : 'Others.' };
}

/** Reads a page of a list and the next one. */
async function readNextPage(
  { board, findResponseError }: CallRunner,
  { operation, caller, call }: PreparedCall,
): Promise<string[]> {
  const url = new URL(call.request.url, 'http://localhost');
  url.searchParams.set('limit', '1');
  const at = () => ({ ...call.request, url: `${url.pathname}${url.search}` });
  const first = await send(board, at());
  const { next } = JSON.parse(first.text) as { next?: string };
  if (next === undefined) return [];
  url.searchParams.set('cursor', next);
  const second = await send(board, at());
  return [
    ...checkResponse(operation, call, second, findResponseError),
    ...checkStatus(operation, caller, call, second),
  ];
}
