import { createFileRoute } from '@tanstack/react-router';
import { COMPANY_ADMINS } from '#shared/domain/roles.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { EditCompanyPage } from '#web/features/companies/edit-company-page.tsx';
import { NotFound } from '#web/layout/not-found.tsx';

export const Route = createFileRoute('/companies/edit/$id')({
  component: () => {
    const { id } = Route.useParams();
    return (
      <RequireRole roles={COMPANY_ADMINS}>
        {(account) => <EditCompanyPage key={id} account={account} id={id} missing={<NotFound />} />}
      </RequireRole>
    );
  },
});
