import type { FastifyInstance } from 'fastify';
import { isId } from '#server/http/api/cursor.ts';
import { callInProcess } from '#server/http/api/in-process-api.ts';
import { badInput, notFound, ProblemError } from '#server/http/api/problem.ts';
import { framedAnywhere } from '#server/http/plugins/security-headers.ts';
import type { StyledSite } from '#server/platform/live-site.ts';
import { parseUrl } from '#server/platform/parse-url.ts';
import { readRequestedJobs, requestedParameters } from '#server/publishing/requested-jobs.ts';
import { wholeNumber } from '#shared/contract/parameters.ts';
import { EMBED_THEMES, EMBEDDED_JOBS } from '#shared/domain/embeds.ts';
import { embeds, oembed } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { embeddedJobs } from './embedded-jobs.ts';
import { describeAsLink, writeOembedXml } from './oembed.ts';

const limitOf = wholeNumber(EMBEDDED_JOBS).catch(EMBEDDED_JOBS.default);

/** Parses a maximum length in pixels. If the text is invalid, returns undefined, which means that there is no limit. */
function pixels(written: string | undefined): number | undefined {
  return written && /^\d{1,6}$/.test(written) ? Number(written) : undefined;
}

/**
 * The routes with which other sites show jobs: a list of jobs for frames, and the oEmbed response for the page of a
 * job.
 */
export function embedRoutes(app: FastifyInstance, site: StyledSite): void {
  const inFrames = { config: { isPublic: true }, helmet: framedAnywhere };
  app.get(embeds.jobs(), inFrames, async (request, reply) => {
    const { theme, limit } = requestedParameters(request);
    const jobs = await readRequestedJobs(request, {
      description: 'summary',
      limit: limitOf.parse(limit),
    });
    const known = EMBED_THEMES.find((name) => name === theme);
    return reply.type('text/html; charset=utf-8').send(embeddedJobs(jobs, site, known));
  });

  // The request and its parameters: https://oembed.com/#section2.2
  app.get(oembed(), { config: { isPublic: true } }, async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight } = requestedParameters(request);
    if (!url) throw badInput([{ path: 'url', message: 'must be given' }]);
    if (format !== 'json' && format !== 'xml') {
      throw new ProblemError(501, 'Unsupported format; use json or xml.');
    }
    const id = jobIdOf(url, site.origin);
    if (!id) throw notFound('address');
    // Convert a 410 to a 404, because oEmbed has no status for a deleted resource. https://oembed.com/#section2.3
    const job = await callInProcess(request, 'GET /api/jobs/:id', { params: { id } }).catch(
      (error: unknown) => {
        throw error instanceof ProblemError && error.status === 410 ? notFound('job') : error;
      },
    );
    const room = { maxwidth: pixels(maxwidth), maxheight: pixels(maxheight) };
    const values = describeAsLink(job, site, room);
    return format === 'xml'
      ? reply.type('text/xml; charset=utf-8').send(writeOembedXml(values))
      : reply.type('application/json; charset=utf-8').send(JSON.stringify(values));
  });
}

/**
 * Returns the job id if the URL leads to a job's page on this board, with any query or fragment. Otherwise returns
 * undefined.
 */
function jobIdOf(address: string, publicUrl: string): string | undefined {
  const parsed = parseUrl(address);
  if (!parsed) return undefined;
  const { origin, pathname, username, password } = parsed;
  if (origin !== new URL(publicUrl).origin || username || password) return undefined;
  const id = pathname.split('/').at(-1) ?? '';
  return isId(id) && pathname === pages.job(id) ? id : undefined;
}
