import { execFile } from 'node:child_process';
import { Agent, get } from 'node:http';
import { promisify } from 'node:util';
import { ENCODING } from './generator.mjs';
import { BenchError, childEnvironment } from './processes.mjs';

const CONNECTIONS = 16;

/** The interval between memory samples (ms). */
const INTERVAL = 500;

/**
 * The resident memory of a process in bytes.
 * @param {number} pid
 */
export async function residentMemory(pid) {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)], {
    env: childEnvironment(),
  });
  return Number(stdout.trim()) * 1024;
}

/**
 * @typedef {object} MemoryOfUrls in bytes
 * @property {number} urls
 * @property {number} before
 * @property {number} highest
 * @property {number} after
 */

/**
 * Requests many distinct URLs, and measures the memory. The cache must stay within its limit.
 * @param {import('./server.mjs').Product} product
 * @param {number} urls
 * @param {AbortSignal} signal
 * @returns {Promise<MemoryOfUrls>}
 */
export async function measureMemoryOfUrls({ origin, pid }, urls, signal) {
  const before = await residentMemory(pid);
  let highest = before;
  const look = async () => {
    highest = Math.max(highest, await residentMemory(pid));
  };
  const timer = setInterval(() => look().catch(() => {}), INTERVAL);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  const askOn = async () => {
    while (next < urls) {
      signal.throwIfAborted();
      const number = next++;
      await ask(agent, `${origin}${number % 2 ? '/api' : ''}/jobs?q=word${number}&limit=1`);
    }
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
  } finally {
    clearInterval(timer);
    agent.destroy();
  }
  const after = await residentMemory(pid);
  return { urls, before, highest: Math.max(highest, after), after };
}

/**
 * @param {Agent} agent
 * @param {string} url
 * @returns {Promise<void>}
 */
function ask(agent, url) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ reason) => reject(new BenchError(`${url}: ${reason}`));
    get(url, { agent, headers: ENCODING }, (response) => {
      if (response.statusCode !== 200) fail(`status ${response.statusCode}`);
      response.once('end', resolve);
      response.resume();
    }).once('error', (error) => fail(error.message));
  });
}
