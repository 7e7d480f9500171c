import type { FastifyInstance } from 'fastify';
import { drawLogo } from '#server/content/images/logo.ts';
import { UPLOADS_PATH, uploadHash } from '#server/content/storage/upload-name.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import type { Database } from '#server/db/client.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { isUnchanged } from '#server/http/page-cache/conditional-request.ts';
import { uploadedFile } from '#server/http/plugins/security-headers.ts';
import { ownsCompany } from '#server/modules/teams/queries.ts';
import { addUpload } from './commands.ts';
import { authorizeUpload } from './policy.ts';

/** Serves and accepts uploads. Requires `multipartBodies`. */
export function uploadRoutes(
  app: FastifyInstance,
  { db, storage }: { db: Database; storage: UploadStorage },
): void {
  registerEndpoint(app, 'POST /api/upload', async ({ file, caller }) => {
    // Refuse before the server decodes the file. `addUpload` checks again, because the role may have changed since.
    authorizeUpload(caller, await ownsCompany(db, caller.id));
    return { url: await addUpload(db, storage, caller.id, await drawLogo(file)) };
  });

  const asFile = { helmet: uploadedFile };
  app.get<{ Params: { name: string } }>(`${UPLOADS_PATH}:name`, asFile, async (request, reply) => {
    const { name } = request.params;
    const hash = uploadHash(name);
    const content = hash && (await storage.read(name));
    if (!content) {
      // Caches must revalidate this response, because the file may be uploaded later.
      throw new ProblemError(404, 'There is no such file.', {
        headers: { 'cache-control': 'no-cache' },
      });
    }
    const tag = `"${hash}"`;
    reply.headers({ etag: tag, 'cache-control': 'public, max-age=31536000, immutable' });
    if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type('image/webp').send(content);
  });
}
