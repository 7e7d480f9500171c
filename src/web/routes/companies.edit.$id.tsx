import { createFileRoute } from '@tanstack/react-router';
import { COMPANY_ADMINS } from '#shared/constants/roles.ts';
import { Restricted } from '#web/features/auth/restricted.tsx';
import { CompanyEditor } from '#web/features/companies/company-editor.tsx';
import { pageTitle } from '#web/features/site/page-title.ts';

export const Route = createFileRoute('/companies/edit/$id')({
  head: ({ match: { context } }) => ({
    meta: [{ title: pageTitle(context.site, 'Edit Company') }],
  }),
  component: () => {
    const { id } = Route.useParams();
    return (
      <Restricted roles={COMPANY_ADMINS}>
        {(account) => (
          <section className="page-width page-space">
            <h1 className="page-title mb-10">Edit Company</h1>
            <CompanyEditor key={id} account={account} id={id} />
          </section>
        )}
      </Restricted>
    );
  },
});
