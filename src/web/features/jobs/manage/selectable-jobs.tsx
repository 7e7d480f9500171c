import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { formatCount } from '#shared/format/count.ts';
import { pages } from '#shared/urls/paths.ts';
import { showError } from '#web/actions/show-error.ts';
import { useUndo } from '#web/actions/use-undo.ts';
import { useSession } from '#web/auth/use-session.ts';
import { DELETE_QUESTIONS, TOASTS, UNDO_HINT } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { loadToaster } from '#web/ui/toast/load-toaster.ts';
import { showToast } from '#web/ui/toast/toast.ts';
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
} as const;

/** The maximum number of jobs that the confirmation names. */
const MAX_NAMED_JOBS = 10;

type Props = {
  jobs: JobListItem[];
  /** Whether the jobs may be of different companies. */
  showsCompany: boolean;
  /** Called before and after each change, with a message for each job that could not be changed. */
  onProblems: (messages: string[]) => void;
  /** Called when jobs were changed, so that the list must be loaded again. */
  onChanged: () => void;
};

/** A page of jobs with checkboxes. The selected jobs can be closed or deleted at once, which can be undone. */
export function SelectableJobs({ jobs, showsCompany, onProblems, onChanged }: Props) {
  const { api } = useSession();
  const router = useRouter();
  const offerUndo = useUndo();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [isConfirming, setIsConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const selected = jobs.filter(({ id }) => selectedIds.has(id));
  const hasAll = selected.length === jobs.length;

  function select(ids: string[], isSelected: boolean): void {
    setSelectedIds((previous) => {
      const next = new Set(previous);
      for (const id of ids) isSelected ? next.add(id) : next.delete(id);
      return next;
    });
  }

  async function run(name: keyof typeof ACTIONS): Promise<void> {
    if (busy || selected.length === 0) return;
    const action = ACTIONS[name];
    const size = selected.length === 1 ? 'one' : 'many';
    setBusy(true);
    onProblems([]);
    // Preload the toaster, so that a failure shows even offline.
    void loadToaster();
    try {
      const { done, failed } = await changeJobs(
        api,
        name,
        selected.map(({ id }) => id),
      );
      showToast('success', action[size].success);
      const titles = new Map(selected.map(({ id, title }) => [id, title]));
      onProblems(failed.map(({ id, detail }) => `${titles.get(id)}: ${detail}`));
      const [only] = done;
      const what = done.length === 1 && only ? `“${titles.get(only)}”` : formatCount(done.length);
      offerUndo({
        message: `${action.done} ${what}.`,
        toasts: action.undo[done.length === 1 ? 'one' : 'many'],
        revert: async (session) => {
          const { failed: remaining } = await changeJobs(session, action.undo.action, done);
          onProblems(remaining.map(({ id, detail }) => `${titles.get(id)}: ${detail}`));
          onChanged();
        },
      });
    } catch (error) {
      showError(action[size].failure, error);
    }
    // Do this even after a failure, because the jobs may have been changed elsewhere.
    setSelectedIds(new Set());
    setIsConfirming(false);
    setBusy(false);
    router.clearCache();
    onChanged();
  }

  const count = selected.length > 0 ? ` ${formatCount(selected.length)}` : '';
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
            onChange={({ target }) =>
              select(
                jobs.map(({ id }) => id),
                target.checked,
              )
            }
          />
          Select all {jobs.length} on this page
        </label>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            aria-disabled={selected.length === 0 || busy}
            onClick={() => void run('close')}
          >
            {`Close${count}`}
          </Button>
          <Button
            variant="danger-secondary"
            aria-disabled={selected.length === 0 || busy}
            onClick={() => setIsConfirming(selected.length > 0)}
          >
            {`Delete${count}`}
          </Button>
        </div>
      </div>
      <ul>
        {jobs.map((job) => (
          <SelectableJob
            key={job.id}
            job={job}
            showsCompany={showsCompany}
            isSelected={selectedIds.has(job.id)}
            onSelect={(isSelected) => select([job.id], isSelected)}
          />
        ))}
      </ul>
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

type RowProps = {
  job: JobListItem;
  showsCompany: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
};

function SelectableJob({ job, showsCompany, isSelected, onSelect }: RowProps) {
  const titleId = useId();
  const factsId = useId();
  const facts = [job.type, showsCompany && job.company.name, job.location].filter(Boolean);
  return (
    <li
      className={`flex items-start border-b border-line py-1.5 wrap-anywhere ${isSelected ? 'bg-brand-tint' : ''}`}
    >
      {/* The label makes the target of the checkbox larger. */}
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
      <div className="grid min-w-0 flex-1 gap-x-6 py-0.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <h2 id={titleId} dir="auto" className="min-w-0 font-semibold">
          <PageLink href={pages.job(job.id)} className="plain-link">
            {job.title}
          </PageLink>
        </h2>
        <p id={factsId} className="text-muted text-small sm:col-start-1">
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a job have a fixed order
            <span key={index}>
              {index > 0 && ' · '}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </p>
        <p className="text-muted text-small sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:self-center sm:pr-3">
          <CalendarDate iso={job.date} />
        </p>
      </div>
    </li>
  );
}
