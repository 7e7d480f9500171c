import type { JobDraft } from '#shared/contract/job-drafts.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { Difference } from '#web/ui/difference.tsx';

type Version = JobDraft['job'];

/** The parts of a job that reviewers compare, in the order of the job's page. */
const PARTS: [name: string, read: (job: Version) => string][] = [
  ['Job Type', ({ type }) => type],
  ['Job Title', ({ title }) => title],
  ['Company', ({ company }) => company.name],
  ['Salary', (job) => formatMoney(job)],
  ['Location', ({ location }) => location],
  ['Workplace', ({ workplace }) => workplace ?? ''],
  ['Hours', ({ employment }) => employment ?? ''],
  ['Closes on', ({ validthrough }) => validthrough ?? ''],
  ['Apply URL', ({ applyurl }) => applyurl],
  ['Description', ({ description }) => description],
];

type Props = {
  /** The published job. Its description must be Markdown. */
  published: Job;
  /** The edit. Its description must be Markdown. */
  edited: Version;
};

/** The changes of an edit to a published job. */
export function Changes({ published, edited }: Props) {
  const changed = PARTS.map(
    ([name, read]) => [name, read(published), read(edited)] as const,
  ).filter(([, before, after]) => before !== after);
  return (
    <section aria-labelledby="changes" className="mb-10 max-w-176">
      <h2 id="changes" className="section-title mb-4">
        Changes
      </h2>
      {changed.length === 0 && <p>This edit now matches the published job.</p>}
      <dl className="grid gap-4">
        {changed.map(([name, before, after]) => (
          <div key={name} className="border-t border-line pt-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
              <Difference before={before} after={after} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
