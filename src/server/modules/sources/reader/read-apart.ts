import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import {
  type FromReader,
  fromSentError,
  type Results,
  type ServiceCall,
  type Services,
  type Task,
  type ToReader,
  toSentError,
} from './messages.ts';

/** The program of a reader in the bundle, as seen from a bundle and from the sources. */
const PROGRAMS = ['../server/reader.js', '../../../../../dist/server/reader.js'].map((path) =>
  join(import.meta.dirname, path),
);

/**
 * The environment variables that a reader gets: those that change how it reaches sites and reads dates. It gets none of
 * the board's settings (least privilege), because it reads what strangers have written.
 */
const VARIABLES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_DIR', 'SSL_CERT_FILE', 'TZ'];

/** How long a reader may be idle (ms). After that, it ends to free its memory. */
const IDLE = 10_000;

/** The exit code of a process whose heap is full, where the operating system knows no signals. */
const ABORTED = 134;

/** The maximum part of a reader's error output that is kept (characters). */
const MAX_OUTPUT = 2_000;

type Reader = {
  child: ChildProcess;
  tasks: Set<RunningTask>;
  /** Whether it performs a task that must not share it. */
  isReserved: boolean;
  /** Whether it has performed tasks, whose memory may not be free yet. */
  isUsed: boolean;
  idle?: NodeJS.Timeout;
  output: string;
};

type RunningTask = {
  id: number;
  /** Whether another task has used the reader before or meanwhile, which could then be the cause of its end. */
  isShared: boolean;
  isCancelled: boolean;
};

let tasks = 0;
const readers = new Set<Reader>();

/** Thrown if a reader ended that several tasks shared, so that it is unknown which of them was the cause. */
export class ReaderLostError extends Error {
  override name = 'ReaderLostError';
}

type Options = {
  signal?: AbortSignal;
  /** Whether the task must not share its reader. By default, tasks share one, because they mostly wait for sites. */
  isAlone?: boolean;
};

/**
 * Performs a task in a reader: a process that can be killed, because it reads what strangers have written.
 * @throws FetchError (`unreadable`) if the reader exhausts its memory, makes no progress or fails because of what it reads
 * @throws ReaderLostError
 * @throws FetchError, UnreadableFeedError as the task does
 */
export async function readApart<Kind extends Task['kind']>(
  task: Extract<Task, { kind: Kind }>,
  services: Partial<Services>,
  { signal, isAlone = false }: Options = {},
): Promise<Results[Kind]> {
  signal?.throwIfAborted();
  // A task that must be alone gets a new reader, without the memory of earlier tasks.
  const known = isAlone ? undefined : [...readers].find((each) => !each.isReserved);
  const reader = known ?? startReader();
  reader.isReserved = isAlone;
  return (await exchange(reader, task, services, signal)) as Results[Kind];
}

function startReader(): Reader {
  const program = PROGRAMS.find((file) => existsSync(file)) ?? PROGRAMS[0] ?? '';
  const variables = VARIABLES.map((name) => [name, process.env[name]]);
  // A reader gets no larger heap than this process. Usually, its watchdog limits its memory before that.
  const heap = Math.floor(getHeapStatistics().heap_size_limit / 1024 ** 2);
  const child = fork(program, [], {
    env: Object.fromEntries(variables.filter(([, value]) => value !== undefined)),
    execArgv: [
      `--max-old-space-size=${heap}`,
      // A small young generation, as in `importer-process.ts`.
      '--max-semi-space-size=4',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const reader: Reader = { child, tasks: new Set(), isReserved: false, isUsed: false, output: '' };
  readers.add(reader);
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    reader.output = (reader.output + text).slice(-MAX_OUTPUT);
  });
  // The failure of the process need not be handled here: the pending task reports it, and the next task starts another.
  child.setMaxListeners(0);
  child.on('error', () => end(reader));
  child.on('exit', () => end(reader));
  return reader;
}

/** Sets whether this process waits for a reader before it exits. */
function setReferenced({ child }: Reader, isReferenced: boolean): void {
  const method = isReferenced ? 'ref' : 'unref';
  child[method]();
  child.channel?.[method]();
  (child.stderr as Socket | null)?.[method]();
}

function end(reader: Reader): void {
  clearTimeout(reader.idle);
  readers.delete(reader);
  reader.child.kill('SIGKILL');
}

function addTask(reader: Reader): RunningTask {
  tasks += 1;
  const added = { id: tasks, isShared: reader.isUsed, isCancelled: false };
  reader.isUsed = true;
  reader.tasks.add(added);
  if (reader.tasks.size > 1) for (const task of reader.tasks) task.isShared = true;
  clearTimeout(reader.idle);
  setReferenced(reader, true);
  return added;
}

function removeTask(reader: Reader, task: RunningTask): void {
  reader.tasks.delete(task);
  if (reader.tasks.size > 0) return;
  reader.isReserved = false;
  setReferenced(reader, false);
  reader.idle = setTimeout(() => end(reader), IDLE).unref();
}

/** Sends a task to a reader, and answers its calls until it sends the outcome. */
function exchange(
  reader: Reader,
  task: Task,
  services: Partial<Services>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { child } = reader;
  const running = addTask(reader);
  const { id } = running;
  return new Promise((resolve, reject) => {
    /** The failure of a service that is not due to a site, as it was thrown here. */
    let failure: unknown;
    const settle = (finish: () => void) => {
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      signal?.removeEventListener('abort', onAbort);
      removeTask(reader, running);
      finish();
    };
    const onError = (error: unknown) => settle(() => reject(error));
    const onAbort = () => {
      // Answer the calls of the reader until it has ended the task, but do not wait for that.
      running.isCancelled = true;
      if ([...reader.tasks].every(({ isCancelled }) => isCancelled)) setReferenced(reader, false);
      reject(signal?.reason);
      send({ cancel: id });
    };
    const onExit = (code: number | null, killedBy: string | null) => {
      const cause = new Error(`A reader ended with ${code ?? killedBy}: ${reader.output}`);
      if (!killedBy && code !== ABORTED) onError(cause);
      else onError(running.isShared ? new ReaderLostError(cause.message) : unreadable(cause));
    };
    const send = (message: ToReader) => {
      // Ignore a failure to send, because the end of the process reveals more about the cause.
      child.send(message, () => {});
    };
    async function answer({ call, service, parameters }: ServiceCall) {
      try {
        const perform = services[service] as
          | ((...given: unknown[]) => Promise<unknown>)
          | undefined;
        send({ answerTo: call, value: await perform?.(...parameters) });
      } catch (error) {
        if (!(error instanceof FetchError)) failure = error;
        send({ answerTo: call, failure: toSentError(error) });
      }
    }
    function onMessage(message: FromReader) {
      if (message.id !== id) return;
      if ('call' in message) {
        answer(message);
        return;
      }
      if ('result' in message) return settle(() => resolve(message.result));
      const error = fromSentError(message.failure);
      const isOfSite = error instanceof FetchError || error instanceof UnreadableFeedError;
      onError(isOfSite ? error : (failure ?? unreadable(error)));
    }
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    signal?.addEventListener('abort', onAbort);
    send({ id, task });
  });
}

function unreadable(cause: Error): FetchError {
  const error = new FetchError('unreadable', 'This site is too large or malformed to read.');
  return Object.assign(error, { cause });
}
