import { createFileRoute, notFound } from '@tanstack/react-router';

/** Every path without a page of its own: not found. Spec: "Pages". */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
});
