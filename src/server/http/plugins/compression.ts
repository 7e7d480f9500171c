import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { BROTLI_QUALITY } from '../page-cache/cached-response.ts';

/**
 * Compresses private responses. Public ones are compressed in `cached-response.ts`, static files during the build.
 */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // By default, the plugin also decompresses request bodies. It leaks megabytes of memory for each refused body that
    // decompresses to a large one.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
}
