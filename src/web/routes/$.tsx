import { createFileRoute, notFound } from '@tanstack/react-router';

/** All paths that no other route matches get the not-found page. Spec: "Pages". */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
});
