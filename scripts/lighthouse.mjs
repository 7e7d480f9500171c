// Measures the main pages of a running board with Lighthouse's simulation of a phone on a slow line. Prints the medians,
// and fails if one is worse than its limit. The CPU column is Lighthouse's benchmark index: compare blocking times (TBT)
// only between runs with a similar index, because the simulated phone is four times slower than the machine.
// Usage: npm run lighthouse -- [URL] [RUNS]
// https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { findChromium } from './find-chromium.mjs';

/** The last version that runs on Node 20. `npx` installs it, because it is twice as large as the project. */
const LIGHTHOUSE = 'lighthouse@12.8';

/**
 * The worst accepted value of each measure: scores of at most 100, times in milliseconds, and the layout shift score.
 */
const LIMITS = {
  performance: 99,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  LCP: 1_200,
  TBT: 50,
  CLS: 0,
};
const AUDITS = {
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

const [, , url = 'http://localhost:3000', runs = '5'] = process.argv;

/** @typedef {Record<string, number>} Measures */

/** @type {(name: string, value: number) => boolean} */
const isWorse = (name, value) =>
  name in AUDITS
    ? value > LIMITS[/** @type {keyof typeof LIMITS} */ (name)]
    : value < LIMITS[/** @type {keyof typeof LIMITS} */ (name)];

const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'));
try {
  const names = Object.keys(LIMITS);
  /** @type {string[][]} */
  const rows = [];
  for (const [page, path] of Object.entries(await readPaths())) {
    /** @type {Measures[]} */
    const results = [];
    for (let run = 0; run < Number(runs); run += 1) results.push(await measure(path));
    const cells = names.map((name) => {
      const value = median(results, name);
      if (!isWorse(name, value)) return String(value);
      process.exitCode = 1;
      return `${value} ✗`;
    });
    rows.push([page, ...cells, String(median(results, 'CPU'))]);
  }
  console.log(markdownTable([['page', ...names, 'CPU'], ...rows]));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The main pages, with a job and a company of the board. */
async function readPaths() {
  const response = await fetch(new URL('/api/jobs?limit=1', url));
  const [job] = (await response.json()).results;
  return {
    home: '/',
    list: '/jobs',
    search: '/jobs?q=engineer',
    job: `/jobs/${job.id}`,
    company: `/companies/${job.companyid}`,
  };
}

/** @type {(path: string) => Promise<Measures>} */
async function measure(path) {
  const output = join(folder, 'report.json');
  // Fill the page cache, because visitors rarely meet a page that nobody has opened before.
  await (await fetch(new URL(path, url))).text();
  const args = ['--yes', LIGHTHOUSE, new URL(path, url).href, '--output=json', '--quiet'];
  await run('npx', [
    ...args,
    `--output-path=${output}`,
    '--chrome-flags=--headless=new --no-sandbox',
  ]);
  const { categories, audits, environment } = JSON.parse(await readFile(output, 'utf8'));
  return {
    CPU: Math.round(environment.benchmarkIndex),
    ...Object.fromEntries(
      Object.values(categories).map(({ id, score }) => [id, Math.round(score * 100)]),
    ),
    ...Object.fromEntries(
      Object.entries(AUDITS).map(([name, audit]) => {
        const { numericValue } = audits[audit];
        return [name, name === 'CLS' ? numericValue : Math.round(numericValue)];
      }),
    ),
  };
}

/** @type {(results: Measures[], name: string) => number} */
function median(results, name) {
  const values = results.map((result) => result[name] ?? 0).sort((one, other) => one - other);
  return values[Math.floor(values.length / 2)] ?? 0;
}

/** @type {(command: string, args: string[]) => Promise<void>} */
function run(command, args) {
  const child = spawn(command, args, {
    env: { ...process.env, CHROME_PATH: findChromium() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} exited with code ${code}`));
    });
  });
}
