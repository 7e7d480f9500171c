import { setTimeout as sleep } from 'node:timers/promises';

/** The maximum delay that is measured (ms). */
export const MAX_DELAY = 3_000;

/** The pause between reads (ms). */
const PAUSE = 10;

/**
 * The time until a read that returns the text starts; 0 if the first read does.
 * @param {string} url
 * @param {string} text
 * @param {(url: string) => Promise<string>} [read]
 * @returns {Promise<number>} milliseconds
 */
export async function findDelay(url, text, read = readBody) {
  const written = performance.now();
  for (let first = true; ; first = false) {
    const started = performance.now();
    const body = await read(url);
    if (body.includes(text)) return first ? 0 : started - written;
    if (performance.now() - written > MAX_DELAY) return MAX_DELAY;
    await sleep(PAUSE);
  }
}

/** @param {string} url */
async function readBody(url) {
  const response = await fetch(url);
  return response.text();
}
