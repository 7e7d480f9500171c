import { DELETE_QUESTIONS, TOASTS } from '#shared/constants/messages.ts';
import { pages } from '#shared/paths.ts';
import { AdminPanel } from '#web/forms/admin-panel.tsx';

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
