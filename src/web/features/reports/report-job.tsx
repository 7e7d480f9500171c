import { useState } from 'react';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';

/** This component is in a separate chunk, because few visitors need it. */
const ReportForm = lazyComponent(async () => (await import('./report-form.tsx')).ReportForm);

/** Lets a visitor report a job to the site admins, without an account. */
export function ReportJob({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="js-only mt-4 print:hidden">
      <Button variant="text" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Report this job
      </Button>
      {isOpen && (
        <ReportForm
          id={id}
          fallback="…"
          onFailure={() => setIsOpen(false)}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
