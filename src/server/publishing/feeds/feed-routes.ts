import type { FastifyInstance } from 'fastify';
import type { StyledSite } from '#server/platform/live-site.ts';
import { readRequestedJobs, requestedParameters } from '#server/publishing/requested-jobs.ts';
import { feeds } from '#shared/urls/paths.ts';
import { ATOM, writeAtom } from './atom.ts';
import { type JobFeed, jobFeed } from './job-feed.ts';
import { JSON_FEED, writeJsonFeed } from './json-feed.ts';

/** Feeds of the jobs that match a search. By default, the newest job of each part of the result comes first. */
export function feedRoutes(app: FastifyInstance, site: StyledSite): void {
  const addFeed = (path: string, type: string, write: (feed: JobFeed) => string) =>
    app.get(path, { config: { isPublic: true } }, async (request, reply) => {
      const jobs = await readRequestedJobs(request, { description: 'html', sort: 'newest' });
      const { cursor } = requestedParameters(request);
      return reply.type(type).send(write(jobFeed(jobs, cursor, site)));
    });
  addFeed(feeds.jobsAtom(), ATOM, writeAtom);
  addFeed(feeds.jobsJson(), JSON_FEED, writeJsonFeed);
}
