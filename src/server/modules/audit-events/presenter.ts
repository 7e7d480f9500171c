import type { AuditEvent, RestoredThing, WholeAuditEvent } from '#shared/contract/audit.ts';
import { type AuditEventRow, BOOKKEEPING, isProgram, type WholeEventRow } from '../audit/events.ts';
import type { Restored } from '../audit/restore.ts';

export function presentEvent(row: AuditEventRow): AuditEvent {
  const { id, at, action, kind, thing_id: thing } = row;
  return {
    id,
    at: at.toISOString(),
    action,
    kind,
    thing,
    actor: presentActor(row),
    name: row.person || row.name,
    act: row.act,
    company: row.company,
    role: row.role_after ?? '',
    fields: row.changed,
    restorable: row.restorable,
  };
}

function presentActor({ actor: id, actor_name, actor_email }: AuditEventRow): AuditEvent['actor'] {
  const unnamed = { id, name: '', email: '' };
  if (id === '') return { kind: 'outside', ...unnamed };
  if (isProgram(id)) return { kind: 'program', ...unnamed };
  if (actor_name === null) return { kind: 'deleted', ...unnamed };
  return { kind: 'person', id, name: actor_name, email: actor_email ?? '' };
}

export function presentWholeEvent(row: WholeEventRow): WholeAuditEvent {
  return { ...presentEvent(row), changes: changesOf(row) };
}

/**
 * The fields that the change has set to a different value, in the order of the columns. For a new or deleted row, all
 * fields with a value.
 */
function changesOf({ before, after }: WholeEventRow): WholeAuditEvent['changes'] {
  return Object.keys({ ...before, ...after })
    .filter((field) => !BOOKKEEPING.includes(field))
    .map((field) => ({ field, before: asText(before?.[field]), after: asText(after?.[field]) }))
    .filter(({ before: one, after: other }) => one !== other);
}

/** A value of a row as text. Empty texts and lists count as having no value. */
function asText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value) && value.length === 0) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function presentRestored({
  kind,
  id,
  name,
  jobs,
  drafts,
  sources,
  admins,
  left,
}: Restored): RestoredThing {
  return {
    kind,
    id,
    name,
    jobs,
    drafts,
    sources,
    members: admins,
    left: {
      logo: left.logo !== undefined,
      jobs: left.jobs.length,
      members: left.admins.length,
    },
  };
}

/** The columns of the CSV file. */
export const AUDIT_HEADER = [
  ...['Event', 'When', 'Who', 'Name', 'Email', 'Action', 'Kind', 'ID', 'Title or name', 'Changes'],
] as const;

/** The cells of an event, in the order of `AUDIT_HEADER`. The changes are JSON. */
export function eventCells(row: WholeEventRow): string[] {
  const { id, at, actor, action, kind, thing, name, changes } = presentWholeEvent(row);
  return [
    ...[String(id), at, actor.id || actor.kind, actor.name, actor.email],
    ...[action, kind, thing, name, JSON.stringify(changes)],
  ];
}
