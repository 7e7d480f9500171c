import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { BROTLI_QUALITY } from '../page-cache/cached-response.ts';

/**
 * Compresses what is made for one caller; files are compressed when they are built, and what is the same
 * for everyone in `finished-answers.ts`.
 */
export async function compression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // By itself it also unpacks bodies that come compressed: of a small one that unpacks into a large one it keeps
    // megabytes for good after it is refused.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
}
