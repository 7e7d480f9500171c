import { DELETE_QUESTIONS, TOASTS } from '#shared/constants/messages.ts';
import { pages } from '#shared/paths.ts';
import { DeleteButton } from '#web/forms/delete-button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

/** For site admins, on the company's page. Spec section 2. */
export function ManageCompany({ id }: { id: string }) {
  return (
    <section className="manage-box" aria-labelledby="manage-company">
      <h2 id="manage-company" className="text-xl font-semibold tracking-tight">
        Manage Company
      </h2>
      <PageLink href={pages.editCompany(id)} className="button">
        Edit Company
      </PageLink>
      <DeleteButton
        label="Delete Company"
        question={DELETE_QUESTIONS.company}
        toasts={TOASTS.deleteCompany}
        remove={(api) => api('DELETE /api/companies/:id', { params: { id } })}
        next={pages.companies()}
      />
    </section>
  );
}
