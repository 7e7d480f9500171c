/**
 * The program of the preview process, which draws preview pictures one at a time. `preview-drawer.ts` starts it, sends
 * a task and receives the response. It is written in JavaScript because it is not compiled: the same file runs in the
 * source tree and, as a copy, beside the bundle.
 */
import { drawCard } from './draw-card.mjs';

// Ignore these signals. A terminal or service manager sends them to every process, but the server still needs this
// process in order to complete its responses.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.once('disconnect', () => process.exit());

process.on('message', async (/** @type {import('../preview-card.ts').DrawPreviewTask} */ task) => {
  /** @type {import('../preview-card.ts').DrawPreviewAnswer} */
  let answer;
  try {
    answer = { picture: await drawCard(task), memory: process.memoryUsage.rss() };
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    answer = { failure, memory: process.memoryUsage.rss() };
  }
  process.send?.(answer);
});
