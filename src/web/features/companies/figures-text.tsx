import type { CompanyFigures as Figures } from '#shared/contract/companies.ts';
import { formatNumber } from '#shared/format/number.ts';

/** The figures of a company without a description, in a sentence: "12 open jobs in Berlin and Lisbon · states pay in 9". */
export function FiguresText({ figures }: { figures: Figures }) {
  const { jobs, places } = figures;
  if (jobs === 0) return null;
  const [first, second, ...others] = places.map(({ place }) => place.split(',')[0]);
  const where =
    others.length > 0
      ? `${first}, ${second} and elsewhere`
      : [first, second].filter(Boolean).join(' and ');
  return (
    <p className="text-small text-muted">
      {[
        `${formatNumber(jobs)} open ${jobs === 1 ? 'job' : 'jobs'}${where && ` in ${where}`}`,
        ...factsOf(figures),
      ].join(' · ')}
    </p>
  );
}

/** The figures besides the number of jobs. */
export function factsOf({ jobs, pay, visa }: Omit<Figures, 'places'>): string[] {
  return [
    ...(pay > 0 ? [`states pay in ${formatNumber(pay)} of ${formatNumber(jobs)}`] : []),
    ...(visa > 0 ? [`${formatNumber(visa)} ${visa === 1 ? 'sponsors' : 'sponsor'} a visa`] : []),
  ];
}
