import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badInput, ProblemError } from '../api/problem.ts';

/**
 * The routes of this scope take `multipart/form-data` and no other body.
 * https://github.com/fastify/fastify-multipart
 */
export async function multipartBodies(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  // A file that is too large is told of here, in the API's words.
  await scope.register(multipart, { throwFileSizeLimit: false });
}

/** What a body holds besides its file, at most (bytes). */
const OVERHEAD = 64 * 1024;

/** https://github.com/fastify/busboy#busboy-methods */
const LIMITS = { files: 2, fields: 10, parts: 12, fieldSize: 1_024, headerPairs: 20 };

/**
 * The one file of a `multipart/form-data` body, in memory. Whatever fields come along are read over,
 * and so is all that comes after a fault: the connection is good for the next request.
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
  const refusal = (message: string, status?: number) =>
    badInput([{ path: field, message }], status);
  const tooLarge = () => refusal(`must be at most ${bytes / 1024 / 1024} MiB`, 413);
  // One that says so itself need not be kept.
  if (Number(request.headers['content-length']) > bytes + OVERHEAD) throw tooLarge();
  const files: { named: boolean; content: Buffer; truncated: boolean }[] = [];
  try {
    const limits = { ...LIMITS, fileSize: bytes };
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      const content = await part.toBuffer();
      files.push({ named: part.fieldname === field, content, truncated: part.file.truncated });
    }
  } catch (error) {
    if (error instanceof request.server.multipartErrors.FilesLimitError) {
      throw refusal('must be one file alone');
    }
    request.log.debug({ err: error }, 'a multipart body could not be read');
    const message = 'must be well-formed multipart/form-data with one file and little else';
    throw badInput([{ path: 'body', message }]);
  }
  const [file, ...more] = files;
  if (more.length > 0) throw refusal('must be one file alone');
  if (file && !file.named) throw refusal('must be the name of the field with the file');
  if (file?.truncated) throw tooLarge();
  if (!file?.content.length) throw refusal('must be a file');
  return file.content;
}
