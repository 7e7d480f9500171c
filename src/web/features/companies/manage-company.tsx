import { pages } from '#shared/urls/paths.ts';
import { AdminPanel } from '#web/actions/admin-panel.tsx';
import { DELETE_QUESTIONS, TOASTS } from '#web/messages.ts';

export function ManageCompany({ id }: { id: string }) {
  return (
    <AdminPanel
      entity="Company"
      editPage={pages.editCompany(id)}
      deletion={{
        question: DELETE_QUESTIONS.company,
        toasts: TOASTS.deleteCompany,
        remove: (api) => api('DELETE /api/companies/:id', { params: { id } }),
        next: pages.companies(),
      }}
    />
  );
}
