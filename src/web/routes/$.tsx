import { createFileRoute, notFound } from '@tanstack/react-router';
import { NOT_FOUND_TITLE, pageTitle } from '#web/features/site/page-title.ts';

/** Any other path. Spec section 2. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
  head: ({ match: { context } }) => ({
    meta: [{ title: pageTitle(context.site, NOT_FOUND_TITLE) }],
  }),
});
