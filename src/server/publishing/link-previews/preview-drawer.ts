import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { later } from '#server/http/api/problem.ts';
import type { DrawPreviewAnswer, DrawPreviewTask } from './preview-card.ts';

/** Next to this file in the sources, next to the bundle in production. */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'drawing/draw-previews.mjs');

const LIMITS = {
  /** What drawing one may take (ms). */
  time: 10_000,
  /** With more memory than this (bytes) the process ends after a picture, and another takes its place. */
  memory: 400 * 1024 * 1024,
  /** Pictures that wait for the one that is being drawn: for four seconds, at sixty a second. */
  waiting: 256,
  /** So long without work (ms), the process ends and gives its memory back. */
  idle: 10 * 60_000,
};

export type PreviewDrawer = {
  /**
   * A PNG of 1200 × 630 pixels.
   * @throws ProblemError 503 where too many wait already
   */
  draw(task: DrawPreviewTask): Promise<Buffer>;
  close(): void;
};

/**
 * Draws previews one after the other in a process of its own, which is started for the first of them.
 * So drawing never holds up an answer, a picture that takes too long can be stopped, and whatever the
 * drawing library does wrong, the server goes on.
 */
export function openPreviewDrawer(given: Partial<typeof LIMITS> = {}): PreviewDrawer {
  const limits = { ...LIMITS, ...given };
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function startChild(): ChildProcess {
    const started = start();
    // Whoever waits for it hears of what goes wrong; where nobody does, the next one starts another.
    started.on('error', () => forget(started));
    started.on('exit', () => forget(started));
    return started;
  }

  function forget(gone: ChildProcess): void {
    if (child === gone) child = undefined;
  }

  async function drawNow(task: DrawPreviewTask): Promise<Buffer> {
    clearTimeout(idle);
    child ??= startChild();
    const answer = await ask(child, task, limits.time).catch((error: unknown) => {
      end();
      throw error;
    });
    if (answer.memory > limits.memory) end();
    else idle = setTimeout(end, limits.idle).unref();
    if ('failure' in answer) throw new Error(`a preview could not be drawn: ${answer.failure}`);
    return answer.picture;
  }

  return {
    async draw(task) {
      // One more than those that wait is being drawn.
      if (waiting > limits.waiting) {
        throw later('Too many previews are asked for. Please try again soon.', 5);
      }
      waiting += 1;
      const drawn = last
        .then(() => drawNow(task))
        .finally(() => {
          waiting -= 1;
        });
      // The next one comes whatever became of this one; of that its own caller hears.
      last = drawn.catch(() => {});
      return drawn;
    },
    close: end,
  };
}

function start(): ChildProcess {
  return fork(PROGRAM, [], {
    execArgv: [],
    // What draws a stranger's words need not know the board's settings. Installed fonts are not listed,
    // and only stand in for what no font of ours has.
    env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Sends the process a task; rejects where it ends, or takes too long, before it answers. */
function ask(child: ChildProcess, task: DrawPreviewTask, time: number): Promise<DrawPreviewAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      finish();
    };
    const onMessage = (answer: DrawPreviewAnswer) => settle(() => resolve(answer));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (code: number | null, signal: string | null) =>
      onError(new Error(`drawing a preview ended with ${code ?? signal}`));
    const timer = setTimeout(
      () => onError(new Error(`drawing a preview took more than ${time} ms`)),
      time,
    );
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    child.send(task, (error) => {
      if (error) onError(error);
    });
  });
}
