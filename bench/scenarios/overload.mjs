import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError, watchMemory } from '../load/processes.mjs';
import {
  createClient,
  createRecord,
  measureCapacity,
  repeat,
  uncachedPath,
} from '../load/requests.mjs';
import { withProduct } from '../load/server.mjs';
import { formatFacts, formatStatuses, mebibytes, ms } from '../report/figures.mjs';

/** The offered load as a multiple of the server's capacity. */
const TIMES = 4;

/** The maximum of open requests, many more than the server answers within the timeout. */
const MAX_OPEN = 5_000;

/** The duration of the load (s). */
const SECONDS = 20;

/** After the load: the interval between requests (ms), and the number of normal responses in a row that end the run. */
const PAUSE = 50;
const NORMAL_RESPONSES = 10;

/**
 * Sends more than the server's capacity.
 * @param {string} dataDir
 * @param {import('../load/processes.mjs').Talk} talk
 * @returns {Promise<string>} the report
 */
export async function measureOverload(dataDir, { say, signal }) {
  say('Starting the server…');
  const settings = { DEMO_DATA: 'true', PAGE_CACHE_MB: '0', RATE_LIMIT_SCALE: '0' };
  return withProduct(dataDir, settings, signal, async ({ origin, pid }) => {
    const { send, close } = createClient(origin);
    say('Measuring the capacity…');
    await measureCapacity(send, 2, signal);
    const capacity = await measureCapacity(send, 5, signal);
    const calm = createRecord();
    await repeat(async (number) => calm.add(await send(uncachedPath(number))), {
      ...{ rate: Math.max(1, capacity / 4), concurrency: MAX_OPEN, seconds: 3, signal },
    });

    say(`Sending ${TIMES} times as much for ${SECONDS} seconds…`);
    const [accepted, refused, health] = [createRecord(), createRecord(), createRecord()];
    const sendNext = async (/** @type {number} */ number) => {
      if (number % 200 === 0) return health.add(await send('/healthz'));
      const response = await send(uncachedPath(number));
      (response.status === 200 ? accepted : refused).add(response);
    };
    const stopWatching = watchMemory(pid);
    const load = { rate: capacity * TIMES, concurrency: MAX_OPEN, seconds: SECONDS };
    await repeat(sendNext, { ...load, signal });
    const memory = await stopWatching();
    const recovery = await waitUntilCalm(send, calm.summary().p99, signal);
    close();

    const served = accepted.summary();
    const shed = refused.summary();
    return formatFacts({
      capacity: `${Math.round(capacity)} uncached requests a second`,
      offered: `${Math.round((served.requests + shed.requests) / SECONDS)} requests a second`,
      accepted: `${Math.round(served.requests / SECONDS)} a second; p50 ${ms(served.p50)}, p99 ${ms(served.p99)}`,
      refused: `with p99 ${ms(shed.p99)}`,
      statuses: formatStatuses({ ...served.statuses, ...shed.statuses }),
      'health check': `p99 ${ms(health.summary().p99)}`,
      recovery: ms(recovery),
      'maximum memory': mebibytes(Math.max(...memory)),
    });
  });
}

/**
 * @param {import('../load/requests.mjs').Client['send']} send
 * @param {number} usual the normal response time (ms)
 * @param {AbortSignal} signal
 * @returns {Promise<number>} milliseconds until the first of many normal responses in a row
 */
async function waitUntilCalm(send, usual, signal) {
  const started = performance.now();
  let since = started;
  for (let calm = 0; calm < NORMAL_RESPONSES; calm++) {
    signal.throwIfAborted();
    if (performance.now() - started > 60_000) throw new BenchError('The server does not recover.');
    const sent = performance.now();
    const { status, duration } = await send(uncachedPath(calm));
    if (status !== 200 || duration > Math.max(2 * usual, 50)) calm = -1;
    else if (calm === 0) since = sent;
    await sleep(PAUSE);
  }
  return since - started;
}
