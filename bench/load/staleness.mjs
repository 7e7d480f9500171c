import { setTimeout as sleep } from 'node:timers/promises';

/** Where a read does not show it within this time (ms), it is given up, and so much is told. */
export const GIVEN_UP = 3_000;

/** Between two reads, in milliseconds. */
const PAUSE = 10;

/**
 * How long after now a read begins that shows a text; 0 where the first one does.
 * @param {string} url
 * @param {string} text
 * @param {(url: string) => Promise<string>} [read]
 * @returns {Promise<number>} milliseconds
 */
export async function findDelay(url, text, read = readBody) {
  const written = performance.now();
  for (let first = true; ; first = false) {
    const begun = performance.now();
    const body = await read(url);
    if (body.includes(text)) return first ? 0 : begun - written;
    if (performance.now() - written > GIVEN_UP) return GIVEN_UP;
    await sleep(PAUSE);
  }
}

/** @param {string} url */
async function readBody(url) {
  const reply = await fetch(url);
  return reply.text();
}
