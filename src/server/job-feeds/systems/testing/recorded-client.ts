import type { FeedClient, FeedResponse, RequestOptions } from '../../fetch/fetch-client.ts';
import { FetchError } from '../../fetch/fetch-error.ts';

/** A recorded response: its body, and its type if that matters; or an error, which is thrown. */
type RecordedResponse =
  | string
  | Uint8Array
  | FetchError
  | { body: string | Uint8Array; contentType: string };

/**
 * The responses of a system by URL. The key of a POST consists of the URL and the JSON body. A URL without a response
 * is missing (404).
 */
export type Recording =
  | Record<string, RecordedResponse>
  | ((url: string, options: RequestOptions) => RecordedResponse | undefined);

export type RecordedRequest = RequestOptions & { url: string };

/** The size of a chunk of a body (bytes). It is small, so that chunks split characters and tags. */
const CHUNK = 1_021;

/** Creates a client that answers from a recording, and that records the requests. */
export function recordedClient(recording: Recording): FeedClient & { requests: RecordedRequest[] } {
  const requests: RecordedRequest[] = [];
  return {
    requests,
    async get(url, options = {}) {
      requests.push({ url, ...options });
      const found = typeof recording === 'function' ? recording(url, options) : recording[url];
      if (found === undefined) throw new FetchError('missing', `${url} does not exist (404)`);
      if (found instanceof FetchError) throw found;
      return responseOf(url, found);
    },
  };
}

function responseOf(url: string, recorded: Exclude<RecordedResponse, FetchError>): FeedResponse {
  const isText = typeof recorded === 'string' || recorded instanceof Uint8Array;
  const bytes = Buffer.from(isText ? recorded : recorded.body);
  return {
    url,
    contentType: isText ? '' : recorded.contentType,
    body: chunksOf(bytes),
    text: async () => bytes.toString(),
    async json() {
      try {
        return JSON.parse(bytes.toString());
      } catch {
        throw new FetchError('unreadable', 'it is not JSON');
      }
    },
  };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}
