import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badInput, ProblemError } from './problem.ts';

/** https://github.com/fastify/fastify-multipart */
export async function multipartBodies(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
}

/**
 * The one file of a `multipart/form-data` body, in memory. Whatever fields come along are read over.
 * @throws ProblemError 400 where there is none or more than one, 413 where it is too large, 415 where
 * the body is something else
 */
export async function readFile(
  request: FastifyRequest,
  { field, bytes }: { field: string; bytes: number },
): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new ProblemError(415, 'The body must be multipart/form-data.');
  }
  const tooLarge = () => {
    const message = `must be at most ${bytes / 1024 / 1024} MiB`;
    return new ProblemError(413, `${field} ${message}.`, { errors: [{ path: field, message }] });
  };
  // One that says so itself need not be read.
  if (Number(request.headers['content-length']) > bytes + OVERHEAD) throw tooLarge();
  let file: Buffer | undefined;
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: bytes } })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== field) {
      throw badInput([{ path: part.fieldname, message: `is no file that is taken here` }]);
    }
    if (file) throw badInput([{ path: field, message: 'must be one file alone' }]);
    file = await part.toBuffer();
    if (part.file.truncated) throw tooLarge();
  }
  if (!file?.length) throw badInput([{ path: field, message: 'must be a file' }]);
  return file;
}

/** What a body holds besides its file, at most. */
const OVERHEAD = 64 * 1024;

/** https://github.com/fastify/busboy#exports */
const LIMITS = { files: 2, fields: 10, parts: 12, fieldSize: 1_024, headerPairs: 20 };
