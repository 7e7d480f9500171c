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
  /** The body as sent, possibly compressed. */
  body: Buffer;
  /** The decoded body. */
  text: string;
};

/** The production app with its page cache, listening on a port. */
export type CachedBoard = {
  port: number;
  changes: ChangeListener;
  /** Resolves once responses reflect all earlier commits, except responses that may be stale. */
  settle(): Promise<void>;
  /** The path and query of each rendered page. */
  renders: string[];
  /** A test sets this to delay each page after it is rendered. */
  holdBack: ((page: RenderedPage) => Promise<void>) | undefined;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  close(): Promise<void>;
};

type AskOptions = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
};

type Options = {
  /** The database URL for the change listener. Tests of a broken connection set a different URL. */
  connectionString?: string;
  settings?: Record<string, string>;
  onDisconnect?: () => void;
  /** Ignores late heartbeats of the change listener, for tests that are not about heartbeats. */
  steady?: boolean;
};

/**
 * The heartbeat timeout of the change listener (ms). It is long, because on a slow machine a late heartbeat would evict
 * all responses.
 */
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

/** Requests a URL and returns the body as it was sent. `fetch` would normalize the URL and decode the body. */
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
  const [response] = await once(sent, 'response');
  const bytes = await buffer(response);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[
    response.headers['content-encoding'] as string
  ];
  return {
    status: response.statusCode,
    headers: response.headers,
    body: bytes,
    text: (decode && bytes.length > 0 ? decode(bytes) : bytes).toString(),
  };
}

/** Delays the next page after it is rendered. */
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

/** Creates a job, and returns a function that renames it through the API as a site admin. */
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
