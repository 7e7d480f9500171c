import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { isLongerThan, toOneLine } from '#server/content/text.ts';
import { COMPANY_NAME_LENGTH } from '#shared/constants/limits.ts';
import { identified, posting, toSourceJob, webAddress } from './ashby-posting.ts';
import { readJsonList } from './json-list.ts';
import {
  type BoardEnd,
  type SourceBoard,
  type SourceJob,
  UnreadableBoardError,
} from './source-board.ts';

const board = z.object({ jobs: z.array(z.unknown()) });

/** As many jobs, or characters of their descriptions, are converted ahead and written at once. */
const BATCH = { jobs: 1_000, characters: 4_000_000 };

/**
 * Opens a recorded job board; the company's name is the file's.
 * @throws UnreadableBoardError where the file has not the name of a company.
 */
export function openAshbyBoard(path: string): SourceBoard {
  const name = companyName(path);
  return { source: 'ashby', company: { name }, jobs: readJobs(path) };
}

async function* readJobs(path: string): SourceBoard['jobs'] {
  const skipped: BoardEnd['skipped'] = [];
  // Only the ids of all jobs are in memory: two sets of a million fit.
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
      skipped.push({ job, reason: whyNot(error) });
      continue;
    }
    postings += 1;
    const found = boardUrl(data.jobUrl);
    url ??= found;
    if (found !== undefined && found !== url) {
      throw new UnreadableBoardError(`its jobs are of several boards (${url}, ${found})`);
    }
    if (data.isListed === false) {
      skipped.push({ job, reason: 'it is not listed' });
    } else if (taken.has(data.id)) {
      skipped.push({ job, reason: 'the file has it twice' });
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
    throw new UnreadableBoardError(`not a job in it is an Ashby posting (${skipped[0]?.reason})`);
  }
  if (batch.length > 0) yield { url, jobs: batch };
  return { url, skipped, listed: unidentified === 0 && entries > 0 ? listed : undefined };
}

/** The entries of the file's list of jobs, one by one; the file itself may be larger than memory. */
async function* readEntries(path: string): AsyncGenerator<unknown, void> {
  const file = createReadStream(path);
  let rest: unknown;
  try {
    const pieces = readJsonList(file, 'jobs');
    let piece = await pieces.next();
    for (; !piece.done; piece = await pieces.next()) yield* piece.value;
    rest = piece.value;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new UnreadableBoardError(error.message);
    if (file.bytesRead === 0) throw new UnreadableBoardError('it is empty');
    if (error instanceof RangeError) throw new UnreadableBoardError(error.message);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableBoardError(`it is not JSON (${reason.split('\n')[0]?.slice(0, 120)})`);
  } finally {
    file.destroy();
  }
  if (!board.safeParse(rest).success) {
    throw new UnreadableBoardError('it is not an Ashby job board: it has no list of jobs');
  }
}

/** Longer than any of theirs, and short enough for an index (characters). */
const BOARD_URL_LENGTH = 300;

/**
 * `https://jobs.ashbyhq.com/lambda` for `https://jobs.ashbyhq.com/Lambda/…`: the same whatever the file is called.
 * Undefined where the job's address is none.
 */
function boardUrl(jobUrl: string | null | undefined): string | undefined {
  const address = webAddress(jobUrl);
  if (address === undefined) return undefined;
  const { host, pathname } = new URL(address);
  const url = `https://${host}${pathname.replace(/\/[^/]*\/?$/, '')}`.toLowerCase();
  return url.length > BOARD_URL_LENGTH ? undefined : url;
}

/** `Hyperliquid%20Labs.json` is "Hyperliquid Labs". */
function companyName(path: string): string {
  const encoded = basename(path).replace(/\.json$/i, '');
  let name: string;
  try {
    name = toOneLine(decodeURIComponent(encoded));
  } catch {
    // A percent sign that encodes nothing is a part of the name.
    name = toOneLine(encoded);
  }
  if (!name || isLongerThan(name, COMPANY_NAME_LENGTH)) {
    throw new UnreadableBoardError('its name is not the name of a company');
  }
  return name;
}

function whyNot(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  return issue ? `${issue.path.join('.') || 'the entry'}: ${issue.message}` : 'it is not readable';
}

/** What goes wrong with one posting, foreseen or not, costs that posting alone. */
function convert(data: z.infer<typeof posting>): ReturnType<typeof toSourceJob> {
  try {
    return toSourceJob(data);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason: `it cannot be converted (${toOneLine(reason).slice(0, 120)})` };
  }
}
