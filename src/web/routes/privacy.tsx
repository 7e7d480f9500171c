import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#web/layout/placeholder-page.tsx';

export const Route = createFileRoute('/privacy')({
  component: () => <PlaceholderPage heading="Privacy Policy" />,
});
