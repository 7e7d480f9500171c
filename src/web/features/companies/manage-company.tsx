import { formatCompactCount } from '#shared/format/count.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { AdminPanel } from '#web/actions/admin-panel.tsx';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { DELETE_QUESTIONS, TOASTS, UNDO_HINT } from '#web/messages.ts';
import { ButtonLink } from '#web/ui/button.tsx';

type Props = { id: string; name: string };

export function ManageCompany({ id, name }: Props) {
  return (
    <AdminPanel
      entity="Company"
      editPage={pages.editCompany(id)}
      actions={
        <ButtonLink href={adminPages.dashboard({ tab: 'team', company: id })} variant="secondary">
          Team
        </ButtonLink>
      }
      deletion={{
        question: DELETE_QUESTIONS.company,
        details: <DeletedWithCompany id={id} name={name} />,
        toasts: TOASTS.deleteCompany,
        remove: (api) => api('DELETE /api/companies/:id', { params: { id } }),
        next: pages.companies,
        undo: {
          message: `Deleted ${name} and its jobs.`,
          toasts: TOASTS.restoreCompany,
          revert: (api) => api('POST /api/companies/:id/restore', { params: { id } }),
          page: pages.company(id),
        },
      }}
    />
  );
}

/** Names the company, and counts its open jobs. */
function DeletedWithCompany({ id, name }: Props) {
  const api = useApi();
  const { value } = useAsync(id, () => api('GET /api/jobs/counts', { query: { company: id } }));
  return (
    <>
      <p>
        <bdi>{name}</bdi> and its {value ? formatOpenJobs(value.total) : 'jobs'} will be deleted,
        and also its closed jobs. Its company admins become users.
      </p>
      <p className="mt-2">{UNDO_HINT}</p>
    </>
  );
}

function formatOpenJobs(jobs: number): string {
  return `${formatCompactCount(jobs)} open ${jobs === 1 ? 'job' : 'jobs'}`;
}
