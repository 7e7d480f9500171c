import { type Command, InvalidArgumentError, Option } from 'commander';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { openDatabase } from '#server/db/client.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { findSystem } from '#server/job-feeds/systems/systems.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { hasMailServer } from '#server/modules/mail/queries.ts';
import { readSite } from '#server/modules/settings/queries.ts';
import {
  createSource,
  deleteSource,
  pauseSource,
  requestPreview,
  requestRun,
  resumeSource,
} from '#server/modules/sources/commands.ts';
import { sourceMails } from '#server/modules/sources/mail/source-mails.ts';
import { previewSource } from '#server/modules/sources/previews/preview-source.ts';
import {
  findPreview,
  findSource,
  type ListedSource,
  listRuns,
  listSources,
} from '#server/modules/sources/queries.ts';
import { explainWaiting } from '#server/modules/sources/runs/apply-list.ts';
import { runImporter } from '#server/modules/sources/runs/importer.ts';
import { claimDueSource } from '#server/modules/sources/runs/lease.ts';
import type { Reach } from '#server/modules/sources/runs/open-client.ts';
import { type RunOptions, runSource } from '#server/modules/sources/runs/run-source.ts';
import type { Config } from '#server/platform/config/config.ts';
import { openLog } from '#server/platform/logging/log-output.ts';
import { parseUrl } from '#server/platform/parse-url.ts';
import type { PreviewResult } from '#shared/contract/sources.ts';
import {
  RUN_COUNTS,
  type RunCounts,
  SETTING_LENGTH,
  SOURCE_INTERVALS,
  SOURCE_STATES,
  type SourceState,
} from '#shared/domain/sources.ts';
import { fileArgument } from './arguments.ts';
import { discover } from './discover.ts';
import { importAll } from './import.ts';
import {
  CONSOLE,
  CommandError,
  type DatabaseContext,
  type Invocation,
  withConfig,
  withDatabase,
} from './run-command.ts';
import { printable, table } from './table.ts';

const ACTOR = { command: ACTORS.sources };

/** Adds `board sources` with its commands. */
export function addSourcesCommand(program: Command, invocation: Invocation): void {
  const sources = program
    .command('sources')
    .description('Manage the sites from which jobs are imported on a schedule');
  sources
    .command('list')
    .description(`List sources, those that need attention first, at most ${LISTED}`)
    .argument('[text]', 'a part of the company’s name, of the system or of the URL')
    .addOption(new Option('--state <state>', 'only these').choices([...SOURCE_STATES, 'failing']))
    .action(
      withDatabase(invocation, ({ db }, q: string | undefined, { state }: ListOptions) =>
        list(db, { q, state }),
      ),
    );
  sources
    .command('preview')
    .description('Show what a source at this URL would add, without saving anything')
    .argument('<url>', 'a career page, a board, a feed, or one job')
    .option('--company <id>', 'the company that is to get the jobs')
    .addOption(settingOption())
    .action(
      withDatabase(
        invocation,
        async (context, url: string, { company, set }: LookOptions) => {
          const { result } = await lookAt(context, { url, company, settings: set });
          if (result.error) throw new CommandError(result.error);
        },
        { failed: 'Not previewed' },
      ),
    );
  sources
    .command('add')
    .description('Save the source at this URL. A running board reads it at once')
    .argument('<url>', 'a career page, a board, a feed, or one job')
    .option('--company <id>', 'the company that gets the jobs')
    .option(
      '--name <name>',
      'the name of a new company; by default, the name that the source states',
    )
    .addOption(settingOption())
    .addOption(
      new Option('--every <minutes>', 'how often the source is read')
        .argParser(parseInterval)
        .default(SOURCE_INTERVALS.default),
    )
    .action(withDatabase(invocation, add, { failed: 'Not added' }));
  sources
    .command('run')
    .description('Read a source now, or import files of recorded Ashby boards')
    .argument('[id]', 'the id of the source')
    .option('--close', 'let the run close any number of jobs')
    .option('--file <files...>', 'import these files instead, as `board import` does')
    .option('--force', 'with --file: close all jobs that a file no longer lists')
    .action(withDatabase(invocation, run, { failed: 'Not run' }));
  for (const [name, description, change] of [
    ['pause', 'Stop reading a source', pauseSource],
    ['resume', 'Read a paused source again, and approve a proposed one', resumeSource],
    ['remove', 'Remove a source. Its jobs stay as they are', deleteSource],
  ] as const) {
    sources
      .command(name)
      .description(description)
      .argument('<id>', 'the id of the source')
      .action(
        withDatabase(invocation, async ({ db }, id: string) => {
          await orCommandError(change(db, ACTOR, id));
          console.log('Done.');
        }),
      );
  }
  sources
    .command('discover')
    .description(
      'Look for sources at the websites in a file, one per line, and write them to FILE.sources.tsv',
    )
    .addArgument(
      fileArgument('the list of websites; an interrupted search continues where it stopped'),
    )
    .action(withDatabase(invocation, discover, { failed: 'Search not finished' }));
  sources
    .command('work')
    .description(
      'Read previews and due sources until interrupted, as a running board does automatically',
    )
    .addOption(
      new Option('--idle <seconds>', 'end when there is nothing to read for this long').argParser(
        parseSeconds,
      ),
    )
    .action(withConfig(invocation, work));
}

type LookOptions = { company?: string; set?: Record<string, string> };

type ListOptions = { state?: SourceState | 'failing' };

/** The maximum number of sources that the command prints. */
const LISTED = 500;

const HEADER = ['ID', 'Company', 'System', 'Tenant', 'State', 'Open jobs', 'Next run', 'Last run'];

async function list(
  db: Database,
  filters: { q: string | undefined; state: ListOptions['state'] },
): Promise<void> {
  const rows = await listSources(db, filters, { visible: sql`true`, limit: LISTED + 1 });
  const cells = rows.slice(0, LISTED).map(cellsOf);
  console.log(cells.length > 0 ? table([HEADER, ...cells], 'start').join('\n') : 'None');
  if (rows.length > LISTED) console.error(`There are more. These are the first ${LISTED}.`);
}

function cellsOf({ source, company, jobs, lastRun }: ListedSource): string[] {
  const isScheduled = source.state === 'active' || source.state === 'asking';
  return [
    source.id,
    printable(company.name),
    findSystem(source.system)?.name ?? source.system,
    printable(source.tenant),
    source.paused_by ? `paused (${source.paused_by})` : source.state,
    String(jobs),
    isScheduled ? source.next_run_at.toISOString() : '',
    lastRun ? printable(describeRun(lastRun)) : '',
  ];
}

function describeRun({ outcome, counts, error }: NonNullable<ListedSource['lastRun']>): string {
  return [`${outcome}: ${describeCounts(counts)}`, error].filter(Boolean).join(' – ');
}

function describeCounts(counts: RunCounts): string {
  const parts = RUN_COUNTS.flatMap((name) => (counts[name] > 0 ? `${counts[name]} ${name}` : []));
  return parts.join(', ') || 'nothing';
}

/** Reads the source at a URL in this process, and prints what it finds. */
async function lookAt(
  { db, config, signal }: DatabaseContext,
  request: Parameters<typeof requestPreview>[2],
): Promise<{ id: string; result: PreviewResult }> {
  if (!parseUrl(request.url)) {
    throw new CommandError('Give a URL that begins with https://');
  }
  const id = await orCommandError(requestPreview(db, ACTOR, request));
  const waiting = await findPreview(db, id);
  if (!waiting) throw new CommandError('The preview was deleted meanwhile.');
  await previewSource(waiting, { db, reach: reachOf(config), logger: SILENT, signal });
  signal.throwIfAborted();
  const result = (await findPreview(db, id))?.result;
  if (!result) throw new CommandError('The preview was deleted meanwhile.');
  printPreview(result);
  return { id, result };
}

function printPreview({ found, others, company, jobs, samples, ...result }: PreviewResult): void {
  if (!found) return;
  const { counts, duplicates, checked, lacking } = result;
  console.log(printable(`${found.systemname}: ${found.tenant} (${found.url})`));
  if (company) console.log(printable(`Company: ${company}`));
  console.log(`Jobs: ${jobs}${result.complete ? '' : ', and the list is incomplete'}`);
  for (const { title, location, pay } of samples) {
    console.log(printable(`  ${[title, location, pay].filter(Boolean).join(' – ')}`));
  }
  const lacks = Object.entries(lacking).flatMap(([name, count]) =>
    count > 0 ? `${name} (${count})` : [],
  );
  if (lacks.length > 0) console.log(`Not stated in ${checked} jobs: ${lacks.join(', ')}`);
  console.log(`A first run would have: ${describeCounts(counts)}`);
  if (duplicates > 0) console.log(`The company seems to have ${duplicates} of them already.`);
  for (const { job, reason } of result.skipped) {
    console.log(printable(`  Left out: ${job}: ${reason}`));
  }
  for (const other of others) {
    console.log(printable(`Also at this URL: ${other.systemname}: ${other.tenant} (${other.url})`));
  }
  if (result.existing) console.log(`The board has this source already: ${result.existing}`);
}

async function add(
  context: DatabaseContext,
  url: string,
  { company, set, name, every }: LookOptions & { name?: string; every: number },
): Promise<void> {
  const { id: preview, result } = await lookAt(context, { url, company, settings: set });
  if (!result.found) throw new CommandError(result.error);
  const companyname = company ? undefined : (name ?? (result.company || result.found.tenant));
  const body = { preview, interval: every, companyname };
  const id = await orCommandError(createSource(context.db, ACTOR, body, undefined));
  console.log(`Added the source ${id}.`);
}

async function run(
  context: DatabaseContext,
  id: string | undefined,
  { close = false, file, force }: { close?: boolean; file?: string[]; force?: boolean },
): Promise<void> {
  if (file) return importAll(context, file, { ...(force && { force }) });
  if (!id) throw new CommandError('Give the id of a source, or --file.');
  const { db, config, signal } = context;
  await orCommandError(requestRun(db, ACTOR, id, { close }));
  const source = await claimDueSource(db, new Date(), id);
  if (!source) throw new CommandError('Another process is reading this source.');
  await runSource(source, { ...runOptions(db, config, SILENT), signal });
  signal.throwIfAborted();
  const [last] = await listRuns(db, id, { limit: 1, before: undefined });
  if (last) console.log(printable(describeRun(last)));
  for (const { job, reason } of last?.skipped ?? []) {
    console.log(printable(`  Left out: ${job}: ${reason}`));
  }
  const row = await findSource(db, id);
  if (row) console.log(`Open jobs: ${row.jobs}`);
  const waiting =
    close && row && last?.counts.closed === 0 && (await explainWaiting(db, row.source));
  if (waiting) console.log(`No job was closed: ${waiting}`);
  if (last && last.outcome !== 'applied' && last.outcome !== 'unchanged') {
    throw new CommandError('The source was not applied.');
  }
}

/**
 * Reads sources in the child process of a server, or on another machine. A child process ends with its parent. The process
 * releases its sources when it is interrupted.
 * @throws CommandError if it has no mail server and the board has one: it could not ask people about closing many jobs
 */
async function work(
  { config, signal }: { config: Config; signal: AbortSignal },
  { idle }: { idle?: number },
): Promise<void> {
  const logger = await openLog(config);
  const orphaned = new AbortController();
  process.on('disconnect', () => orphaned.abort());
  const database = await openDatabase(config, {
    purpose: 'command',
    pendingMigrations: process.connected ? 'ignore' : 'apply',
    ...CONSOLE,
  });
  try {
    // A server that runs this as its child may have just been set to send no mail.
    const isChild = process.connected;
    if (!isChild && config.mail.delivery !== 'smtp' && (await hasMailServer(database.db))) {
      throw new CommandError(
        'The board sends emails, but this process has no mail server. Set SMTP_URL and MAIL_FROM as on the servers.',
      );
    }
    await runImporter({
      ...runOptions(database.db, config, logger),
      signal: AbortSignal.any([signal, orphaned.signal]),
      idle: idle && idle * 1_000,
    });
  } finally {
    await database.close();
    if (process.connected) process.disconnect();
  }
}

/** The options of a process that reads sources. */
export function runOptions(
  db: BoardDatabase,
  config: Config,
  logger: FastifyBaseLogger,
): Omit<RunOptions, 'signal'> {
  return {
    db,
    logger,
    reach: reachOf(config),
    notify: sourceMails(createOutbox(config.mail), (tx) => readSite(tx, config)),
  };
}

const reachOf = ({ publicUrl }: Config): Reach => ({ publicUrl });

/** A silent logger, because commands print everything that matters themselves. */
const SILENT: FastifyBaseLogger = pino({ level: 'silent' });

/** Turns a refusal into the error of a command. */
async function orCommandError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProblemError) throw new CommandError(error.message);
    throw error;
  }
}

const settingOption = () =>
  new Option('--set <name=value...>', 'settings of the system, such as entry=vacancy').argParser(
    addSetting,
  );

/** Adds the setting of a `--set` option to those of the options before it. */
function addSetting(text: string, before: Record<string, string> = {}): Record<string, string> {
  const { name, value } = /^(?<name>[a-z]{1,30})=(?<value>.*)$/s.exec(text)?.groups ?? {};
  if (name === undefined || value === undefined || value.length > SETTING_LENGTH) {
    throw new InvalidArgumentError(
      `Give a name and a value of at most ${SETTING_LENGTH} characters, such as entry=vacancy.`,
    );
  }
  return { ...before, [name]: value };
}

function parseInterval(text: string): number {
  const minutes = Number(text);
  const { min, max } = SOURCE_INTERVALS;
  if (!/^\d+$/.test(text) || minutes < min || minutes > max) {
    throw new InvalidArgumentError(`Give a number of minutes from ${min} to ${max}.`);
  }
  return minutes;
}

function parseSeconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Give a number of seconds.');
  return Number(text);
}
