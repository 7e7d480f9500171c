import { basename } from 'node:path';
import { isLongerThan, toOneLine } from '#server/content/text.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import { COMPANY_NAME_LENGTH } from '#shared/limits.ts';
import { readApart } from '../reader/read-apart.ts';
import type { Feed, FeedBatch } from './feed.ts';

/**
 * Opens a recorded Ashby feed. The name of the company is read from the name of the file.
 * @param isAlone whether the file is read in a reader of its own
 * @throws UnreadableFeedError if the file's name is not a valid company name.
 */
export function openAshbyFile(path: string, isAlone: boolean): Feed {
  const name = companyName(path);
  return { system: 'ashby', company: { name }, jobs: readJobs(path, isAlone) };
}

/** Reads a file in a reader, one batch ahead. @throws ReaderLostError */
async function* readJobs(path: string, isAlone: boolean): Feed['jobs'] {
  const { readable, writable } = new TransformStream<FeedBatch, FeedBatch>();
  const batches = writable.getWriter();
  const ending = new AbortController();
  const onBatch = (batch: FeedBatch) => batches.write(batch);
  const reading = readApart(
    { kind: 'file', path },
    { onBatch },
    { signal: ending.signal, isAlone },
  );
  reading
    .then(
      () => batches.close(),
      (error: unknown) => batches.abort(error),
    )
    .catch(() => {});
  try {
    yield* readable;
    return await reading;
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw new UnreadableFeedError('it is too large or malformed to read');
  } finally {
    ending.abort();
  }
}

/** Derives the company's name from the file's name, for example "Hyperliquid Labs" from `Hyperliquid%20Labs.json`. */
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
