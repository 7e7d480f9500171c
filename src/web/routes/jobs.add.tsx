import { createFileRoute, redirect } from '@tanstack/react-router';

/** Whoever may not add jobs is sent home; nobody can sign in to this board yet. Spec section 6. */
export const Route = createFileRoute('/jobs/add')({
  beforeLoad: () => {
    throw redirect({ to: '/', statusCode: 302 });
  },
});
