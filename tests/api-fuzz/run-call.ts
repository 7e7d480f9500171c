import type { InjectOptions } from 'fastify';
import type { Operation } from '../support/api-operations.ts';
import type { Fits } from '../support/response-schemas.ts';
import type { Call, Request } from './calls.ts';
import {
  faultsOfEffect,
  faultsOfReply,
  faultsOfShown,
  faultsOfVerdict,
  type Reply,
} from './properties.ts';
import { type BoardUnderTest, type Caller, changesBetween, type Rows } from './test-board.ts';

type Driver = {
  board: BoardUnderTest;
  /** What is there before each call. */
  rows: Rows;
  replyFits: Fits;
  /** How many calls were made so far, all in all. */
  count: number;
};

export type Made = { operation: Operation; caller: Caller; call: Call };

export async function send(board: BoardUnderTest, request: Request): Promise<Reply> {
  const started = performance.now();
  const reply = await board.testApp.app.inject(request as InjectOptions);
  return {
    status: reply.statusCode,
    headers: reply.headers,
    text: reply.body,
    took: performance.now() - started,
  };
}

/** Makes the call and what belongs to it, and puts back what it changed. Returns all that was wrong. */
export async function drive(driver: Driver, made: Made): Promise<string[]> {
  const { board, replyFits } = driver;
  const { operation, caller, call } = made;
  driver.count += 1;
  const reply = await send(board, call.request);
  const faults = [
    ...faultsOfReply(operation, call, reply, replyFits),
    ...faultsOfVerdict(operation, caller, call, reply),
  ];
  const done = reply.status < 300 && !call.undescribed;
  // Reads run side by side: what they changed is looked for when all are through.
  if (operation.method === 'GET' && /^(GET|HEAD)$/.test(call.request.method)) {
    if (done && call.further === 'next page') faults.push(...(await readNextPage(driver, made)));
    return faults;
  }
  const rows = await board.rows();
  const changed = changesBetween(driver.rows, rows);
  const companyRows = (company: string) => rowsOfCompany(board, driver.rows, company);
  const effect = { changed, actors: await board.newActors() };
  faults.push(...faultsOfEffect(operation, caller, call, reply, effect, companyRows));
  if (done) faults.push(...(await faultsAfter(driver, made, reply, rows)));
  if (changed.length > 0) {
    // What belongs to the call may have changed more.
    await board.refill(changesBetween(driver.rows, await board.rows()));
    const left = changesBetween(driver.rows, await board.rows());
    if (left.length > 0) throw new Error(`the board could not be refilled: ${left}`);
  }
  return faults;
}

/** The company, its jobs and its admins. */
function rowsOfCompany({ targets, callers }: BoardUnderTest, rows: Rows, id: string): string[] {
  const jobs = targets.filter(({ kind, company }) => kind === 'job' && company === id);
  const of = new Set([
    `company ${id}`,
    ...jobs.map((job) => `job ${job.id}`),
    ...callers.filter(({ company }) => company === id).map((one) => `account ${one.id}`),
  ]);
  return [...of].filter((key) => rows.has(key));
}

/** What holds after a write that was done. */
async function faultsAfter(
  driver: Driver,
  { operation, call }: Made,
  reply: Reply,
  rows: Rows,
): Promise<string[]> {
  const { board } = driver;
  const faults: string[] = [];
  if (call.body && operation.id !== 'previewDescription') {
    faults.push(...faultsOfShown(call.body, reply.text));
  }
  const { location = call.request.url } = reply.headers as { location?: string };
  const authorization = tokenOfSiteAdmin(board);
  const get = (url: string) => send(board, { method: 'GET', url, headers: { authorization } });
  if (operation.id === 'uploadLogo') {
    const { status } = await get(JSON.parse(reply.text).url);
    if (status !== 200) faults.push(`the picture is answered with ${status}`);
  } else if (/^(create|update|reopen)/.test(operation.id)) {
    const read = await get(readAddress(operation, call, location));
    if (read.text !== reply.text) {
      faults.push(`what was written is read as ${read.status} ${read.text.slice(0, 500)}`);
    }
    if (read.headers.etag !== reply.headers.etag) faults.push('the version is another when read');
  } else if (/^(close|delete)/.test(operation.id)) {
    const { status } = await get(readAddress(operation, call, location));
    const gone = operation.id === 'deleteCompany' ? 404 : 410;
    if (status !== gone) faults.push(`what is gone is read with ${status}`);
  }
  return [...faults, ...(await faultsOfRepeating(driver, { operation, call }, reply, rows))];
}

function tokenOfSiteAdmin({ callers }: BoardUnderTest): string {
  return callers.find(({ role }) => role === 'siteadmin')?.authorization[0] ?? '';
}

function readAddress({ path, id }: Operation, { target }: Call, location: string): string {
  if (id.startsWith('create')) return location;
  return path.split('{id}')[0] + encodeURIComponent(target?.id ?? '');
}

/** The same key makes nothing more, and stands for no other request. */
async function faultsOfRepeating(
  { board }: Driver,
  { call }: Pick<Made, 'operation' | 'call'>,
  reply: Reply,
  rows: Rows,
): Promise<string[]> {
  if (call.further !== 'same' && call.further !== 'another body') return [];
  const others = ['Others.', 'Anyone.'].filter((text) => text !== call.body?.description);
  const changed = call.further === 'another body' && { description: others[0] };
  const again = await send(board, {
    ...call.request,
    payload: JSON.stringify({ ...call.body, ...changed }),
  });
  const faults: string[] = [];
  if (changed && again.status !== 409)
    faults.push(`another body was answered with ${again.status}`);
  if (!changed && again.text !== reply.text) faults.push(`repeated, it answers ${again.text}`);
  const more = changesBetween(rows, await board.rows());
  if (more.length > 0) faults.push(`repeated, it changed ${more}`);
  return faults;
}

/** A list's page, and the one that its reply names. */
async function readNextPage(
  { board, replyFits }: Driver,
  { operation, caller, call }: Made,
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
    ...faultsOfReply(operation, call, second, replyFits),
    ...faultsOfVerdict(operation, caller, call, second),
  ];
}
