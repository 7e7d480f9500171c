import { createFileRoute } from '@tanstack/react-router';
import { COMPANY_ADMINS } from '#shared/constants/roles.ts';
import { Restricted } from '#web/features/auth/restricted.tsx';
import { NotFound } from '#web/features/site/not-found.tsx';
import { pageTitle } from '#web/features/site/page-title.ts';

/** Who may come here is settled; what they would find here is not built yet. Spec section 6. */
export const Route = createFileRoute('/companies/edit/$id')({
  head: ({ match: { context } }) => ({
    meta: [{ title: pageTitle(context.site, 'Edit Company') }],
  }),
  component: () => <Restricted roles={COMPANY_ADMINS}>{() => <NotFound />}</Restricted>,
});
