import type { JobDraft } from '#shared/contract/job-drafts.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import { JOB_LABELS, JOB_TEXTS, type JobField } from '#shared/domain/job-fields.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { Difference } from '#web/ui/difference.tsx';

type Version = JobDraft['job'];

/** The parts of a job that reviewers compare: the texts, the longest last, after the other parts. */
const PARTS: [field: JobField, read: (job: Version) => string][] = [
  ['company.id', ({ company }) => company.name],
  ['salary', (job) => formatMoney(job)],
  ['workplace', ({ workplace }) => workplace ?? ''],
  ['employment', ({ employment }) => employment ?? ''],
  ['validthrough', ({ validthrough }) => validthrough ?? ''],
  ...JOB_TEXTS.map((name): (typeof PARTS)[number] => [name, (job) => job[name]]),
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
    ([field, read]) => [JOB_LABELS[field], read(published), read(edited)] as const,
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
