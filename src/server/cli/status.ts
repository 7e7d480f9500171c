import type { Command } from 'commander';
import { readSystem } from '#server/operations/system/read-system.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { formatNumber } from '#shared/format/number.ts';
import { type DatabaseContext, type Invocation, withDatabase } from './run-command.ts';
import { printable, table } from './table.ts';

/** Adds `board status`. */
export function addStatusCommand(program: Command, invocation: Invocation): void {
  program
    .command('status')
    .description('Print the state of the board, and what needs attention')
    .action(withDatabase(invocation, printStatus));
}

async function printStatus({ db, config }: DatabaseContext): Promise<void> {
  const { database, disk, mail, queue, sources, counts, tasks, warnings, ...status } =
    await readSystem(db, config);
  const kind = database.embedded ? ' (embedded)' : '';
  const rows = [
    ['Version', status.version],
    ['PostgreSQL', `${database.version}${kind}, ${formatBytes(database.bytes)}`],
    ['Migrations', `${database.migrations}, the latest is ${database.migration}`],
    ['Disk', `${formatBytes(disk.free)} of ${formatBytes(disk.total)} free`],
    ['Uploads', status.uploads],
    ['Mail', `${mail.sending}, ${mail.waiting} waiting, ${mail.failed} failed in seven days`],
    ['Queue', `${queue.waiting} waiting, ${queue.failed} failed`],
    ['Last backup', status.lastbackup ?? 'not known'],
    ['Last import', status.lastimport ?? 'not known'],
    ['Sources', `${sources.count} read on schedule, ${sources.failing} failing`],
    ['Last list of a source', sources.lastrun ?? 'not known'],
    ['Open jobs', formatNumber(counts.jobs)],
    ['Companies', formatNumber(counts.companies)],
    ['People', formatNumber(counts.people)],
    ['Site admins', formatNumber(counts.siteadmins)],
  ];
  console.log(table(rows, 'start').join('\n'));
  if (tasks.length > 0) {
    const runs = tasks.map(({ name, succeeded, failed }) => [name, succeeded ?? '', failed ?? '']);
    console.log(`\n${table([['Task', 'Succeeded', 'Failed'], ...runs], 'start').join('\n')}`);
  }
  for (const { problem, advice } of warnings) console.log(`\n${printable(`${problem} ${advice}`)}`);
}
