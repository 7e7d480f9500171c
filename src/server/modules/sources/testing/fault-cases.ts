import type { FetchLimits } from '#server/job-feeds/fetch/fetch-client.ts';
import type { Content, FeedAnswer } from '#server/job-feeds/testing/feed-server.ts';
import * as faults from '#server/job-feeds/testing/feed-server-faults.ts';
import type { RequestKind } from '#server/job-feeds/testing/sites/write-site.ts';

type FaultContext = {
  kind: RequestKind;
  /** The format that the response would have without the fault. */
  format: 'json' | 'xml' | 'page';
  /** Whether the request has the tag of the version that the board already has. */
  isConditional: boolean;
};

type FaultyRequest = {
  url: string;
  /** How often the same run has already sent the same request. */
  attempt: number;
  /** The answer without the fault. */
  usual: FeedAnswer;
};

export type FaultCase = {
  name: string;
  answer(content: Content, request: FaultyRequest): FeedAnswer;
  limits?: Partial<FetchLimits>;
  /**
   * The message of the failed run; `read` if the run reads the list in spite of the fault; `unchanged` if the response
   * says that nothing has changed.
   */
  result(context: FaultContext): RegExp | 'read' | 'unchanged';
};

const KILOBYTE = 1_024;
const SMALL: Partial<FetchLimits> = { bytes: 64 * KILOBYTE };
const HASTY: Partial<FetchLimits> = { idle: 15, total: 60_000 };
const NO_JOB_POSTING =
  /format has changed: the details of none of \d+ jobs can be read \(its page has no JobPosting\)/;

const bomb = (['gzip', 'br'] as const).map((encoding) =>
  faults.compressionBomb(encoding, 1_024 * KILOBYTE),
);

type Case = Omit<FaultCase, 'name' | 'result'> & {
  result: FaultCase['result'] | RegExp | 'read';
};

/** What a run does about each fault of the feed server. The type requires a line for each fault. */
const CASES: { [Fault in keyof typeof faults]: Record<string, Case> } = {
  silence: {
    'no response': { answer: faults.silence, limits: HASTY, result: /took too long to respond/ },
  },
  slowBody: {
    'a body without an end, a byte at a time': {
      answer: () => faults.slowBody(5),
      limits: { total: 15, idle: 60_000 },
      result: /took too long to respond/,
    },
    'a body that stalls': {
      answer: () => faults.slowBody(600_000),
      limits: HASTY,
      result: /took too long to respond/,
    },
  },
  cutBody: { 'a body that is cut': { answer: faults.cutBody, result: /ended before its end/ } },
  cutChunks: {
    'chunks that are cut': { answer: faults.cutChunks, result: /ended before its end/ },
  },
  cutGzip: { 'gzip that is cut': { answer: faults.cutGzip, result: /ended before its end/ } },
  halfText: {
    'a complete response with half of the text': {
      answer: faults.halfText,
      result: ({ format }) =>
        ({
          json: /not JSON|invalid data \(JSON\)/,
          xml: /cut off|not well-formed/,
          page: NO_JOB_POSTING,
        })[format],
    },
  },
  emptyBody: {
    'an empty body': {
      answer: faults.emptyBody,
      result: ({ format }) =>
        ({ json: /it is empty|invalid data \(JSON\)/, xml: /it is empty/, page: NO_JOB_POSTING })[
          format
        ],
    },
  },
  status: {
    'no such address (404)': {
      answer: () => faults.status(404),
      result: ({ kind }) =>
        kind === 'detail'
          ? /details of none of \d+ jobs can be read \(the source does not have its details\)/
          : /does not have this address \(status 404\)/,
    },
    'a refusal (403)': {
      answer: () => faults.status(403),
      result: /refuses the request \(status 403\)/,
    },
    'a failure (500)': {
      answer: () => faults.status(500),
      result: /has a failure \(status 500\)/,
    },
    'a failure that passes (502)': {
      answer: (_, { attempt, usual }) => (attempt < 2 ? faults.status(502) : usual),
      result: 'read',
    },
    'nothing new (304)': {
      answer: () => faults.status(304),
      result: ({ isConditional }) =>
        isConditional ? 'unchanged' : /responds in an unexpected way \(status 304\)/,
    },
    'a part (206)': {
      answer: (_, { usual }) => ({ ...usual, status: 206 }),
      result: /responds in an unexpected way \(status 206\)/,
    },
  },
  busy: {
    'too many requests (429)': {
      answer: () => faults.busy(),
      result: /is busy \(status 429\)/,
    },
    'too many requests, for two hours (429)': {
      answer: () => faults.busy(7_200),
      result: /is busy \(status 429\)/,
    },
    'a pause that is over at once (503)': {
      answer: (_, { attempt, usual }) => (attempt === 0 ? faults.busy(0, 503) : usual),
      result: 'read',
    },
  },
  redirect: {
    'a redirect to itself': {
      answer: (_, { url }) => faults.redirect(url, 307),
      result: /redirects too often/,
    },
    'a redirect to another site': {
      answer: () => faults.redirect('https://parked.example/'),
      result: /redirects to parked\.example/,
    },
    'a redirect without TLS': {
      answer: (_, { url }) => faults.redirect(url.replace('https:', 'http:')),
      result: /does not begin with https/,
    },
  },
  htmlPage: {
    'a page': {
      answer: () => faults.htmlPage(),
      result: ({ format, kind }) =>
        ({
          json: /not JSON|a page \(HTML\) instead of data/,
          xml:
            kind === 'list' ? /its root element is <html>|it names no job/ : /its root element is/,
          page: NO_JOB_POSTING,
        })[format],
    },
    'a page that claims to be data': {
      answer: ({ type }) => ({ ...faults.htmlPage(), headers: { 'content-type': type } }),
      result: ({ format }) =>
        ({
          json: /not JSON|a page \(HTML\) instead of data/,
          xml: /its root element is <html>/,
          page: NO_JOB_POSTING,
        })[format],
    },
  },
  withByteOrderMark: {
    'a byte order mark': { answer: faults.withByteOrderMark, result: 'read' },
  },
  wrongCharset: {
    'text in another charset than the header says': {
      answer: faults.wrongCharset,
      result: /not valid for encoding utf-8|not valid utf-8|not in the charset utf-8/,
    },
  },
  compressionBomb: {
    'a bomb in gzip': {
      answer: () => bomb[0] ?? {},
      limits: SMALL,
      result: /is larger than/,
    },
    'a bomb in Brotli': {
      answer: () => bomb[1] ?? {},
      limits: SMALL,
      result: /is larger than/,
    },
  },
  endlessEmptyGzip: {
    'empty gzip without an end': {
      answer: faults.endlessEmptyGzip,
      limits: SMALL,
      result: /is larger than/,
    },
  },
  endlessBody: {
    'a body without an end': {
      answer: faults.endlessBody,
      limits: SMALL,
      result: /is larger than/,
    },
  },
  endlessHeaders: {
    'headers without an end': {
      answer: faults.endlessHeaders,
      result: /headers of \S+ are too large/,
    },
  },
  otherProtocol: {
    'another protocol': { answer: faults.otherProtocol, result: /did not respond in HTTP/ },
  },
};

const listed = Object.values(CASES).map((cases) =>
  Object.entries(cases).map(
    ([name, { result, ...rest }]): FaultCase => ({
      name,
      ...rest,
      result: typeof result === 'function' ? result : () => result,
    }),
  ),
);

/** All faults. */
export const FAULT_CASES: readonly FaultCase[] = listed.flat();

/** One fault of each kind. */
export const KINDS_OF_FAULTS: readonly FaultCase[] = listed.flatMap((cases) => cases.slice(0, 1));
