import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#web/layout/placeholder-page.tsx';

export const Route = createFileRoute('/about')({
  component: () => <PlaceholderPage heading="About" />,
});
