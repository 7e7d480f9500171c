import { basename } from 'node:path';
import { z } from 'zod';
import { COMPANY_NAME_LENGTH } from '#shared/constants/limits.ts';
import { identified, posting, toSourceJob } from './ashby-posting.ts';
import { isLongerThan, toOneLine } from './readable-text.ts';
import { type SourceBoard, type SourceJob, UnreadableBoardError } from './source-board.ts';

const board = z.object({ jobs: z.array(z.unknown()) });

/**
 * Reads a recorded job board; the company's name is the file's.
 * @throws UnreadableBoardError where the file is no such board.
 */
export function readAshbyBoard(path: string, contents: Uint8Array): SourceBoard {
  const name = companyName(path);
  const entries = parse(contents);
  const jobs = new Map<string, SourceJob>();
  const skipped: SourceBoard['skipped'] = [];
  const listed = new Set<string>();
  let unidentified = 0;
  let postings = 0;

  for (const [index, entry] of entries.entries()) {
    const { data: identity } = identified.safeParse(entry);
    const { data, error } = posting.safeParse(entry);
    const job = identity?.id ?? `number ${index + 1}`;
    if (!identity) unidentified += 1;
    else if (data?.isListed !== false) listed.add(identity.id);
    if (!data) {
      skipped.push({ job, reason: whyNot(error) });
      continue;
    }
    postings += 1;
    if (data.isListed === false) {
      skipped.push({ job, reason: 'it is not listed' });
    } else if (jobs.has(data.id)) {
      skipped.push({ job, reason: 'the file has it twice' });
    } else {
      const result = convert(data);
      if ('reason' in result) skipped.push({ job, reason: result.reason });
      else jobs.set(data.id, result);
    }
  }
  if (entries.length > 0 && postings === 0) {
    throw new UnreadableBoardError(`not a job in it is an Ashby posting (${skipped[0]?.reason})`);
  }
  return {
    source: 'ashby',
    company: { sourceId: name, name },
    jobs: [...jobs.values()],
    skipped,
    listed: unidentified === 0 && entries.length > 0 ? listed : undefined,
  };
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

function parse(contents: Uint8Array): unknown[] {
  if (contents.length === 0) throw new UnreadableBoardError('it is empty');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(contents));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableBoardError(`it is not JSON (${reason.split('\n')[0]?.slice(0, 120)})`);
  }
  const { data } = board.safeParse(value);
  if (!data) throw new UnreadableBoardError('it is not an Ashby job board: it has no list of jobs');
  return data.jobs;
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
