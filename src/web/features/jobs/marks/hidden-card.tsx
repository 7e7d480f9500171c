import { Button } from '#web/ui/button.tsx';
import { hideCompany, type MarkedJob, markJob } from './marks.ts';

type Props = {
  job: MarkedJob;
  by: 'job' | 'company';
};

/** Covers the card of a hidden job, whose content keeps its size but is invisible. */
export function HiddenCard({ job, by }: Props) {
  const ofCompany = by === 'company';
  function show(): void {
    if (ofCompany) hideCompany(job.company, false);
    markJob(job.id, { hidden: null });
  }
  return (
    <p className="hidden-note">
      <span>{ofCompany ? 'Company hidden' : 'Hidden'} · </span>
      <Button
        variant="text"
        aria-label={ofCompany ? `Show jobs from ${job.company.name}` : `Show ${job.title}`}
        data-job={job.id}
        onClick={show}
      >
        Show
      </Button>
    </p>
  );
}

/** Moves the focus from the card that was just hidden to the button that shows it again. */
export function focusShowButton({ id }: MarkedJob): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`.hidden-note > [data-job="${id}"]`)?.focus(),
  );
}
