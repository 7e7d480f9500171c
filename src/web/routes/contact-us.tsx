import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#web/layout/placeholder-page.tsx';

export const Route = createFileRoute('/contact-us')({
  component: () => <PlaceholderPage heading="Contact Us" />,
});
