import { fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { badInput, ProblemError } from '#server/http/api/problem.ts';
import { createTaskQueue } from '#server/platform/task-queue.ts';
import { uploadEndpoints } from '#shared/contract/uploads.ts';
import { MAX_LOGO_PIXELS, MAX_LOGO_SIDE } from '#shared/limits.ts';
import type { DrawLogoAnswer, DrawLogoTask } from './draw-logo.mjs';

/** The program is beside this file in the source tree, and beside the bundle in production. */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'draw-logo.mjs');

/** The limits for drawing a logo: the time (ms), and the memory of the whole process (bytes). */
const LIMITS = { time: 10_000, memory: 640 * 1024 * 1024 };

/** The maximum number of pictures in memory, including the picture that is being drawn. */
const MAX_WAITING = 16;

const REFUSALS = {
  format: [415, 'must be a PNG, JPEG, WebP, GIF, AVIF or SVG picture'],
  pixels: [413, `must have at most ${MAX_LOGO_PIXELS / 1e6} million pixels`],
  broken: [400, 'must be a picture that can be read to its end'],
  effort: [400, 'must be a simpler picture: drawing it takes too much time or memory'],
} as const;

function refusal(reason: keyof typeof REFUSALS): ProblemError {
  const [status, message] = REFUSALS[reason];
  const { field } = uploadEndpoints['POST /api/upload'].file;
  return badInput([{ path: field, message }], status);
}

let waiting = 0;
const inTurn = createTaskQueue();

/**
 * Redraws a picture as a logo: an upright WebP of at most 512 × 512 pixels without metadata. Of an animation, only the
 * first frame is drawn. Pictures are drawn one at a time to limit memory.
 * @throws ProblemError 400 if the picture is broken or too costly to draw, 413 if it has too many pixels, 415 if its
 * format is not supported, 429 if too many pictures are waiting
 */
export async function drawLogo(content: Buffer, limits = LIMITS): Promise<Buffer> {
  if (waiting >= MAX_WAITING) {
    throw new ProblemError(
      429,
      `Too many pictures at once. Try again in ${LIMITS.time / 1_000} seconds.`,
      {
        headers: { 'retry-after': String(LIMITS.time / 1_000) },
      },
    );
  }
  waiting += 1;
  return inTurn(() => draw(content, limits)).finally(() => {
    waiting -= 1;
  });
}

function draw(content: Buffer, { time, memory }: typeof LIMITS): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [], {
      execArgv: [],
      // Least privilege: the process decodes an untrusted file, so it gets none of the board's settings.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      timeout: time,
      killSignal: 'SIGKILL',
    });
    let answer: DrawLogoAnswer | undefined;
    let stderr = '';
    child.on('message', (message: DrawLogoAnswer) => {
      answer = message;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-2_000);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (answer && 'picture' in answer) resolve(answer.picture);
      else if (answer) reject(refusal(answer.refused));
      // The process exceeded a limit, or the picture crashed the decoder.
      else if (signal) reject(refusal('effort'));
      else reject(new Error(`The process that draws logos exited with ${code}: ${stderr}`));
    });
    const task: DrawLogoTask = { content, pixels: MAX_LOGO_PIXELS, side: MAX_LOGO_SIDE, memory };
    // Ignore a failure to send, because the end of the process reveals more about the cause.
    child.send(task, () => {});
  });
}
