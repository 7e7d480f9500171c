import { createFileRoute } from '@tanstack/react-router';
import { pageTitle } from '#web/features/site/page-title.ts';
import { PlaceholderPage } from '#web/features/site/placeholder-page.tsx';

export const Route = createFileRoute('/contact-us')({
  head: ({ match: { context } }) => ({ meta: [{ title: pageTitle(context.site, 'Contact Us') }] }),
  component: () => <PlaceholderPage heading="Contact Us" />,
});
