import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { BROTLI_QUALITY } from '../page-cache/cached-response.ts';

/** Compresses private responses. `cached-response.ts` compresses public ones, and the build compresses static files. */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Disable the decompression of request bodies: it leaks megabytes of memory for each body that is refused because
    // it decompresses to a large one.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
}
