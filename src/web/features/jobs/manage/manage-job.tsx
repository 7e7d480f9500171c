import type { ComponentProps } from 'react';
import { defaultClosingDate } from '#shared/domain/job-lifetime.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { ActionButton } from '#web/actions/action-button.tsx';
import { AdminPanel } from '#web/actions/admin-panel.tsx';
import { useSite } from '#web/data/use-site.ts';
import { DELETE_QUESTIONS, TOASTS, UNDO_HINT } from '#web/messages.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PendingEdit } from '../unpublished/pending-edit.tsx';
import { changeJobs } from './change-jobs.ts';
import { findEarlierList } from './earlier-list.ts';
import { PostingIssues } from './posting-issues.tsx';

type Props = { id: string; title: string };
type OpenJob = Props & { validthrough: string };

/** The admin panel of an open job. */
export function ManageJob({ id, title, validthrough }: OpenJob) {
  const { daysOpen = JOB_LIFETIME_DAYS } = useSite();
  const isRenewable = validthrough && validthrough < defaultClosingDate(new Date(), daysOpen);
  return (
    <AdminPanel
      entity="Job"
      editPage={pages.editJob(id)}
      deletion={deletionOf({ id, title })}
      actions={
        <>
          <ButtonLink href={pages.addJob({ from: id })} variant="secondary">
            Duplicate Job
          </ButtonLink>
          {isRenewable && (
            <ActionButton
              label="Renew Job"
              toasts={TOASTS.renewJob}
              act={(api) => api('POST /api/jobs/:id/renew', { params: { id } })}
            />
          )}
          <ActionButton
            label="Close Job"
            toasts={TOASTS.closeJob}
            act={(api) => api('POST /api/jobs/:id/close', { params: { id } })}
            undo={{
              message: `Closed “${title}”.`,
              toasts: TOASTS.reopenJob,
              revert: (api) => changeJobs(api, 'reopen', [id]),
              page: pages.job(id),
            }}
          />
        </>
      }
    >
      <PendingEdit id={id} />
      <PostingIssues id={id} />
    </AdminPanel>
  );
}

/** The props of a job's "Delete Job" button. */
export function deletionOf({ id, title }: Props): ComponentProps<typeof AdminPanel>['deletion'] {
  return {
    question: DELETE_QUESTIONS.job,
    details: (
      <p>
        <bdi>“{title}”</bdi> will be deleted. {UNDO_HINT}
      </p>
    ),
    toasts: TOASTS.deleteJob,
    remove: (api) => api('DELETE /api/jobs/:id', { params: { id } }),
    next: () => findEarlierList(id) ?? pages.jobs(),
    undo: {
      message: `Deleted “${title}”.`,
      toasts: TOASTS.restoreJob,
      revert: (api) => api('POST /api/jobs/:id/restore', { params: { id } }),
      page: pages.job(id),
    },
  };
}
