import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { later } from '#server/http/api/problem.ts';
import { createTaskQueue } from '#server/platform/task-queue.ts';
import type { DrawPreviewAnswer, DrawPreviewTask } from './preview-card.ts';

/**
 * The drawing program. In the source tree, it is in a folder beside this file; in production, in the same folder beside
 * the bundle.
 */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'drawing/draw-previews.mjs');

const LIMITS = {
  /** The time limit for drawing a picture (ms). */
  time: 10_000,
  /**
   * The maximum memory of the process (bytes). If the process uses more memory after it has drawn a picture, it is
   * replaced.
   */
  memory: 400 * 1024 * 1024,
  /**
   * The maximum number of pictures that wait to be drawn. At sixty pictures per second, drawing them takes about four
   * seconds.
   */
  waiting: 256,
  /** How long the process may be idle (ms). After that, it ends to free its memory. */
  idle: 10 * 60_000,
};

export type PreviewDrawer = {
  /**
   * Draws a PNG of 1200 × 630 pixels.
   * @throws ProblemError 503 if too many pictures are waiting
   */
  draw(task: DrawPreviewTask): Promise<Buffer>;
  close(): void;
};

/**
 * Draws previews one at a time in a separate process, which starts with the first preview. Drawing therefore never
 * blocks responses, a picture that takes too long can be stopped, and the server survives a crash of the drawing
 * library.
 */
export function openPreviewDrawer(overrides: Partial<typeof LIMITS> = {}): PreviewDrawer {
  const limits = { ...LIMITS, ...overrides };
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;
  const inTurn = createTaskQueue();

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function startChild(): ChildProcess {
    const started = start();
    // The failure of the process need not be handled here: the pending task reports it to its caller, and the next task
    // starts another process.
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
    const answer = await sendTask(child, task, limits.time).catch((error: unknown) => {
      end();
      throw error;
    });
    if (answer.memory > limits.memory) end();
    else idle = setTimeout(end, limits.idle).unref();
    if ('failure' in answer) throw new Error(`The preview could not be drawn: ${answer.failure}`);
    return answer.picture;
  }

  return {
    async draw(task) {
      // `waiting` includes the picture that is being drawn.
      if (waiting > limits.waiting) {
        throw later('Too many previews requested. Try again in 5 seconds.', 5);
      }
      waiting += 1;
      return inTurn(() => drawNow(task)).finally(() => {
        waiting -= 1;
      });
    },
    close: end,
  };
}

function start(): ChildProcess {
  return fork(PROGRAM, [], {
    execArgv: [],
    // The process draws text that nobody has checked, so it gets none of the board's settings (least privilege). This
    // variable stops it from loading installed fonts by name; it still uses them for characters that the bundled fonts
    // lack.
    env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Sends a task to the process. Rejects if the process ends, or does not answer within `time` (ms). */
function sendTask(
  child: ChildProcess,
  task: DrawPreviewTask,
  time: number,
): Promise<DrawPreviewAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      finish();
    };
    const onMessage = (answer: DrawPreviewAnswer) => settle(() => resolve(answer));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (code: number | null, signal: string | null) =>
      onError(new Error(`The process that draws previews ended with ${code ?? signal}`));
    const timer = setTimeout(
      () => onError(new Error(`Drawing a preview exceeded ${time} ms`)),
      time,
    );
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    child.send(task, (error) => {
      if (error) onError(error);
    });
  });
}
