/**
 * Draws preview pictures, in a process of its own, one after the other: `preview-drawer.ts` starts it,
 * sends a task and gets an answer. JavaScript, for it runs as it stands, from the sources and beside the
 * bundle alike.
 */
import { drawCard } from './draw-card.mjs';

// A terminal or a service manager tells them to every process; the server still finishes its answers.
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
