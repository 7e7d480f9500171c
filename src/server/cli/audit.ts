import { type Command, Option } from 'commander';
import type { Database } from '#server/db/client.ts';
import {
  type AuditEventRow,
  actorsOf,
  type EventFilters,
  findPosition,
  listEvents,
} from '#server/modules/audit/events.ts';
import { NotRestoredError, type Restored, restoreDeleted } from '#server/modules/audit/restore.ts';
import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  AUDITED_KINDS,
  type AuditAction,
  type AuditActors,
  type AuditedKind,
} from '#shared/domain/audit.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import { parseDate, parseEventId } from './arguments.ts';
import { CommandError, type Invocation, withDatabase } from './run-command.ts';
import { printable, table } from './table.ts';

/** The number of events that a call lists. */
const EVENTS_AT_ONCE = 200;

const HEADER = ['Event', 'When', 'Who', 'What', 'ID', 'Name', 'Changed'];

/** The maximum length of a name (characters). A longer name would push the last column off the screen. */
const MAX_NAME_LENGTH = 40;

/** The maximum number of ids in a line of the report. */
const MAX_LISTED_IDS = 10;

type Options = {
  of?: AuditedKind;
  kind?: AuditedKind;
  action?: AuditAction;
  by?: AuditActors;
  from?: PlainDate;
  to?: PlainDate;
  before?: number;
};

/** Adds `board audit list` and `board audit restore`. */
export function addAuditCommand(program: Command, invocation: Invocation): void {
  const audit = program
    .command('audit')
    .description('List changes and restore deleted jobs and companies');
  audit
    .command('list')
    .description(
      `List the newest ${EVENTS_AT_ONCE} events, optionally of one job, company, account or membership`,
    )
    .argument('[id]', 'the id of the job, company, account or membership; with --of')
    .addOption(
      new Option('--of <kind>', 'what the id belongs to').choices(AUDITED_KINDS).conflicts('kind'),
    )
    .addOption(new Option('--kind <kind>', 'only changes of this kind').choices(AUDITED_KINDS))
    .addOption(new Option('--action <action>', 'only these changes').choices(AUDIT_ACTIONS))
    .addOption(
      new Option('--by <actors>', 'only changes that these have made').choices(AUDIT_ACTORS),
    )
    .option('--from <date>', 'the first day (UTC), such as 2026-11-30', parseDate)
    .option('--to <date>', 'the last day (UTC)', parseDate)
    .option('--before <event>', 'only events before this one', parseEventId)
    .action(
      withDatabase(invocation, ({ db }, id: string | undefined, options: Options) =>
        list(db, id, options),
      ),
    )
    .hook('preAction', (command) => {
      const hasId = command.args.length > 0;
      if (hasId !== 'of' in command.opts()) command.error('error: use --of together with an id');
    });
  audit
    .command('restore')
    .description(
      'Restore a deleted job, or a deleted company with the jobs and company admins that it lost; or undo a merge',
    )
    .argument('<event>', 'the audit event that records the deletion or the merge', parseEventId)
    .action(withDatabase(invocation, ({ db }, event: number) => restore(db, event)));
}

async function list(
  db: Database,
  id: string | undefined,
  { before, of: ofKind, by, ...filters }: Options,
): Promise<void> {
  const after = before === undefined ? undefined : await findPosition(db, before);
  // Lower-case the ids of jobs and companies, as PostgreSQL writes UUIDs. Account ids are case-sensitive.
  const of: EventFilters['of'] =
    ofKind && id !== undefined
      ? { kind: ofKind, id: ofKind === 'account' ? id : id.toLowerCase() }
      : undefined;
  const events = await listEvents(
    db,
    { ...filters, of, by: by && actorsOf(by) },
    { limit: EVENTS_AT_ONCE + 1, after },
  );
  if (events.length === 0 && of) {
    throw new CommandError(
      `No ${before === undefined ? '' : 'earlier '}events for ${of.kind} ${of.id}.`,
    );
  }
  const shown = events.slice(0, EVENTS_AT_ONCE);
  console.log(table([HEADER, ...shown.map(cellsOf)], 'start').join('\n'));
  if (events.length > shown.length) {
    console.error(`Earlier events exist; list them with --before ${shown.at(-1)?.id}`);
  }
}

function cellsOf(event: AuditEventRow): string[] {
  const { id, at, actor, action, kind, thing_id, name } = event;
  const isAssignment = kind === 'account' || kind === 'membership';
  const changed = isAssignment ? formatAssignments(event) : event.changed.join(', ');
  return [
    String(id),
    at.toISOString(),
    actor,
    `${action} ${kind}`,
    thing_id,
    shorten(name),
    changed,
  ];
}

/** Formats the role assignment before and after the event. A side on which the account did not exist is empty. */
function formatAssignments(event: AuditEventRow): string {
  const { role_before, company_before, role_after, company_after } = event;
  const assignment = (role: string | null, company: string | null) =>
    role && (company ? `${role} (${company})` : role);
  return [assignment(role_before, company_before), assignment(role_after, company_after)]
    .map((text) => text ?? '')
    .join(' → ')
    .trim();
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > MAX_NAME_LENGTH
    ? `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`
    : text;
}

async function restore(db: Database, event: number): Promise<void> {
  const restored = await restoreDeleted(db, event).catch((error: unknown) => {
    throw error instanceof NotRestoredError ? new CommandError(error.message) : error;
  });
  for (const line of reportOf(restored)) console.log(printable(line));
}

function reportOf({ kind, id, name, jobs, drafts, sources, admins, left }: Restored): string[] {
  const dependents =
    kind === 'company' ? `, with ${count(jobs, 'job')} and ${count(admins, 'company admin')}` : '';
  return [
    `Restored the ${kind} ${name} (${id})${dependents}.`,
    ...(drafts > 0 ? [`Its unpublished jobs are back, too: ${drafts}.`] : []),
    ...(sources > 0 ? [`Its sources are back, too, and paused: ${sources}.`] : []),
    ...(left.logo ? [`Its logo no longer exists: ${left.logo}`] : []),
    ...(left.jobs.length > 0
      ? [
          `Not restored because they exist again: ${count(left.jobs.length, 'job')}, ${firstIds(left.jobs)}`,
        ]
      : []),
    ...(left.admins.length > 0
      ? [
          `Not made company admins again because their accounts have changed since: ${firstIds(left.admins)}`,
        ]
      : []),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function firstIds(ids: string[]): string {
  const more = ids.length - MAX_LISTED_IDS;
  return ids.slice(0, MAX_LISTED_IDS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
