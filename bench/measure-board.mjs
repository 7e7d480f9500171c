import { chooseIds, measureDatabase } from './board-facts.mjs';
import { measureCached, measureWith, ROUNDS } from './cached.mjs';
import { measureLatency } from './latency.mjs';
import { findLines, findMissing } from './lines.mjs';
import { measureMemoryOfUrls, residentMemory } from './memory.mjs';
import { chooseSearchWords } from './postings/search-words.mjs';
import { BenchError } from './processes.mjs';
import { databaseUrl, startProduct } from './server.mjs';
import { startWriting } from './writes.mjs';

/** Connections for the throughput of answers that are made anew; more would only wait for the database. */
const UNCACHED_CONNECTIONS = 4;
const UNCACHED_PATH = '/api/jobs?description=summary';

/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {import('./server.mjs').Product} Product */
/** @typedef {import('./lines.mjs').Line} Line */
/** @typedef {{ say: (message: string) => void, signal: AbortSignal }} Talk */

/**
 * @typedef {object} Board
 * @property {string} dataDir
 * @property {import('./postings/search-words.mjs').SearchWords | undefined} words undefined: the server
 *   fills it with the demo data, whose words are read from it
 * @property {import('./load.mjs').Generator} generator
 */

/**
 * Starts two servers over one database, one of them without a cache of answers, and measures them.
 * @param {Board} board
 * @param {Options} options
 * @param {Talk} talk
 */
export async function measureBoard(board, options, talk) {
  const { dataDir, words } = board;
  talk.say('Starting the servers…');
  const settings = { DEMO_DATA: words ? 'false' : 'true' };
  const product = await startProduct(dataDir, settings, talk.signal);
  try {
    const uncached = await startProduct(
      dataDir,
      { DATABASE_URL: await databaseUrl(dataDir), PAGE_CACHE_MB: '0' },
      talk.signal,
    );
    try {
      return await measureServers({ product, uncached }, board, options, talk);
    } finally {
      await uncached.stop();
    }
  } finally {
    await product.stop();
  }
}

/**
 * @param {{ product: Product, uncached: Product }} servers
 * @param {Board} board
 * @param {Options} options
 * @param {Talk} talk
 */
async function measureServers({ product, uncached }, board, options, talk) {
  const { seconds, connections, distinctUrls } = options;
  const { say, signal } = talk;
  const url = await databaseUrl(board.dataDir);
  const ids = await chooseIds(url);
  const words = board.words ?? chooseSearchWords(await readDemoJobs(product.origin));
  const missing = await findMissing(product.origin);
  const all = chosen(await findLines(product.origin, words, ids), options.only);
  const skipped = all.filter(({ needs }) => needs && missing.has(needs)).map(({ name }) => name);
  const lines = all.filter(({ name }) => !skipped.includes(name));
  const started = await residentMemory(product.pid);

  // Before all load: what the machine has to clean up after it would be in the way.
  const latencies = new Map();
  for (const line of lines) {
    say(`Measuring ${line.name}, uncached…`);
    latencies.set(line, await measureLatency(uncached.origin, line.paths, signal));
  }
  const measureUncached = measureWith(board.generator, UNCACHED_CONNECTIONS, signal);
  const throughput = await measureUncached(uncached.origin, UNCACHED_PATH, Math.max(3, seconds));

  const measure = measureWith(board.generator, connections, signal);
  const cached = await measureCached(product.origin, lines, measure, { seconds, signal, say });
  const afterLines = await residentMemory(product.pid);

  const writing = await startWriting(product, uncached, ids.companies[0] ?? '');
  const duringWrites = new Map();
  let writes;
  try {
    for (const line of lines) {
      say(`Measuring ${line.name}, while others write…`);
      const path = line.paths[0] ?? '';
      duringWrites.set(line, await measure(product.origin, path, Math.max(2, seconds)));
    }
  } finally {
    writes = await writing.stop();
  }
  say(`Asking for ${distinctUrls} addresses…`);
  const urls = await measureMemoryOfUrls(product, distinctUrls, signal);
  return {
    rounds: ROUNDS,
    lines: lines.map((line) => ({
      name: line.name,
      path: line.paths[0] ?? '',
      limit: line.limit,
      cached: found(cached, line),
      uncached: found(latencies, line),
      duringWrites: found(duringWrites, line),
    })),
    skipped,
    throughput: { path: UNCACHED_PATH, connections: UNCACHED_CONNECTIONS, ...throughput },
    writes,
    memory: { started, afterLines, urls },
    database: await measureDatabase(url),
  };
}

/**
 * @template T
 * @param {Map<Line, T>} results
 * @param {Line} line
 * @returns {T}
 */
function found(results, line) {
  const result = results.get(line);
  if (result === undefined) throw new Error(`${line.name} was not measured`);
  return result;
}

/**
 * @param {Line[]} lines
 * @param {string[]} names
 */
function chosen(lines, names) {
  const unknown = names.filter((name) => !lines.some((line) => line.name === name));
  if (unknown.length > 0) {
    throw new BenchError(
      `There is no line '${unknown[0]}', but: ${lines.map(({ name }) => `'${name}'`).join(', ')}.`,
    );
  }
  return names.length === 0 ? lines : lines.filter(({ name }) => names.includes(name));
}

/**
 * @param {string} origin
 * @returns {Promise<import('./postings/search-words.mjs').SampleJob[]>}
 */
async function readDemoJobs(origin) {
  const reply = await fetch(`${origin}/api/jobs?limit=100`);
  if (!reply.ok) throw new BenchError(`/api/jobs answered with status ${reply.status}.`);
  return (await reply.json()).results;
}
