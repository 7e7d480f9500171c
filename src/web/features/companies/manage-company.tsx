import { DELETE_QUESTIONS, TOASTS } from '#shared/constants/messages.ts';
import { pages } from '#shared/paths.ts';
import { ManageBox } from '#web/forms/manage-box.tsx';

export function ManageCompany({ id }: { id: string }) {
  return (
    <ManageBox
      thing="Company"
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
