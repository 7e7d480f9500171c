import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Content, FeedAnswer } from './feed-server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Faults of real servers, as answers of the feed server. */

/** A body that ends early, although the header states its length. */
export function cutBody({ type, text }: Content): FeedAnswer {
  const body = Buffer.from(text);
  return {
    async write(response) {
      response.writeHead(200, {
        'content-type': type,
        'content-length': String(body.length),
      });
      await sendPart(response, body.subarray(0, body.length / 2));
      response.destroy();
    },
  };
}

/** A chunked body without its last chunk. */
export function cutChunks({ type, text }: Content): FeedAnswer {
  const body = Buffer.from(text);
  return {
    async write(response) {
      response.writeHead(200, { 'content-type': type });
      await sendPart(response, body.subarray(0, body.length / 2));
      response.destroy();
    },
  };
}

/** A compressed body that ends early in a complete response, as if a proxy had cached only half of the body. */
export function cutGzip({ type, text }: Content): FeedAnswer {
  const body = gzipSync(text);
  return {
    headers: { 'content-type': type, 'content-encoding': 'gzip' },
    bytes: body.subarray(0, body.length / 2),
  };
}

/** The first half of a text in a complete response, as if the program that writes it had failed halfway. */
export function halfText({ type, text }: Content): FeedAnswer {
  return { headers: { 'content-type': type }, text: text.slice(0, text.length / 2) };
}

export function emptyBody({ type }: Content): FeedAnswer {
  return { headers: { 'content-type': type }, text: '' };
}

/**
 * Writes a part of a response, and waits until it is sent, because data that is still buffered is lost when the
 * connection ends.
 */
async function sendPart(
  response: Parameters<NonNullable<FeedAnswer['write']>>[0],
  part: Uint8Array,
) {
  await new Promise<void>((resolve, reject) => {
    response.write(part, (error) => (error ? reject(error) : resolve()));
  });
}

/** A body that never ends, and of which one byte is sent per interval (ms). */
export function slowBody(interval: number): FeedAnswer {
  async function* drip() {
    for (;;) {
      yield Buffer.from(' ');
      await wait(interval);
    }
  }
  return { headers: JSON_TYPE, bytes: drip() };
}

/** A server that accepts the request and sends nothing. */
export function silence(): FeedAnswer {
  return { write() {} };
}

/** A response that has only a status. */
export function status(code: number): FeedAnswer {
  return { status: code };
}

export function redirect(location: string, status = 302): FeedAnswer {
  return { status, headers: { location } };
}

/** A response with the status 429 (too many requests), or another status that asks the client to wait. */
export function busy(retryAfter?: number | string, status = 429): FeedAnswer {
  return { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } };
}

/** A page of a firewall or of a login instead of data. */
export function htmlPage(status = 200): FeedAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    text: '<!doctype html><html><title>Just a moment…</title><p>Please prove that you are human.</html>',
  };
}

/** A text after a byte order mark. */
export function withByteOrderMark({ type, text }: Content): FeedAnswer {
  return { headers: { 'content-type': type }, text: `\uFEFF${text}` };
}

/** Text in a charset that differs from the one in the header. */
export function wrongCharset({ type, text }: Content): FeedAnswer {
  return {
    headers: { 'content-type': `${type.replace(/;.*/, '')}; charset=utf-8` },
    bytes: Buffer.from(text, 'latin1'),
  };
}

/** A small body that decompresses to a large one. */
export function compressionBomb(encoding: 'gzip' | 'br', size: number): FeedAnswer {
  // Gzip may have several members, so the same part can be repeated, which takes less time.
  const parts = encoding === 'gzip' ? 64 : 1;
  const zeros = Buffer.alloc(size / parts);
  const part =
    encoding === 'gzip'
      ? gzipSync(zeros)
      : brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  const bytes = Buffer.concat(Array.from({ length: parts }, () => part));
  return { headers: { ...JSON_TYPE, 'content-encoding': encoding }, bytes };
}

/** A large body that decompresses to nothing: empty gzip members without an end. */
export function endlessEmptyGzip(): FeedAnswer {
  const member = gzipSync('');
  const members = Buffer.concat(Array.from({ length: 1000 }, () => member));
  async function* repeat() {
    for (;;) yield members;
  }
  return { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, bytes: repeat() };
}

/** A plain body without an end. */
export function endlessBody(): FeedAnswer {
  const spaces = Buffer.alloc(64 * 1024, ' ');
  async function* repeat() {
    for (;;) yield spaces;
  }
  return { headers: JSON_TYPE, bytes: repeat() };
}

/** Headers without an end. */
export function endlessHeaders(): FeedAnswer {
  return {
    async write({ socket }) {
      if (!socket) return;
      socket.write('HTTP/1.1 200 OK\r\n');
      for (let count = 0; socket.writable; count++) {
        const isWritten = new Promise((resolve) =>
          socket.write(`x-${count}: ${'a'.repeat(1000)}\r\n`, resolve),
        );
        await isWritten;
      }
    },
  };
}

/** Something that is not HTTP. */
export function otherProtocol(): FeedAnswer {
  return { write: ({ socket }) => void socket?.end('220 mail.example ESMTP\r\n') };
}
