import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { findMergedCompanies, findMergedJob } from './follow-merges.ts';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Matches a company's id in the URL of a page, a picture or an endpoint: in the path, or as a filter of a list. */
const COMPANY = new RegExp(
  `(?<=^/(?:api/|previews/)?companies/)${ID}|(?<=[?&]company=)${ID}`,
  'gi',
);

const JOB = new RegExp(`^/(?:api/)?jobs/(${ID})(?=$|[/?])`, 'i');

/** A path on this site. A URL that begins with `//` would lead to a different host. */
const isOwnPath = (url: string) => /^\/(?![/\\])/.test(url);

/**
 * Redirects the URLs of merged companies and jobs to the URLs of the remaining companies and jobs. The redirects are
 * permanent for search engines, but caches revalidate them, because a merge can be undone. Call this before responses
 * are cached.
 */
export function redirectMerged(app: FastifyInstance, db: BoardDatabase): void {
  /** The URL with the remaining companies; undefined if no company in the URL was merged. */
  async function followCompanies(url: string): Promise<string | undefined> {
    const ids = url.match(COMPANY);
    if (!ids) return undefined;
    const merged = await db.reads.planned((reader) => findMergedCompanies(reader, ids));
    if (merged.size === 0) return undefined;
    return url.replace(COMPANY, (id) => merged.get(id.toLowerCase()) ?? id);
  }

  async function followJob(url: string): Promise<string | undefined> {
    const [, id] = JOB.exec(url) ?? [];
    const target = id && (await db.reads.planned((reader) => findMergedJob(reader, id)));
    return target ? url.replace(id, target) : undefined;
  }

  // A list with the filter of a merged company would be empty and not missing (404). Therefore, follow merges before
  // the list is read.
  app.addHook('onRequest', async ({ method, url }, reply) => {
    if (!isRead(method) || !isOwnPath(url)) return;
    const target = await followCompanies(url);
    if (target) return redirect(reply, target).send();
  });

  // Look for a merged job only if the job is missing. Also follow the company again, because it may have been merged
  // since the request began.
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, url } = request;
    const isMissing = reply.statusCode === 404 || reply.statusCode === 410;
    if (!isMissing || !isRead(method) || !isOwnPath(url)) return payload;
    try {
      const target = (await followJob(url)) ?? (await followCompanies(url));
      if (!target) return payload;
      reply.removeHeader('content-type').removeHeader('content-length');
      redirect(reply, target);
      return '';
    } catch (error) {
      reply.removeHeader('content-length');
      return app.writeError(error, request, reply);
    }
  });
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.code(301).header('cache-control', 'no-cache').header('location', url);
}
