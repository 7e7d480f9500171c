import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { DashboardJob } from '#shared/contract/dashboard.ts';
import type { DashboardState } from '#shared/domain/dashboard.ts';
import { daysLeft } from '#shared/domain/job-lifetime.ts';
import { formatCount } from '#shared/format/count.ts';
import { formatNumber } from '#shared/format/number.ts';
import { MAX_CHANGED_JOBS, MAX_EXACT_COUNT } from '#shared/limits.ts';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import { showError } from '#web/actions/show-error.ts';
import { useUndo } from '#web/actions/use-undo.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { DELETE_QUESTIONS, TOASTS, UNDO_HINT } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { prepareToasts, showToast } from '#web/ui/toast/toast.ts';
import { changeJobs } from './change-jobs.ts';

/** The actions for the selected jobs. Each has its toasts and an action that undoes it. */
const ACTIONS = {
  close: {
    done: 'Closed',
    one: TOASTS.closeJob,
    many: TOASTS.closeJobs,
    undo: { action: 'reopen', one: TOASTS.reopenJob, many: TOASTS.reopenJobs },
  },
  delete: {
    done: 'Deleted',
    one: TOASTS.deleteJob,
    many: TOASTS.deleteJobs,
    undo: { action: 'restore', one: TOASTS.restoreJob, many: TOASTS.restoreJobs },
  },
  renew: { done: 'Renewed', one: TOASTS.renewJob, many: TOASTS.renewJobs, undo: undefined },
  reopen: {
    done: 'Reopened',
    one: TOASTS.reopenJob,
    many: TOASTS.reopenJobs,
    undo: { action: 'close', one: TOASTS.closeJob, many: TOASTS.closeJobs },
  },
} as const;

type Action = keyof typeof ACTIONS;

/** The labels of the actions besides the deletion. */
const LABELS = { renew: 'Renew', close: 'Close', reopen: 'Reopen' } as const;

/** The bulk actions for the jobs of each list. */
const ACTIONS_OF: Record<DashboardState, readonly (keyof typeof LABELS)[]> = {
  open: ['renew', 'close'],
  closing: ['renew', 'close'],
  closed: ['reopen'],
  draft: [],
  review: [],
  rejected: [],
};

/** The maximum number of jobs that the confirmation names. */
const MAX_NAMED_JOBS = 10;

type Props = {
  state: DashboardState;
  jobs: DashboardJob[];
  /** The number of jobs on all pages. */
  total: number;
  /** The search that finds the jobs. */
  search: JobSearch;
  /** Whether the jobs may be of different companies. */
  showsCompany: boolean;
  /** Called before and after each change, with a message for each job that could not be changed. */
  onProblems: (messages: string[]) => void;
  /** Called when jobs were changed, so that the list must be loaded again. */
  onChanged: () => void;
};

/**
 * A page of jobs. Published ones have checkboxes: the selected jobs can be renewed, closed, reopened or deleted at once,
 * which can be undone except for a renewal.
 */
export function DashboardJobs(props: Props) {
  const { state, jobs, total, search, showsCompany, onProblems, onChanged } = props;
  const { api } = useSession();
  const router = useRouter();
  const offerUndo = useUndo();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [isConfirming, setIsConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  /** The jobs of all pages, once they are loaded in order to be selected. */
  const [everyJob, setEveryJob] = useState<DashboardJob[]>();
  /** How far a change of more jobs than one request allows has come. */
  const [progress, setProgress] = useState('');
  const selected = (everyJob ?? jobs).filter(({ id }) => selectedIds.has(id));
  const hasAll = jobs.every(({ id }) => selectedIds.has(id));

  function select(ids: string[], isSelected: boolean): void {
    setSelectedIds((previous) => {
      const next = new Set(previous);
      for (const id of ids) isSelected ? next.add(id) : next.delete(id);
      return next;
    });
  }

  async function selectEveryJob(): Promise<void> {
    setBusy(true);
    try {
      const found = await readEveryJob(api, { ...search, state });
      setEveryJob(found);
      setSelectedIds(new Set(found.map(({ id }) => id)));
    } catch (error) {
      showError('The jobs could not be selected', error);
    }
    setBusy(false);
  }

  async function run(name: Action): Promise<void> {
    if (busy || selected.length === 0) return;
    const action = ACTIONS[name];
    const size = selected.length === 1 ? 'one' : 'many';
    setBusy(true);
    onProblems([]);
    prepareToasts();
    try {
      const { done, failed } = await changeJobs(
        api,
        name,
        selected.map(({ id }) => id),
        (processed) =>
          selected.length > MAX_CHANGED_JOBS &&
          setProgress(`${formatNumber(processed)} of ${formatCount(selected.length)}`),
      );
      showToast('success', action[size].success);
      const titles = new Map(selected.map(({ id, title }) => [id, title]));
      onProblems(failed.map(({ id, detail }) => `${titles.get(id)}: ${detail}`));
      const [only] = done;
      const what = done.length === 1 && only ? `“${titles.get(only)}”` : formatCount(done.length);
      const { undo } = action;
      if (undo) {
        offerUndo({
          message: `${action.done} ${what}.`,
          toasts: undo[done.length === 1 ? 'one' : 'many'],
          revert: async (session) => {
            const { failed: remaining } = await changeJobs(session, undo.action, done);
            onProblems(remaining.map(({ id, detail }) => `${titles.get(id)}: ${detail}`));
            onChanged();
          },
        });
      }
    } catch (error) {
      showError(action[size].failure, error);
    }
    // Clear the selection even after a failure, because the jobs may have been changed elsewhere.
    setSelectedIds(new Set());
    setEveryJob(undefined);
    setProgress('');
    setIsConfirming(false);
    setBusy(false);
    router.clearCache();
    onChanged();
  }

  const count = selected.length > 0 ? ` ${formatCount(selected.length)}` : '';
  const actions = ACTIONS_OF[state];
  const rows = jobs.map((job) => (
    <Row
      key={job.id}
      job={job}
      state={state}
      showsCompany={showsCompany}
      isSelected={selectedIds.has(job.id)}
      onSelect={
        actions.length > 0 ? (isSelected: boolean) => select([job.id], isSelected) : undefined
      }
    />
  ));
  if (actions.length === 0) return <ul className="mt-4 border-t border-line">{rows}</ul>;
  return (
    <>
      <div className="sticky top-0 z-10 mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line bg-paper py-2">
        <label className="flex min-h-11 cursor-pointer items-center pr-3 font-semibold">
          <input
            type="checkbox"
            className="mx-3 size-5 accent-brand"
            checked={hasAll}
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && !hasAll;
            }}
            onChange={({ target }) => {
              // No job of another page stays selected unseen.
              setEveryJob(undefined);
              setSelectedIds(new Set(target.checked ? jobs.map(({ id }) => id) : []));
            }}
          />
          Select all {jobs.length} on this page
        </label>
        <div className="flex flex-wrap gap-3">
          {actions.map((action) => (
            <Button
              key={action}
              variant="secondary"
              aria-disabled={selected.length === 0 || busy}
              onClick={() => void run(action)}
            >
              {`${LABELS[action]}${count}`}
            </Button>
          ))}
          <Button
            variant="danger-secondary"
            aria-disabled={selected.length === 0 || busy}
            onClick={() => setIsConfirming(selected.length > 0)}
          >
            {`Delete${count}`}
          </Button>
        </div>
      </div>
      {hasAll && total > jobs.length && (
        <p className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line px-3">
          {everyJob && selected.length === everyJob.length ? (
            `All ${formatCount(everyJob.length)} are selected.`
          ) : (
            <button
              type="button"
              className="link min-h-11 cursor-pointer"
              aria-disabled={busy}
              onClick={() => !busy && void selectEveryJob()}
            >
              {selectAllLabel(state, total, search)}
            </button>
          )}
        </p>
      )}
      <p role="status" className={progress ? 'px-3 py-2' : 'sr-only'}>
        {progress}
      </p>
      <ul>{rows}</ul>
      {isConfirming && (
        <ConfirmDialog
          question={
            selected.length === 1
              ? DELETE_QUESTIONS.job
              : `Are you sure you want to delete these ${formatCount(selected.length)}?`
          }
          confirm={`Delete${count}`}
          busy={busy}
          onConfirm={() => void run('delete')}
          onCancel={() => setIsConfirming(false)}
        >
          <ul className="list-disc pl-5">
            {selected.slice(0, MAX_NAMED_JOBS).map(({ id, title, company }) => (
              <li key={id}>
                <bdi>{title}</bdi>
                {showsCompany && ' · '}
                {showsCompany && <bdi>{company.name}</bdi>}
              </li>
            ))}
          </ul>
          {selected.length > MAX_NAMED_JOBS && <p>and {selected.length - MAX_NAMED_JOBS} more</p>}
          <p className="mt-3">{UNDO_HINT}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The text of the button that selects the jobs of all pages, such as "Select all 57 open jobs". */
function selectAllLabel(state: DashboardState, total: number, search: JobSearch): string {
  const number = total > MAX_EXACT_COUNT ? '' : ` ${formatNumber(total)}`;
  const kind = state === 'closing' ? 'jobs that close soon' : `${state} jobs`;
  return `Select all${number} ${kind}${Object.keys(search).length > 0 ? ' of this search' : ''}`;
}

/** Reads the jobs of all pages of a list. */
async function readEveryJob(
  api: Session['api'],
  query: JobSearch & { state: DashboardState },
): Promise<DashboardJob[]> {
  const jobs: DashboardJob[] = [];
  let cursor: string | undefined;
  do {
    const limit = String(JOBS_PER_PAGE.max);
    const page = await api('GET /api/dashboard', { query: { ...query, limit, cursor } });
    jobs.push(...page.results);
    cursor = page.next;
  } while (cursor);
  return jobs;
}

type RowProps = {
  job: DashboardJob;
  state: DashboardState;
  showsCompany: boolean;
  isSelected: boolean;
  /** Undefined if the job cannot be selected. */
  onSelect: ((isSelected: boolean) => void) | undefined;
};

function Row({ job, state, showsCompany, isSelected, onSelect }: RowProps) {
  const titleId = useId();
  const factsId = useId();
  const title = job.title || 'Untitled';
  const facts = [job.type, showsCompany && job.company.name, job.location].filter(Boolean);
  const isOpen = state === 'open' || state === 'closing';
  return (
    <li
      className={`flex items-start border-b border-line py-1.5 wrap-anywhere ${isSelected ? 'bg-brand-tint' : ''}`}
    >
      {onSelect && (
        // The label makes the click target of the checkbox larger.
        <label className="grid size-11 flex-none cursor-pointer place-items-center">
          <input
            type="checkbox"
            className="size-5 accent-brand"
            aria-labelledby={titleId}
            aria-describedby={factsId}
            checked={isSelected}
            onChange={({ target }) => onSelect(target.checked)}
          />
        </label>
      )}
      <div className="grid min-w-0 flex-1 gap-x-6 py-0.5 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h2 id={titleId} dir="auto" className="font-semibold">
            <PageLink href={pages.job(job.id)} className="plain-link">
              {title}
            </PageLink>
          </h2>
          <p id={factsId} className="text-muted text-small">
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a job have a fixed order
              <span key={index}>
                {index > 0 && ' · '}
                <bdi>{fact}</bdi>
              </span>
            ))}
          </p>
          {job.reason && (
            <p dir="auto" className="text-small whitespace-pre-line">{`Reason: ${job.reason}`}</p>
          )}
          {job.issues.length > 0 && <Issues job={job} />}
        </div>
        <div className="text-small md:pr-3 md:text-right">
          <p className="text-muted">
            <Lifetime job={job} state={state} />
          </p>
          <p className="flex gap-4 md:justify-end">
            {state !== 'closed' && (
              <PageLink
                href={pages.editJob(job.id)}
                className="link tap-target inline-flex min-h-6 items-center"
                aria-label={`Edit ${title}`}
              >
                Edit
              </PageLink>
            )}
            {isOpen && (
              <PageLink
                href={pages.addJob({ from: job.id })}
                className="link tap-target inline-flex min-h-6 items-center"
                aria-label={`Duplicate ${title}`}
              >
                Duplicate
              </PageLink>
            )}
          </p>
        </div>
      </div>
    </li>
  );
}

/** Why a job was closed. */
const CLOSE_REASONS = {
  day: 'its closing date has passed',
  admin: 'closed by an admin',
  source: 'its source no longer lists it',
} as const;

/** How long an open job stays open, when a closed job closed, or when an unpublished job changed. */
function Lifetime({ job, state }: Pick<RowProps, 'job' | 'state'>) {
  const { closesat, closedat, closedby, validthrough, updated } = job;
  if (closedat) {
    return (
      <>
        Closed on <CalendarDate iso={(closedby === 'day' && validthrough) || closedat} />:{' '}
        {CLOSE_REASONS[closedby ?? 'admin']}
      </>
    );
  }
  if (state !== 'open' && state !== 'closing') {
    return (
      <>
        Changed on <CalendarDate iso={updated} />
      </>
    );
  }
  if (!validthrough || !closesat) return 'No closing date';
  return (
    <>
      Closes on <CalendarDate iso={validthrough} />, {formatDaysLeft(closesat)}
    </>
  );
}

function formatDaysLeft(closesAt: string): string {
  const days = daysLeft(closesAt, new Date());
  if (days <= 0) return 'today';
  return days === 1 ? '1 day left' : `${formatNumber(days)} days left`;
}

/** What a job lacks for Google's job search, behind a summary. */
function Issues({ job: { title, issues } }: { job: DashboardJob }) {
  const required = issues.filter((issue) => issue.required).length;
  const parts = [
    required > 0 && `${required} required`,
    required < issues.length && `${issues.length - required} recommended`,
  ].filter(Boolean);
  return (
    <details className="text-small">
      <summary className="link inline-flex min-h-6 cursor-pointer items-center">
        Missing for Google: {parts.join(', ')}
        <span className="sr-only"> in {title}</span>
      </summary>
      <ul className="list-disc pl-5">
        {issues.map(({ property, advice }) => (
          <li key={property}>{advice}</li>
        ))}
      </ul>
    </details>
  );
}
