import { createFileRoute } from '@tanstack/react-router';
import { COMPANY_ADMINS } from '#shared/constants/roles.ts';
import { RequireRole } from '#web/features/auth/require-role.tsx';
import { CompanyEditor } from '#web/features/companies/company-editor.tsx';
import { NotFound } from '#web/features/site/not-found.tsx';

export const Route = createFileRoute('/companies/edit/$id')({
  component: () => {
    const { id } = Route.useParams();
    return (
      <RequireRole roles={COMPANY_ADMINS}>
        {(account) => <CompanyEditor key={id} account={account} id={id} missing={<NotFound />} />}
      </RequireRole>
    );
  },
});
