import { useState } from 'react';
import type { AuditEvent } from '#shared/contract/audit.ts';
import { AUDITED_KINDS, type AuditedKind } from '#shared/domain/audit.ts';
import type { FooterLink } from '#shared/domain/board-settings.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import { formatMoment } from '#shared/format/moment.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { ActionDialog } from '#web/actions/action-dialog.tsx';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Difference } from '#web/ui/difference.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { AdminPageProps } from './admin-page-props.ts';
import { describeEvent } from './describe-event.ts';
import { nameOfField } from './field-names.ts';
import { AdminList, type RowActions } from './list/admin-list.tsx';

const KIND_NAMES: Record<AuditedKind, string> = {
  job: 'job',
  company: 'company',
  account: 'account',
  membership: 'team member',
  mail: 'mail',
  draft: 'unpublished job',
  report: 'report',
  claim: 'claim',
  merge: 'merge',
  source: 'source',
  rename: 'change of name or website',
  settings: 'settings',
  page: 'page',
  category: 'category',
};

const FILTERS = [
  {
    name: 'kind',
    label: 'What',
    all: 'Everything',
    options: AUDITED_KINDS.map((value) => ({ value, label: capitalize(KIND_NAMES[value]) })),
  },
  {
    name: 'action',
    label: 'Change',
    all: 'All changes',
    options: [
      { value: 'create', label: 'Created' },
      { value: 'update', label: 'Changed' },
      { value: 'delete', label: 'Deleted' },
      { value: 'unlock', label: 'Unlocked' },
    ],
  },
  {
    name: 'by',
    label: 'By',
    all: 'Anyone',
    options: [
      { value: 'people', label: 'People' },
      { value: 'imports', label: 'Sources and imports' },
      { value: 'tasks', label: 'The board itself' },
      { value: 'commands', label: 'Commands' },
      { value: 'outside', label: 'Outside the board' },
    ],
  },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
] as const;

/** All changes of jobs, companies and roles: who made them, when, and what they changed. */
export function Audit({ parameters }: AdminPageProps) {
  return (
    <AdminList
      page="audit"
      parameters={parameters}
      noun={{ one: 'change', many: 'changes' }}
      searchLabel="Id, URL, or a person’s email address"
      filters={FILTERS}
      load={(api, query) => api('GET /api/admin/audit', { query })}
      csv="/api/admin/audit.csv"
    >
      {(event, { reload }) => <Row key={event.id} event={event} reload={reload} />}
    </AdminList>
  );
}

/**
 * A value as text. Of the lists of ids that a merge moved, only the lengths are
 * shown.
 */
function readable(field: string, value: string | null): string {
  if (!value) return '';
  if (field === 'moved') {
    const lists = Object.entries<string[]>(JSON.parse(value));
    const counts = lists.map(([name, { length }]) => `${name}: ${length}`);
    return counts.join(', ');
  }
  if (field === 'links') return readableLinks(JSON.parse(value));
  if (field === 'body') return readableDraft(JSON.parse(value));
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/.test(value);
  return isTime ? formatMoment(value.replace(/\+00:00$/, 'Z')) : value;
}

/** The links of a company, or those in the footer with their labels, one line for each. */
const readableLinks = (links: (string | FooterLink)[]) =>
  links.map((link) => (typeof link === 'string' ? link : `${link.label}: ${link.url}`)).join('\n');

/** The values in the form of an unpublished job, one line for each field with a value. */
function readableDraft({ company: _, ...fields }: Record<string, unknown>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([field, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : value;
      return `${nameOfField(field)}: ${text}`;
    })
    .join('\n');
}

function Row({ event, reload }: RowActions & { event: AuditEvent }) {
  const { actor, thing, fields } = event;
  const [isOpen, setIsOpen] = useState(false);
  const { subject, verb, name, rest } = describeEvent(event);
  return (
    <li className="border-b border-line py-4 wrap-anywhere">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-1">
        <h2>
          {actor.kind === 'person' || actor.kind === 'deleted' ? (
            <PageLink href={adminPages.admin('audit', { q: actor.id })} className="link">
              <bdi>{subject}</bdi>
            </PageLink>
          ) : (
            subject
          )}{' '}
          {verb}{' '}
          {name && (
            <PageLink href={adminPages.admin('audit', { q: thing })} className="link font-semibold">
              <bdi>{name}</bdi>
            </PageLink>
          )}
          <bdi>{rest}</bdi>
        </h2>
        <time dateTime={event.at} className="text-muted text-small">
          {formatMoment(event.at)}
        </time>
      </div>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-small">
          {fields.length > 0 ? `Changed: ${fields.map(nameOfField).join(', ')}` : 'Details'}
          <span className="sr-only">, change {event.id}</span>
        </summary>
        {isOpen && <Details event={event} reload={reload} />}
      </details>
    </li>
  );
}

/** What undoes an event, if it is not the restoration of what was deleted. */
const LABELS: Partial<Record<AuditedKind, string>> = {
  merge: 'Undo the merge',
  settings: 'Undo the change',
  page: 'Undo the change',
  category: 'Undo the change',
};
const TEXTS: Partial<Record<AuditedKind, { success: string; failure: string }>> = {
  merge: ADMIN_ACTIONS.undoMerge,
  settings: ADMIN_ACTIONS.undoSettings,
  page: ADMIN_ACTIONS.undoSettings,
  category: ADMIN_ACTIONS.undoSettings,
};

/** The values before and after a change, and the button that undoes it. */
function Details({ event, reload }: RowActions & { event: AuditEvent }) {
  const { api } = useSession();
  const params = { id: String(event.id) };
  const { status, value, retry } = useAsync(params.id, () =>
    api('GET /api/admin/audit/:id', { params }),
  );
  const [isAsking, setIsAsking] = useState(false);
  const label = LABELS[event.kind] ?? 'Restore';
  if (status === 'failed') {
    return <LoadFailed message="The details could not be loaded." retry={retry} />;
  }
  if (!value) return <Spinner />;
  // The id is above the details.
  const changes = value.changes.filter(({ field }) => field !== 'id');
  return (
    <>
      <dl className="grid gap-3 py-2 text-small">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="border-t border-line pt-2">
            <dt className="text-muted">{nameOfField(field)}</dt>
            <dd dir="auto" className="whitespace-pre-line">
              {event.action === 'update' ? (
                <Difference before={readable(field, before)} after={readable(field, after)} />
              ) : (
                readable(field, before ?? after)
              )}
            </dd>
          </div>
        ))}
      </dl>
      {changes.length === 0 && <p className="py-2 text-small">No values changed.</p>}
      {event.restorable && (
        <Button
          variant="secondary"
          className="mt-2"
          aria-label={`${label}: ${event.name || event.thing}`}
          onClick={() => setIsAsking(true)}
        >
          {label}
        </Button>
      )}
      {isAsking && (
        <ActionDialog
          question={`${label}${event.name && `: ${event.name}`}?`}
          confirm={label}
          variant="primary"
          texts={TEXTS[event.kind] ?? ADMIN_ACTIONS.restore}
          onClose={() => setIsAsking(false)}
          onDone={reload}
          act={(call) => call('POST /api/admin/audit/:id/restore', { params })}
        >
          <p>{CONSEQUENCES[event.kind]}</p>
        </ActionDialog>
      )}
    </>
  );
}

const CONSEQUENCES: Partial<Record<AuditedKind, string>> = {
  job: 'The job is published again as it was, with the same URL.',
  company: 'The company comes back with its former jobs, drafts and team. Its sources are paused.',
  merge: 'The company comes back with its jobs, team and URLs. Changes since the merge stay.',
  settings: 'The settings get their former values at once.',
  category: 'The category is again as it was before the change, at once.',
  page: 'The page is again as it was before the change, at once.',
};
