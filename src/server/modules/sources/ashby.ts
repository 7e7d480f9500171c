import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { z } from 'zod';
import { isLongerThan, toOneLine } from '#server/content/text.ts';
import { COMPANY_NAME_LENGTH } from '#shared/limits.ts';
import { identified, posting, toSourceJob, webAddress } from './ashby-posting.ts';
import { readJsonList } from './json-list.ts';
import {
  type FeedEnd,
  type SourceFeed,
  type SourceJob,
  UnreadableFeedError,
} from './source-feed.ts';

/**
 * The maximum size of a batch, which is converted and then written at once: its jobs, and the characters of their
 * descriptions.
 */
const BATCH = { jobs: 1_000, characters: 4_000_000 };

/**
 * Opens a recorded Ashby feed. The file's name is the company's name.
 * @throws UnreadableFeedError if the file's name is not a valid company name.
 */
export function openAshbyFeed(path: string): SourceFeed {
  const name = companyName(path);
  return { source: 'ashby', company: { name }, jobs: readJobs(path) };
}

async function* readJobs(path: string): SourceFeed['jobs'] {
  const skipped: FeedEnd['skipped'] = [];
  // The ids of all jobs stay in memory, but the jobs themselves do not.
  const listed = new Set<string>();
  const taken = new Set<string>();
  let entries = 0;
  let unidentified = 0;
  let url: string | undefined;
  let postings = 0;
  let batch: SourceJob[] = [];
  let characters = 0;

  for await (const entry of readEntries(path)) {
    entries += 1;
    const { data, error } = posting.safeParse(entry);
    const id = data?.id ?? identified.safeParse(entry).data?.id;
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
    if (data.isListed === false) {
      skipped.push({ job, reason: 'it is not listed' });
    } else if (taken.has(data.id)) {
      skipped.push({ job, reason: 'the file lists it twice' });
    } else {
      const result = convert(data);
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
  }
  if (entries > 0 && postings === 0) {
    throw new UnreadableFeedError(`it has no Ashby posting (${skipped[0]?.reason})`);
  }
  if (batch.length > 0) yield { url, jobs: batch };
  return { url, skipped, listed: unidentified === 0 && entries > 0 ? listed : undefined };
}

/** Streams the entries of the file's list of jobs, because the file may be larger than the memory. */
async function* readEntries(path: string): AsyncGenerator<unknown, void> {
  const file = createReadStream(path);
  let hasList: boolean;
  try {
    hasList = yield* readJsonList(file, 'jobs');
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new UnreadableFeedError(error.message);
    if (file.bytesRead === 0) throw new UnreadableFeedError('it is empty');
    if (error instanceof RangeError) throw new UnreadableFeedError(error.message);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableFeedError(`it is not JSON (${reason.split('\n')[0]?.slice(0, 120)})`);
  } finally {
    file.destroy();
  }
  if (!hasList) {
    throw new UnreadableFeedError('it is not an Ashby job board: it has no list of jobs');
  }
}

/**
 * The maximum length of a feed's URL (characters). It is longer than any Ashby feed's URL, and short enough for an
 * index.
 */
const FEED_URL_LENGTH = 300;

/**
 * Derives the URL of the feed from the URL of a job: `https://jobs.ashbyhq.com/lambda` from
 * `https://jobs.ashbyhq.com/Lambda/…`. Returns undefined if the job's URL is not a web address.
 */
function feedUrl(jobUrl: string | null | undefined): string | undefined {
  const address = webAddress(jobUrl);
  if (address === undefined) return undefined;
  const { host, pathname } = new URL(address);
  const url = `https://${host}${pathname.replace(/\/[^/]*\/?$/, '')}`.toLowerCase();
  return url.length > FEED_URL_LENGTH ? undefined : url;
}

/** Derives the company's name from the file's name: "Hyperliquid Labs" from `Hyperliquid%20Labs.json`. */
function companyName(path: string): string {
  const encoded = basename(path).replace(/\.json$/i, '');
  let name: string;
  try {
    name = toOneLine(decodeURIComponent(encoded));
  } catch {
    // If the percent signs encode nothing, they are part of the name.
    name = toOneLine(encoded);
  }
  if (!name || isLongerThan(name, COMPANY_NAME_LENGTH)) {
    throw new UnreadableFeedError('its name is not a valid company name');
  }
  return name;
}

function formatIssue(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  return issue ? `${issue.path.join('.') || 'the entry'}: ${issue.message}` : 'it is not readable';
}

/** Converts a posting. If that throws, the posting is skipped, so that a bad posting does not stop the import. */
function convert(data: z.infer<typeof posting>): ReturnType<typeof toSourceJob> {
  try {
    return toSourceJob(data);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: `it cannot be converted (${toOneLine(reason).slice(0, 120)})` };
  }
}
