import { Readable } from 'node:stream';
import { chain } from 'stream-chain';
import { pick } from 'stream-json/filters/pick.js';
import { parser } from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';

/** The maximum size of each part that is held in memory: an entry, and the text before or after the list (bytes). */
const MAX_PART_BYTES = 16 * 1024 * 1024;

/**
 * Parses JSON as a stream: yields the entries of the list `name` in a JSON object.
 * @returns whether the object has such a list
 * @throws Error for invalid JSON, TypeError for invalid UTF-8, RangeError if an entry is too large
 */
export async function* readJsonList(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<unknown, boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let hasList = false;
  let unread = 0;
  async function* decode() {
    for await (const chunk of chunks) {
      unread += chunk.length;
      if (unread > MAX_PART_BYTES) {
        throw new RangeError(`a part of it is over ${MAX_PART_BYTES / 1024 / 1024} MiB`);
      }
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  }
  function isList(path: readonly (string | number | null)[], token: { name: string }): boolean {
    const isFound = path.length === 1 && path[0] === name && token.name === 'startArray';
    hasList ||= isFound;
    return isFound;
  }
  const entries = chain([
    Readable.from(decode()),
    parser(),
    pick({ filter: isList }),
    streamArray(),
  ]);
  for await (const { value } of entries) {
    unread = 0;
    yield value;
  }
  return hasList;
}
