import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from './processes.mjs';

/** Each is made anew where nothing is kept: pages, lists and searches. */
export const PATHS = [
  '/',
  '/jobs',
  '/jobs?q=engineer',
  '/companies',
  '/api/jobs',
  '/api/jobs?q=design',
];

/** Connections that keep the server busy, to see what it can carry. */
const BUSY = 16;

/** How often requests are sent that are due (ms). */
const TICK = 5;

/** A request that takes longer has failed (ms). */
const PATIENCE = 10_000;

/** @typedef {{ path: string, status: number, took: number }} Reply `status` 0: none came; `took` in ms */

/**
 * @param {import('node:http').Agent} agent
 * @param {string} url
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Reply>}
 */
export function askOnce(agent, url, path, headers = {}) {
  const begun = performance.now();
  return new Promise((resolve) => {
    const settle = (/** @type {number} */ status) =>
      resolve({ path, status, took: performance.now() - begun });
    const asked = request(url, { agent, headers, timeout: PATIENCE }, (reply) => {
      reply.on('error', () => settle(0));
      reply.on('end', () => settle(reply.statusCode ?? 0));
      reply.resume();
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => settle(0));
    asked.end();
  });
}

/**
 * @param {(path: string) => Promise<Reply>} ask
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @returns {Promise<number>} answers per second
 */
export async function keepBusy(ask, seconds, signal) {
  const end = performance.now() + seconds * 1_000;
  let answers = 0;
  const work = async (/** @type {number} */ place) => {
    for (let turn = place; performance.now() < end; turn += 1) {
      signal.throwIfAborted();
      const { status } = await ask(PATHS[turn % PATHS.length] ?? '/');
      if (status !== 200) throw new BenchError(`A calm server answers ${status}.`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: BUSY }, (_, place) => work(place)));
  return answers / seconds;
}

/**
 * Sends so many requests a second, however many are answered, and now and then one to the probe.
 * @param {(path: string) => Promise<Reply>} ask
 * @param {number} rate
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @param {string} [probe]
 * @returns {Promise<Reply[]>}
 */
export async function sendEvenly(ask, rate, seconds, signal, probe) {
  /** @type {Reply[]} */
  const replies = [];
  const note = (/** @type {Reply} */ reply) => void replies.push(reply);
  await sendAndNote(ask, rate, seconds, signal, note, probe);
  return replies;
}

/**
 * The same, for so many that they are not kept: each reply is handed over. No more than `most` are open at a time: what a
 * generator cannot send in time it sends later, and does not gather.
 * @param {(path: string) => Promise<Reply>} ask
 * @param {number} rate
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @param {(reply: Reply) => void} note
 * @param {string} [probe]
 * @param {number} [most]
 */
export async function sendAndNote(ask, rate, seconds, signal, note, probe, most = Infinity) {
  const begun = performance.now();
  let sent = 0;
  let open = 0;
  let closed = () => {};
  /** @param {string} path */
  const send = async (path) => {
    open += 1;
    note(await ask(path));
    open -= 1;
    if (open === 0) closed();
  };
  for (let now = begun; now < begun + seconds * 1_000; now = performance.now()) {
    signal.throwIfAborted();
    for (const due = ((now - begun) / 1_000) * rate; sent < due && open < most; sent += 1) {
      void send(probe && sent % 200 === 0 ? probe : (PATHS[sent % PATHS.length] ?? '/'));
    }
    await sleep(TICK);
  }
  if (open > 0) {
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      closed = resolve;
    });
  }
}
