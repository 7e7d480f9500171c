import {
  type FromReader,
  fromSentError,
  type Services,
  type Task,
  type ToReader,
  toSentError,
} from './messages.ts';
import { performTask } from './perform-task.ts';
import { watchProgress } from './watch-progress.ts';

/**
 * The program of a reader: a process that reads what strangers have written, and can therefore be killed at any time. It
 * asks the process that has started it for everything that needs the database.
 */

const progress = watchProgress();
const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
const running = new Map<number, AbortController>();
let calls = 0;

const send = (message: FromReader) => void process.send?.(message);

/** The services of the process that has started this one, for a task. */
function servicesOf(id: number): Services {
  const call = (service: keyof Services, parameters: unknown[]) => {
    calls += 1;
    return new Promise((resolve, reject) => {
      pending.set(calls, { resolve, reject });
      send({ id, call: calls, service, parameters });
    });
  };
  return new Proxy({} as Services, {
    get:
      (_, service) =>
      (...parameters: unknown[]) =>
        call(service as keyof Services, parameters),
  });
}

function start(id: number, task: Task): void {
  progress.onStep();
  const ending = new AbortController();
  running.set(id, ending);
  performTask(task, { services: servicesOf(id), progress, signal: ending.signal })
    .then(
      (result) => send({ id, result }),
      (error: unknown) => send({ id, failure: toSentError(error) }),
    )
    .finally(() => running.delete(id));
}

process.on('message', (message: ToReader) => {
  if ('task' in message) return start(message.id, message.task);
  if ('cancel' in message) return running.get(message.cancel)?.abort();
  const { answerTo, value, failure } = message;
  const answer = pending.get(answerTo);
  pending.delete(answerTo);
  if (failure) answer?.reject(fromSentError(failure));
  else answer?.resolve(value);
});
process.on('disconnect', () => process.exit());
// A terminal and systemd send these signals to all processes. The process that has started this one decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
