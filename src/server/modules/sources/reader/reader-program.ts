import {
  type FromReader,
  fromSentError,
  type Services,
  type ToReader,
  toSentError,
} from './messages.ts';
import { performTask } from './perform-task.ts';
import { watchProgress } from './watch-progress.ts';

/**
 * The program of a reader: a process that reads what strangers have written, and can therefore be killed at any time. It
 * performs one task at a time, and asks the process that has started it for everything that needs the database.
 */

const progress = watchProgress();
const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let calls = 0;

const send = (message: FromReader) => void process.send?.(message);

/** Calls a service of the process that has started this one. */
function call(service: keyof Services, parameters: unknown[]): Promise<unknown> {
  calls += 1;
  return new Promise((resolve, reject) => {
    pending.set(calls, { resolve, reject });
    send({ call: calls, service, parameters });
  });
}

const services = new Proxy({} as Services, {
  get:
    (_, service) =>
    (...parameters: unknown[]) =>
      call(service as keyof Services, parameters),
});

process.on('message', (message: ToReader) => {
  if ('task' in message) {
    progress.onStep();
    performTask(message.task, services, progress).then(
      (result) => send({ result }),
      (error: unknown) => send({ failure: toSentError(error) }),
    );
    return;
  }
  const { answerTo, value, failure } = message;
  const answer = pending.get(answerTo);
  pending.delete(answerTo);
  if (failure) answer?.reject(fromSentError(failure));
  else answer?.resolve(value);
});
process.on('disconnect', () => process.exit());
// A terminal and systemd send these signals to all processes. The process that has started this one decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
