import { createFileRoute, notFound } from '@tanstack/react-router';

/** Any other path. Spec: "Pages". */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
});
