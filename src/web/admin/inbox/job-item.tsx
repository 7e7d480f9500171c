import { pages } from '#shared/urls/paths.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { EmploymentTypeBadge } from '#web/features/jobs/employment-type.tsx';
import { Changes } from '#web/features/jobs/unpublished/changes.tsx';
import { DraftFacts } from '#web/features/jobs/unpublished/draft-facts.tsx';
import { FraudSigns } from '#web/features/jobs/unpublished/fraud-signs.tsx';
import { REVIEW_REASONS } from '#web/features/jobs/unpublished/states.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Decision } from './decision.tsx';
import { EarlierReason } from './earlier-reason.tsx';
import { ItemFrame, type ItemProps } from './item-frame.tsx';

/** Common reasons for a rejection. */
const REASONS = [
  'The job does not say what the work is. Describe the tasks and the company.',
  'The job asks applicants to pay, which is not allowed here.',
  'The contact details are not the company’s. Add a URL or an email address of the company.',
] as const;

/** A job in review, or an edit of a published job. */
export function JobItem({ id, kind, place }: ItemProps & { kind: 'job' | 'edit' }) {
  const { api } = useSession();
  const result = useAsync(id, () => readDraft(api, id));
  return (
    <ItemFrame
      place={place}
      label={kind === 'job' ? 'Job' : 'Edit of an open job'}
      result={result}
      titleOf={({ draft }) => draft.job.title || 'Untitled'}
      versionOf={({ draft }) => draft.version}
    >
      {({ draft, markdown, published }, mayDecide) => {
        const { job, rejected, signals, version } = draft;
        const params = { id };
        const headers = { 'if-match': `"${version}"` };
        return (
          <>
            <p>
              <EmploymentTypeBadge type={job.type} />
            </p>
            <p>
              <PageLink href={pages.company(job.company.id)} className="link">
                <bdi>{job.company.name}</bdi>
              </PageLink>
            </p>
            <FraudSigns signals={signals} />
            {draft.review && draft.review !== 'signals' && (
              <p className="text-muted">{REVIEW_REASONS[draft.review]}</p>
            )}
            {draft.kind === 'edit' && !published && (
              <Alert>
                This is an edit of a job that has closed since. Reject it: it cannot be approved.
              </Alert>
            )}
            <Decision
              isDisabled={!mayDecide}
              approval={{
                label: 'Approve job',
                texts: TOASTS.approveJob,
                act: (call) => call('POST /api/job-drafts/:id/approve', { params }, headers),
              }}
              rejection={{
                label: 'Reject job',
                texts: TOASTS.rejectJob,
                act: (call, reason) =>
                  call('POST /api/job-drafts/:id/reject', { params, body: { reason } }, headers),
              }}
              reasons={REASONS}
              hint="The author reads it on the job’s page, and gets it by email."
              onDone={place.onDone}
            />
            {rejected && (
              <>
                <EarlierReason reason={rejected.reason} />
                <Changes
                  title="Changes since the rejection"
                  before={{
                    ...rejected.job,
                    company:
                      rejected.job.company.id === job.company.id ? job.company : { name: '' },
                  }}
                  after={markdown}
                  none="Nothing has changed since the rejection."
                />
              </>
            )}
            {published && (
              <Changes
                title="Changes to the published job"
                before={published}
                after={markdown}
                none="This edit now matches the published job."
              />
            )}
            <DraftFacts job={job} />
            <section>
              <h3 className="mb-3 font-semibold">Job Description</h3>
              {job.description ? (
                <RichText html={job.description} />
              ) : (
                <p className="text-muted">No description.</p>
              )}
            </section>
          </>
        );
      }}
    </ItemFrame>
  );
}

/**
 * Reads a job in review as HTML and as Markdown, and for an edit the published job, which is undefined if it is closed.
 * Returns undefined if the job is not in review any more.
 */
async function readDraft(api: Session['api'], id: string) {
  const params = { id };
  const read = (description: 'html' | 'markdown') =>
    api('GET /api/job-drafts/:id', { params, query: { description } }).catch(ignoreStatus(404));
  const [draft, source] = await Promise.all([read('html'), read('markdown')]);
  if (!draft || !source || draft.state !== 'review') return undefined;
  const published =
    draft.kind === 'edit'
      ? await api('GET /api/jobs/:id', { params, query: {} }).catch(ignoreStatus(410))
      : undefined;
  return { draft, markdown: source.job, published };
}
