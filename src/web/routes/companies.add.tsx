import { createFileRoute } from '@tanstack/react-router';
import { COMPANY_ADMINS } from '#shared/domain/roles.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { CompanyForm } from '#web/features/companies/company-form.tsx';

export const Route = createFileRoute('/companies/add')({
  component: () => (
    <RequireRole roles={COMPANY_ADMINS}>
      {(account) => (
        <section className="page-width page-space">
          <h1 className="page-title mb-10">Add Company</h1>
          <CompanyForm account={account} />
        </section>
      )}
    </RequireRole>
  ),
});
