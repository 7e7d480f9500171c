import { createFileRoute } from '@tanstack/react-router';
import { Employers } from '#web/features/teams/employers.tsx';

export const Route = createFileRoute('/employers/')({
  // The parameter is read here and not in `validateSearch`, which every public page would load.
  component: () => {
    const { company }: { company?: string } = Route.useSearch();
    return (
      <section className="page-width page-space">
        <h1 className="page-title mb-3">For employers</h1>
        <p className="lead mb-10">Post your company’s jobs, and invite colleagues to edit them.</p>
        <Employers company={company} />
      </section>
    );
  },
});
