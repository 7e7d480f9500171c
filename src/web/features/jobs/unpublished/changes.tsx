import type { JobDraft } from '#shared/contract/job-drafts.ts';
import { JOB_LABELS, JOB_TEXTS, type JobField } from '#shared/domain/job-fields.ts';
import { formatMoney } from '#shared/format/pay.ts';
import type { Site } from '#shared/render-page.ts';
import { useSite } from '#web/data/use-site.ts';
import { Difference } from '#web/ui/difference.tsx';
import { describeCorrections } from '../form/category-choice.ts';

type Version = Omit<JobDraft['job'], 'company'> & { company: { name: string } };

type Categories = Site['categories'];

/** The parts of a job that reviewers compare: the texts, the longest last, after the other parts. */
const PARTS: [field: JobField, read: (job: Version, categories: Categories) => string][] = [
  ['company.id', ({ company }) => company.name],
  ['salary', (job) => formatMoney(job)],
  ['workplace', ({ workplace }) => workplace ?? ''],
  ['employment', ({ employment }) => employment ?? ''],
  ['validthrough', ({ validthrough }) => validthrough ?? ''],
  [
    'corrections',
    ({ corrections }, categories) =>
      corrections ? describeCorrections(corrections, categories) : '',
  ],
  ...JOB_TEXTS.map((name): (typeof PARTS)[number] => [name, (job) => job[name]]),
];

type Props = {
  title: string;
  /** The earlier version, such as the published job. The descriptions of both versions must be Markdown. */
  before: Version;
  after: Version;
  /** Shown if no part has changed. */
  none: string;
};

/** The changes between two versions of a job. */
export function Changes({ title, before, after, none }: Props) {
  const { categories } = useSite();
  const changed = PARTS.map(
    ([field, read]) =>
      [JOB_LABELS[field], read(before, categories), read(after, categories)] as const,
  ).filter(([, former, current]) => former !== current);
  return (
    <section aria-label={title}>
      <h3 className="mb-3 font-semibold">{title}</h3>
      {changed.length === 0 && <p>{none}</p>}
      <dl className="grid gap-4">
        {changed.map(([name, former, current]) => (
          <div key={name} className="border-t border-line pt-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
              <Difference before={former} after={current} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
