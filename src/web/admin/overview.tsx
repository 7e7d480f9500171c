import { PageHeader } from '#web/ui/page-header.tsx';

/** The state of the board. */
export function Overview() {
  return (
    <section className="page-width page-space">
      <PageHeader title="Overview" className="mb-6" />
      <p>Choose a screen above.</p>
    </section>
  );
}
