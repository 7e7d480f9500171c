import type { LookupAddress } from 'node:dns';
import type { Validators } from '#server/db/source-tables.ts';
import type { FetchLimits } from '#server/job-feeds/fetch/fetch-client.ts';
import { FetchError, type FetchFailure } from '#server/job-feeds/fetch/fetch-error.ts';
import type { Rest } from '#server/job-feeds/fetch/host-turn.ts';
import { type FeedAddress, UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import { errorCode } from '#server/platform/errors.ts';
import type { FeedBatch, FeedEnd } from '../files/feed.ts';
import type { ChangedEntry, KnownEntry, ReadList } from '../runs/read-list.ts';

/** How a reader reaches sites, as data. */
export type ReaderReach = {
  publicUrl: string;
  limits: Partial<FetchLimits> | undefined;
  /** For tests: the server that stands for all sites. */
  detour: { port: number; ca: string } | undefined;
};

export type ListTask = {
  kind: 'list';
  reach: ReaderReach;
  system: string;
  address: FeedAddress;
  validators: Validators;
  known: ReadonlyMap<string, KnownEntry>;
  now: Date;
  maxDetails: number | undefined;
};
type PageTask = { kind: 'page'; reach: ReaderReach; url: string };
type FileTask = { kind: 'file'; path: string };

export type Task = ListTask | PageTask | FileTask;

/** What a run has received so far. */
export type Received = {
  /** The number of entries that the list has so far; undefined at the end of the reading. */
  listed?: number;
  requests: number;
  bytes: number;
};

/** The feeds at a URL. Systems are ids, because functions cannot be sent. */
type FoundAtPage = {
  feeds: { system: string; tenant: string }[];
  page: string | undefined;
};

/** The results of the tasks. */
export type Results = {
  list: { list: Omit<ReadList, 'changed'>; validators: Validators };
  page: FoundAtPage;
  file: FeedEnd;
};

/** What a reader asks of the process that has started it, because that process has the database. */
export type Services = {
  takeTurn(host: string): Promise<number>;
  endTurn(turn: number, rest: Rest | undefined): Promise<void>;
  onEntries(entries: ChangedEntry[]): Promise<void>;
  onReceived(received: Received): Promise<void>;
  onBatch(batch: FeedBatch): Promise<void>;
  /** For tests: the network. */
  resolve(host: string): Promise<LookupAddress[]>;
  reroute(address: LookupAddress): Promise<LookupAddress>;
};

/** A call of a service for a task. */
export type ServiceCall = {
  id: number;
  call: number;
  service: keyof Services;
  parameters: unknown[];
};

export type FromReader =
  | ServiceCall
  | { id: number; result: unknown }
  | { id: number; failure: SentError };

export type ToReader =
  | { id: number; task: Task }
  | { cancel: number }
  | { answerTo: number; value?: unknown; failure?: SentError | undefined };

/** An error as data. A message between processes loses the class of an error. */
type SentError = {
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
  failure?: FetchFailure;
  retryAt?: Date | undefined;
};

export function toSentError(error: unknown): SentError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const sent = { name, message, stack, code: errorCode(error) };
  if (!(error instanceof FetchError)) return sent;
  return { ...sent, failure: error.failure, retryAt: error.retryAt };
}

export function fromSentError({ failure, retryAt, ...sent }: SentError): Error {
  if (failure) return new FetchError(failure, sent.message, retryAt);
  if (sent.name === 'UnreadableFeedError') return new UnreadableFeedError(sent.message);
  return Object.assign(new Error(sent.message), sent);
}
