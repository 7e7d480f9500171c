/**
 * Preview process: draws preview pictures in a separate process, one at a time. `preview-drawer.ts` starts it, sends a
 * task and receives the answer. It is JavaScript so that it runs unbuilt, both from the sources and next to the bundle.
 */
import { drawCard } from './draw-card.mjs';

// A terminal or service manager signals every process, but the server still needs this one to finish its responses.
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
