import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Keys, signatureFault } from './signature-v4.ts';

type StoredObject = { content: Buffer; headers: Record<string, string>; written: Date };

/** How the store fails: it says nothing, says half, or says that it cannot. */
type Fault = 'hangs' | 'hangs midway' | 'cuts' | 'cuts midway' | 'SlowDown' | 'InternalError';

/** A store with one bucket, called `board`, over HTTP: as much of S3 as the board asks for, with its signatures. */
export type S3Server = {
  origin: string;
  keys: Keys;
  /** By their names in the bucket. */
  objects: Map<string, StoredObject>;
  /** The method, host and path of what it was asked so far. */
  asked: string[];
  fault: Fault | undefined;
  /** How many objects a page of a list has at most. */
  pageSize: number;
  /** Nobody listens at its address any more. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
};

const BUCKET = 'board';

export async function startS3Server(): Promise<S3Server> {
  const http = createServer((request, response) => {
    buffer(request).then(
      (body) => answer(server, request, response, body),
      // Who goes away in the midst of a request is not answered.
      () => response.destroy(),
    );
  });
  const server: S3Server = {
    origin: '',
    keys: { accessKeyId: 'AKIDTEST', secretAccessKey: 'a-secret-of-the-test' },
    objects: new Map(),
    asked: [],
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
  server.asked.push(`${method} ${url.host}${url.pathname}`);
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
    const kept = { 'content-type': type, 'cache-control': cache };
    server.objects.set(key, { content: body, headers: kept, written: new Date() });
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
  const asked = (name: string) => url.searchParams.get(name) ?? '';
  if (asked('list-type') !== '2') return refuse(response, 400, 'InvalidArgument');
  const prefix = asked('prefix');
  const after = Buffer.from(asked('continuation-token'), 'base64').toString();
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(prefix) && name > after)
    .filter((name) => asked('delimiter') === '' || !name.slice(prefix.length).includes('/'))
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

/** As stores do, it says more than is good for a log. */
function refuse(response: ServerResponse, status: number, code: string): ServerResponse {
  const said = 'GET token=leaked-by-the-store AKIDTEST';
  return sendXml(
    response,
    status,
    `<Error><Code>${code}</Code><Message>${said}</Message><StringToSign>${said}</StringToSign></Error>`,
  );
}

function sendXml(response: ServerResponse, status: number, xml: string): ServerResponse {
  response.writeHead(status, { 'content-type': 'application/xml' });
  return response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
}
