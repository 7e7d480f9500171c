import { createFileRoute } from '@tanstack/react-router';
import { JOB_ADMINS } from '#shared/constants/roles.ts';
import { Restricted } from '#web/features/auth/restricted.tsx';
import { NotFound } from '#web/features/site/not-found.tsx';
import { pageTitle } from '#web/features/site/page-title.ts';

/** Who may come here is settled; what they would find here is not built yet. Spec section 6. */
export const Route = createFileRoute('/jobs/edit/$id')({
  head: ({ match: { context } }) => ({ meta: [{ title: pageTitle(context.site, 'Edit Job') }] }),
  component: () => <Restricted roles={JOB_ADMINS}>{() => <NotFound />}</Restricted>,
});
