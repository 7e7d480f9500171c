import { createFileRoute } from '@tanstack/react-router';
import { orNotFound } from '#web/api/errors.ts';
import { RichText } from '#web/ui/rich-text.tsx';

/** The pages with texts of the operator: About, Privacy Policy, Contact Us and Imprint. Spec: "Pages". */
export const Route = createFileRoute('/$page')({
  loader: ({ context: { api }, params: { page } }) =>
    orNotFound(api('GET /api/pages/:id', { params: { id: page } })),
  component: TextPage,
});

function TextPage() {
  const { heading, html } = Route.useLoaderData();
  return (
    <section className="page-width page-space min-h-[40vh]">
      <h1 className="page-title mb-8">{heading}</h1>
      <RichText html={html} />
    </section>
  );
}
