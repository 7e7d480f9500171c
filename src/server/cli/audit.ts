import type { Database } from '#server/db/client.ts';
import { AUDITED_KINDS } from '#server/db/schema.ts';
import { type AuditEventRow, EVENTS_AT_ONCE, listEvents } from '#server/modules/audit/events.ts';
import { NotRestoredError, type Restored, restoreDeleted } from '#server/modules/audit/restore.ts';
import { CommandError, type Options, UsageError, withDatabase } from './run-command.ts';
import { printable, table } from './table.ts';

const USAGE = `Usage: npm run audit -- list [--of ${AUDITED_KINDS.join('|')} ID] [--before EVENT_ID]
       npm run audit -- restore EVENT_ID

Tells who changed jobs, companies and roles: the newest ${EVENTS_AT_ONCE} events, those of one thing, or those
before an event. Or brings a deleted job back; or a deleted company, with the jobs and the company
admins that it lost with it.`;

const HEADER = ['Event', 'When', 'Who', 'What', 'ID', 'Name', 'Changed'];

/** Room for a title, so that one long title does not push the last column out of sight. */
const NAME_WIDTH = 40;

/** As many ids as a line names of what was left alone. */
const IDS_NAMED = 10;

type Request =
  | { command: 'list'; before: number | undefined; of: Parameters<typeof listEvents>[1]['of'] }
  | { command: 'restore'; event: number };

export const auditCommand = withDatabase({
  usage: USAGE,
  options: ['of', 'before'],
  check(parameters, options) {
    understand(parameters, options);
  },
  async run({ db, parameters, options }) {
    const request = understand(parameters, options);
    if (request.command === 'list') await list(db, request);
    else await restore(db, request.event);
    return 0;
  },
});

/** @throws UsageError, CommandError */
function understand([command, ...parameters]: string[], { of, before }: Options): Request {
  const [id] = parameters;
  if (command === 'list' && parameters.length === (of === undefined ? 0 : 1)) {
    const kind = AUDITED_KINDS.find((known) => known === of);
    if (of !== undefined && !kind) throw new UsageError();
    return {
      command,
      before: before === undefined ? undefined : eventId(before),
      // PostgreSQL writes the ids of jobs and companies in small letters; those of accounts are as given.
      of:
        kind && id !== undefined
          ? { kind, id: kind === 'account' ? id : id.toLowerCase() }
          : undefined,
    };
  }
  const alone = parameters.length === 1 && of === undefined && before === undefined;
  if (command === 'restore' && id !== undefined && alone) return { command, event: eventId(id) };
  throw new UsageError();
}

/** @throws UsageError, CommandError */
function eventId(text: string): number {
  if (!/^\d+$/.test(text)) throw new UsageError();
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw new CommandError(`There is no event ${text}.`);
  return id;
}

async function list(
  db: Database,
  { before, of }: Extract<Request, { command: 'list' }>,
): Promise<void> {
  const events = await listEvents(db, { limit: EVENTS_AT_ONCE, before, of });
  if (events.length === 0 && of) {
    throw new CommandError(
      `There is no ${before === undefined ? '' : 'earlier '}event of ${of.kind} ${of.id}.`,
    );
  }
  const shown = events.slice(0, EVENTS_AT_ONCE);
  console.log(table([HEADER, ...shown.map(cellsOf)], 'start').join('\n'));
  if (events.length > shown.length) {
    console.error(`There are earlier ones: add --before ${shown.at(-1)?.id}`);
  }
}

function cellsOf(event: AuditEventRow): string[] {
  const { id, at, actor, action, kind, thing_id, name } = event;
  const changed = kind === 'account' ? standings(event) : event.changed.join(', ');
  return [String(id), at.toISOString(), actor, `${action} ${kind}`, thing_id, short(name), changed];
}

/** What an account was and what it became, as far as there was an account. */
function standings(event: AuditEventRow): string {
  const { role_before, company_before, role_after, company_after } = event;
  const standing = (role: string | null, company: string | null) =>
    role && (company ? `${role} (${company})` : role);
  return [standing(role_before, company_before), standing(role_after, company_after)]
    .map((text) => text ?? '')
    .join(' → ')
    .trim();
}

function short(text: string): string {
  const characters = [...text];
  return characters.length > NAME_WIDTH ? `${characters.slice(0, NAME_WIDTH - 1).join('')}…` : text;
}

async function restore(db: Database, event: number): Promise<void> {
  const restored = await restoreDeleted(db, event).catch((error: unknown) => {
    throw error instanceof NotRestoredError ? new CommandError(error.message) : error;
  });
  for (const line of reportOf(restored)) console.log(printable(line));
}

function reportOf({ kind, id, name, jobs, admins, left }: Restored): string[] {
  const came =
    kind === 'company' ? `, with ${count(jobs, 'job')} and ${count(admins, 'company admin')}` : '';
  return [
    `Restored the ${kind} ${name} (${id})${came}.`,
    ...(left.logo ? [`Its logo is no longer there: ${left.logo}`] : []),
    ...(left.jobs.length > 0
      ? [
          `Left alone, for they are there again already: ${count(left.jobs.length, 'job')}, ${some(left.jobs)}`,
        ]
      : []),
    ...(left.admins.length > 0
      ? [`Not company admins again, for something has happened to them since: ${some(left.admins)}`]
      : []),
  ];
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function some(ids: string[]): string {
  const more = ids.length - IDS_NAMED;
  return ids.slice(0, IDS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
