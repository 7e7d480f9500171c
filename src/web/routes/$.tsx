import { createFileRoute, notFound } from '@tanstack/react-router';

/** Any other path. Spec section 2. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
});
