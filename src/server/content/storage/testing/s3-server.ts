import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Keys, signatureFault } from './signature-v4.ts';

type StoredObject = { content: Buffer; headers: Record<string, string>; written: Date };

/**
 * How the store fails: it hangs, drops the connection or returns an error, either at once or in the middle of the
 * response.
 */
type Fault = 'hangs' | 'hangs midway' | 'cuts' | 'cuts midway' | 'SlowDown' | 'InternalError';

/**
 * An S3 server over HTTP with a single bucket, `board`. It supports the calls that the board makes, and checks
 * signatures.
 */
export type S3Server = {
  origin: string;
  keys: Keys;
  /** The objects by key. */
  objects: Map<string, StoredObject>;
  /** The method, host and path of each request so far. */
  requests: string[];
  fault: Fault | undefined;
  /** The maximum number of objects on a page of a list. */
  pageSize: number;
  /** Stops listening and closes all connections. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
};

const BUCKET = 'board';

export async function startS3Server(): Promise<S3Server> {
  const http = createServer((request, response) => {
    buffer(request).then(
      (body) => answer(server, request, response, body),
      // The client disconnected during its request.
      () => response.destroy(),
    );
  });
  const server: S3Server = {
    origin: '',
    keys: { accessKeyId: 'AKIDTEST', secretAccessKey: 'a-secret-of-the-test' },
    objects: new Map(),
    requests: [],
    fault: undefined,
    pageSize: 1_000,
    async goDown() {
      const closed = http.listening && once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
    comeBack: () => listen(Number(new URL(server.origin).port)),
  };
  async function listen(port: number) {
    http.listen(port, '127.0.0.1');
    await once(http, 'listening');
    server.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }
  await listen(0);
  return server;
}

function answer(
  server: S3Server,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): ServerResponse | undefined {
  const { method = '', headers } = request;
  const url = new URL(request.url ?? '', `http://${headers.host}`);
  server.requests.push(`${method} ${url.host}${url.pathname}`);
  if (server.fault === 'hangs') return undefined;
  if (server.fault === 'cuts') return response.destroy();
  if (server.fault === 'SlowDown') return refuse(response, 503, 'SlowDown');
  if (server.fault === 'InternalError') return refuse(response, 500, 'InternalError');
  const fault = signatureFault(request, body, server.keys);
  if (fault) return refuse(response, 403, fault);
  const path = url.hostname.startsWith(`${BUCKET}.`) ? `/${BUCKET}${url.pathname}` : url.pathname;
  const [, bucket, ...rest] = decodeURIComponent(path).split('/');
  if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
  const key = rest.join('/');
  if (method === 'GET' && key === '') return list(server, url, response);
  if (method === 'GET') return give(server, key, response);
  if (method === 'PUT') {
    const { 'content-type': type = '', 'cache-control': cache = '' } = headers;
    const stored = { 'content-type': type, 'cache-control': cache };
    server.objects.set(key, { content: body, headers: stored, written: new Date() });
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    return response.writeHead(200, { etag }).end();
  }
  if (method === 'DELETE') {
    server.objects.delete(key);
    return response.writeHead(204).end();
  }
  return refuse(response, 405, 'MethodNotAllowed');
}

function give(server: S3Server, key: string, response: ServerResponse): ServerResponse {
  const object = server.objects.get(key);
  if (!object) return refuse(response, 404, 'NoSuchKey');
  const { content, headers } = object;
  response.writeHead(200, { ...headers, 'content-length': content.length });
  if (!server.fault) return response.end(content);
  response.write(content.subarray(0, content.length / 2), () => {
    if (server.fault === 'cuts midway') response.destroy();
  });
  return response;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
function list({ objects, pageSize }: S3Server, url: URL, response: ServerResponse): ServerResponse {
  const parameter = (name: string) => url.searchParams.get(name) ?? '';
  if (parameter('list-type') !== '2') return refuse(response, 400, 'InvalidArgument');
  const prefix = parameter('prefix');
  const after = Buffer.from(parameter('continuation-token'), 'base64').toString();
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(prefix) && name > after)
    .filter((name) => parameter('delimiter') === '' || !name.slice(prefix.length).includes('/'))
    .sort();
  const page = names.slice(0, pageSize);
  const contents = page.map((name) => {
    const { content, written } = objects.get(name) ?? { content: '', written: new Date(0) };
    return `<Contents><Key>${name}</Key><LastModified>${written.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
  });
  const isTruncated = names.length > page.length;
  const next = Buffer.from(page.at(-1) ?? '').toString('base64');
  return sendXml(
    response,
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
  );
}

/** Sends an error that contains secrets, as real stores do. */
function refuse(response: ServerResponse, status: number, code: string): ServerResponse {
  const message = 'GET token=leaked-by-the-store AKIDTEST';
  return sendXml(
    response,
    status,
    `<Error><Code>${code}</Code><Message>${message}</Message><StringToSign>${message}</StringToSign></Error>`,
  );
}

function sendXml(response: ServerResponse, status: number, xml: string): ServerResponse {
  response.writeHead(status, { 'content-type': 'application/xml' });
  return response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}
