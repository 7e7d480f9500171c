import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ChangeListener, listenForChanges } from '#server/db/change-listener.ts';
import type { RenderedPage, RenderPage } from '#shared/render-page.ts';
import { tokenFor } from './access-tokens.ts';
import { createAccount, createJob } from './factories.ts';
import { buildTestApp, loadTestBundle } from './test-app.ts';
import type { TestDatabase } from './test-database.ts';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it was on the wire. */
  body: Buffer;
  /** Decoded. */
  text: string;
};

/** One server process, as far as its readers can tell: the production app on a port, keeping answers. */
export type CachedBoard = {
  port: number;
  changes: ChangeListener;
  /** Resolves when everyone is shown all that was committed before the call, but for what may lag behind. */
  settle(): Promise<void>;
  /** What was rendered, each page's path and query. */
  renders: string[];
  /** Set to hold each page back once it is rendered. */
  holdBack: ((page: RenderedPage) => Promise<void>) | undefined;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  close(): Promise<void>;
};

export type AskOptions = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
};

type Options = {
  /** Where the changes are heard; elsewhere for tests that break the line. */
  connectionString?: string;
  settings?: Record<string, string>;
  onDisconnect?: () => void;
  /** Takes the line to be in time, however slow the machine: for tests of something else. */
  steady?: boolean;
};

/** In less, PostgreSQL answers on any machine (ms): a line that is given up takes all cached answers with it. */
const STEADY_SILENCE = 60_000;

export async function startCachedBoard(
  database: TestDatabase,
  { connectionString = database.url, settings, onDisconnect = () => {}, steady }: Options = {},
): Promise<CachedBoard> {
  const line = await listenForChanges({
    connectionString,
    onDisconnect,
    ...(steady && { responseTimeout: STEADY_SILENCE }),
  });
  const changes = steady ? { ...line, freshUntil: () => Number.POSITIVE_INFINITY } : line;
  const bundle = await loadTestBundle();
  const render: RenderPage = async (page) => {
    const { pathname, search } = new URL(page.url);
    board.renders.push(`${pathname}${search}`);
    const rendered = await bundle.render(page);
    await board.holdBack?.(rendered);
    return rendered;
  };
  const app = await buildTestApp(database, settings, { changes, web: { ...bundle, render } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const board: CachedBoard = {
    port,
    changes,
    settle: () => app.settleChanges(),
    renders: [],
    holdBack: undefined,
    ask: (path, options) => ask(port, path, options),
    async close() {
      await app.close();
      await line.close();
    },
  };
  return board;
}

/** Sends the address as it stands, and decodes nothing on the way: `fetch` would do both. */
async function ask(
  port: number,
  path: string,
  { method = 'GET', headers, body, signal }: AskOptions = {},
): Promise<Answer> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    agent: false,
    ...(signal && { signal }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [reply] = await once(sent, 'response');
  const bytes = await buffer(reply);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[
    reply.headers['content-encoding'] as string
  ];
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: bytes,
    text: (decode && bytes.length > 0 ? decode(bytes) : bytes).toString(),
  };
}

/** Holds the next page back, once it is rendered. */
export function holdNextPage(board: CachedBoard) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = new Promise<void>((resolve) => {
    board.holdBack = () => {
      board.holdBack = undefined;
      resolve();
      return released;
    };
  });
  return { held, release };
}

/** A job, and what gives it another title through the API, as a site admin does. */
export async function startRenaming(db: TestDatabase['db'], board: CachedBoard) {
  const admin = await createAccount(db, { role: 'siteadmin' });
  const headers = { authorization: `Bearer ${await tokenFor(db, admin.id)}` };
  const { company_id, id } = await createJob(db);
  const body = {
    type: 'Contract',
    location: 'Porto',
    description: 'You will make things.',
    salary: '$200K-$300K',
    applyurl: 'https://example.com/apply',
    company: { id: company_id },
  };
  const rename = (title: string): Promise<Answer> =>
    board.ask(`/api/jobs/${id}`, { method: 'PUT', headers, body: { ...body, title } });
  return { id, rename };
}
