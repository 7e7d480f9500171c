import { createFileRoute } from '@tanstack/react-router';
import { COMPANY_ADMINS } from '#shared/constants/roles.ts';
import { Restricted } from '#web/features/auth/restricted.tsx';
import { CompanyEditor } from '#web/features/companies/company-editor.tsx';
import { NotFound } from '#web/features/site/not-found.tsx';

export const Route = createFileRoute('/companies/edit/$id')({
  component: () => {
    const { id } = Route.useParams();
    return (
      <Restricted roles={COMPANY_ADMINS}>
        {(account) => <CompanyEditor key={id} account={account} id={id} missing={<NotFound />} />}
      </Restricted>
    );
  },
});
