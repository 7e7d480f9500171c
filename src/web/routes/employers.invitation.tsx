import { createFileRoute } from '@tanstack/react-router';
import { ReceivedInvitation } from '#web/features/teams/invitation.tsx';

export const Route = createFileRoute('/employers/invitation')({
  component: () => (
    <section className="page-width page-space">
      <h1 className="page-title mb-6">Invitation</h1>
      <ReceivedInvitation />
    </section>
  ),
});
