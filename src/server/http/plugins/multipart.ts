import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badInput, ProblemError } from '../api/problem.ts';

/**
 * Makes the routes of this scope accept only `multipart/form-data` bodies.
 * https://github.com/fastify/fastify-multipart
 */
export async function multipartBodies(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  // `readFile` reports a file that is too large itself, as a problem document.
  await scope.register(multipart, { throwFileSizeLimit: false });
}

/** The maximum size of a body, not counting its file (bytes). */
const OVERHEAD = 64 * 1024;

/** The limits on the parts of a form, for the multipart parser. https://github.com/fastify/busboy#busboy-methods */
const LIMITS = { files: 2, fields: 10, parts: 12, fieldSize: 1_024, headerPairs: 20 };

/**
 * Reads the only file of a `multipart/form-data` body into memory, and ignores other fields. After an error, reads the
 * rest of the body, so that the connection can serve the next request.
 * @throws ProblemError 400 without exactly one file, 413 if the file is too large, 415 if the body has a different type
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
  // If the `Content-Length` is too large, refuse the body without reading it.
  if (Number(request.headers['content-length']) > bytes + OVERHEAD) throw tooLarge();
  const files: { isExpectedField: boolean; content: Buffer; truncated: boolean }[] = [];
  try {
    const limits = { ...LIMITS, fileSize: bytes };
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      const content = await part.toBuffer();
      files.push({
        isExpectedField: part.fieldname === field,
        content,
        truncated: part.file.truncated,
      });
    }
  } catch (error) {
    if (error instanceof request.server.multipartErrors.FilesLimitError) {
      throw refusal('must be exactly one file');
    }
    request.log.debug({ err: error }, 'Multipart body unreadable; request refused');
    const message = 'must be well-formed multipart/form-data with one file and few other fields';
    throw badInput([{ path: 'body', message }]);
  }
  const [file, ...more] = files;
  if (more.length > 0) throw refusal('must be exactly one file');
  if (file && !file.isExpectedField) throw refusal('must be the name of the file field');
  if (file?.truncated) throw tooLarge();
  if (!file?.content.length) throw refusal('must be a file');
  return file.content;
}
