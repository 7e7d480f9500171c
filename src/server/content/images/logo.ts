import { fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { badInput, ProblemError } from '#server/http/api/problem.ts';
import { LOGO_PIXELS, LOGO_SIDE } from '#shared/constants/limits.ts';
import { uploadEndpoints } from '#shared/contract/uploads.ts';
import type { DrawLogoAnswer, DrawLogoTask } from './draw-logo.mjs';

/** Next to this file in the sources, next to the bundle in production. */
const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), 'draw-logo.mjs');

/** What drawing one logo may take: milliseconds, and bytes of the whole process that draws. */
const LIMITS = { time: 10_000, memory: 640 * 1024 * 1024 };

/** Pictures that wait in memory for the one that is being drawn. */
const MOST_WAITING = 16;

const REFUSALS = {
  format: [415, 'must be a PNG, JPEG, WebP, GIF, AVIF or SVG picture'],
  pixels: [413, `must have at most ${LOGO_PIXELS / 1e6} million pixels`],
  broken: [400, 'must be a picture that can be read to its end'],
  effort: [400, 'must be a simpler picture: drawing it takes too much time or memory'],
} as const;

function refusal(reason: keyof typeof REFUSALS): ProblemError {
  const [status, message] = REFUSALS[reason];
  const { field } = uploadEndpoints['POST /api/upload'].file;
  return badInput([{ path: field, message }], status);
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a picture anew as a logo: WebP of at most 512 × 512 pixels, upright, of an animation the first
 * frame, without whatever else the file holds. One at a time, so that many do not fill the memory.
 * @throws ProblemError 400 where it is broken, 413 where it has too many pixels, 415 where it is
 * nothing that a logo may be, 429 where too many wait already
 */
export async function drawLogo(content: Buffer, limits = LIMITS): Promise<Buffer> {
  if (waiting >= MOST_WAITING) {
    throw new ProblemError(429, 'Too many pictures come at once. Please try again soon.', {
      headers: { 'retry-after': String(LIMITS.time / 1_000) },
    });
  }
  waiting += 1;
  const drawn = last
    .then(() => draw(content, limits))
    .finally(() => {
      waiting -= 1;
    });
  // The next one comes whatever became of this one; of that its own caller hears.
  last = drawn.catch(() => {});
  return drawn;
}

function draw(content: Buffer, { time, memory }: typeof LIMITS): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [], {
      execArgv: [],
      // What decodes a stranger's file need not know the board's settings.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      timeout: time,
      killSignal: 'SIGKILL',
    });
    let answer: DrawLogoAnswer | undefined;
    let said = '';
    child.on('message', (message: DrawLogoAnswer) => {
      answer = message;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (answer && 'picture' in answer) resolve(answer.picture);
      else if (answer) reject(refusal(answer.refused));
      // It was ended, by itself or here, or the decoder fell over the picture.
      else if (signal) reject(refusal('effort'));
      else reject(new Error(`drawing a logo ended with ${code}: ${said}`));
    });
    const task: DrawLogoTask = { content, pixels: LOGO_PIXELS, side: LOGO_SIDE, memory };
    // Where it does not arrive, how the process ends tells more.
    child.send(task, () => {});
  });
}
