import { appendFile, readFile } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import { type Discovery, discoverFeeds } from '#server/modules/sources/previews/discover-feeds.ts';
import { ignoreMissing } from '#server/platform/files.ts';
import { parseUrl } from '#server/platform/parse-url.ts';
import { CommandError, type DatabaseContext } from './run-command.ts';
import { printable } from './table.ts';

/**
 * Looks for sources at the websites in a file, one per line, and appends the results to `FILE.sources.tsv`: website,
 * system, tenant, URL, problem. Websites in that file are skipped, so an interrupted search continues where it stopped.
 */
export async function discover(
  { db, config, signal }: DatabaseContext,
  file: string,
): Promise<void> {
  const output = `${file}.sources.tsv`;
  const done = new Set(
    linesOf((await ignoreMissing(() => readFile(output, 'utf8'))) ?? '').map(
      (line) => line.split('\t')[0],
    ),
  );
  const websites = [...new Set(linesOf(await readList(file)).map(toAddress))];
  const rest = websites.filter((website) => !done.has(website));
  const bar = new SingleBar({
    format: 'Reading {bar} {value}/{total} websites',
    hideCursor: true,
  });
  const found = { sources: 0, problems: 0 };
  bar.start(websites.length, websites.length - rest.length);
  try {
    await discoverFeeds(rest, {
      db,
      reach: { publicUrl: config.publicUrl },
      signal,
      async onFound(discovery) {
        await appendFile(output, rowsOf(discovery));
        found.sources += discovery.sources.length;
        found.problems += discovery.problem ? 1 : 0;
        bar.increment();
      },
    });
  } finally {
    bar.stop();
  }
  console.log(
    printable(
      `Found ${found.sources} sources, and none at ${found.problems} websites: ${output}. To add one, run: npm run board -- sources add URL`,
    ),
  );
}

async function readList(file: string): Promise<string> {
  const text = await ignoreMissing(() => readFile(file, 'utf8'));
  if (text === undefined) throw new CommandError(`There is no file ${file}.`);
  return text;
}

const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));

/**
 * The full URL of a website. In the list, the scheme may be missing.
 * @throws CommandError
 */
function toAddress(line: string): string {
  const url = parseUrl(/^https?:\/\//i.test(line) ? line : `https://${line}`);
  if (!url) throw new CommandError(`This is not a URL: ${line}`);
  return url.href;
}

function rowsOf({ website, sources, problem }: Discovery): string {
  const rows = sources.length > 0 ? sources : [{ system: '', tenant: '', url: '' }];
  return rows
    .map(
      ({ system, tenant, url }) =>
        `${[website, system, tenant, url, problem].map(cell).join('\t')}\n`,
    )
    .join('');
}

const cell = (text: string) => printable(text).replaceAll('\t', ' ');
