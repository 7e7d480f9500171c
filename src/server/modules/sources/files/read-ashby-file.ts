import { createReadStream } from 'node:fs';
import { ashbyPosting, toAshbyJob } from '#server/job-feeds/systems/ashby.ts';
import { webAddress } from '#server/job-feeds/systems/build-job.ts';
import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';
import { formatIssue } from '#server/job-feeds/systems/fields.ts';
import { readJsonEntries } from '#server/job-feeds/systems/read-entries.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import { BATCH, type Feed, type FeedEnd } from './feed.ts';

/**
 * Reads the jobs of a recorded Ashby feed.
 * @param onEntry called for each entry
 */
export async function* readAshbyFile(path: string, onEntry: () => void): Feed['jobs'] {
  const skipped: FeedEnd['skipped'] = [];
  // Keep the ids of all jobs in memory, but not the jobs themselves.
  const listed = new Set<string>();
  const taken = new Set<string>();
  let entries = 0;
  let unidentified = 0;
  let url: string | undefined;
  let postings = 0;
  let batch: FeedJob[] = [];
  let characters = 0;

  for await (const entry of readFileEntries(path)) {
    entries += 1;
    onEntry();
    const { data, error } = ashbyPosting.entry.safeParse(entry);
    const { data: id } = ashbyPosting.id.safeParse(entry);
    const job = id ?? `number ${entries}`;
    if (id === undefined) unidentified += 1;
    else if (data?.isListed !== false) listed.add(id);
    if (!data) {
      skipped.push({ job, reason: formatIssue(error) });
      continue;
    }
    postings += 1;
    const found = feedUrl(data.jobUrl);
    url ??= found;
    if (found !== undefined && found !== url) {
      throw new UnreadableFeedError(`its jobs belong to several boards (${url}, ${found})`);
    }
    const result = taken.has(data.id) ? { reason: 'the file lists it twice' } : toAshbyJob(entry);
    if ('reason' in result) {
      skipped.push({ job, reason: result.reason });
      continue;
    }
    taken.add(data.id);
    batch.push(result);
    characters += result.description.length;
    if (batch.length < BATCH.jobs && characters < BATCH.characters) continue;
    yield { url, jobs: batch };
    batch = [];
    characters = 0;
  }
  if (entries > 0 && postings === 0) {
    throw new UnreadableFeedError(`it has no Ashby posting (${skipped[0]?.reason})`);
  }
  if (batch.length > 0) yield { url, jobs: batch };
  return { url, skipped, listed: unidentified === 0 && entries > 0 ? listed : undefined };
}

async function* readFileEntries(path: string): AsyncGenerator<unknown, void> {
  const file = createReadStream(path);
  try {
    yield* readJsonEntries(file, { what: 'an Ashby job board', name: 'jobs' });
  } finally {
    file.destroy();
  }
}

/**
 * The maximum length of a feed's URL (characters). It is longer than any Ashby feed's URL, and short enough for an
 * index.
 */
const FEED_URL_LENGTH = 300;

/**
 * Derives the URL of the feed from the URL of a job: `https://jobs.ashbyhq.com/lambda` from
 * `https://jobs.ashbyhq.com/Lambda/…`. Returns undefined if the job's URL is not a web URL.
 */
function feedUrl(jobUrl: string | null | undefined): string | undefined {
  const address = webAddress(jobUrl);
  if (address === undefined) return undefined;
  const { host, pathname } = new URL(address);
  const url = `https://${host}${pathname.replace(/\/[^/]*\/?$/, '')}`.toLowerCase();
  return url.length > FEED_URL_LENGTH ? undefined : url;
}
