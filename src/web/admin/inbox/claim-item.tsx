import type { ReactNode } from 'react';
import type { Claim, ReviewedClaim } from '#shared/contract/claims.ts';
import type { ClaimReviewReason } from '#shared/domain/claims.ts';
import { formatDateTime } from '#shared/format/moment.ts';
import { pages } from '#shared/urls/paths.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Changes } from '#web/features/jobs/unpublished/changes.tsx';
import { FirstJob } from '#web/features/jobs/unpublished/first-job.tsx';
import { FraudSigns } from '#web/features/jobs/unpublished/fraud-signs.tsx';
import { TOASTS } from '#web/messages.ts';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { Difference } from '#web/ui/difference.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Decision } from './decision.tsx';
import { EarlierReason } from './earlier-reason.tsx';
import { ItemFrame, type ItemProps } from './item-frame.tsx';
import { NameWarnings } from './name-warnings.tsx';

/** Common reasons for a rejection. */
const REASONS = [
  'We cannot tell that you work there. Ask an owner of the company to invite you.',
  'This is not a company that hires people.',
  'The company is already on this site. Claim it instead.',
] as const;

/** A claim or a registration: all known facts, and everything that its approval publishes. */
export function ClaimItem({ id, kind, place }: ItemProps & { kind: 'claim' | 'registration' }) {
  const { api } = useSession();
  const result = useAsync(id, () => readClaim(api, id));
  return (
    <ItemFrame
      place={place}
      label={kind === 'claim' ? 'Claim of a company' : 'New company'}
      result={result}
      titleOf={({ claim }) => nameOf(claim)}
      versionOf={({ claim }) => claim.version}
    >
      {({ claim, markdown }, mayDecide) => {
        const { version, registration, job, message } = claim;
        const params = { id };
        const headers = { 'if-match': `"${version}"` };
        const hasPostedJob = job?.state === 'submitted';
        return (
          <>
            <Facts claim={claim} />
            <NameWarnings name={nameOf(claim)} {...claim} />
            <FraudSigns signals={claim.signals} />
            <ReviewReasons reasons={claim.reasons} />
            <Decision
              isDisabled={!mayDecide}
              approval={{
                label: hasPostedJob ? 'Approve company and job' : 'Approve request',
                texts: TOASTS.approveClaim,
                act: (call) => call('POST /api/claims/:id/approve', { params }, headers),
              }}
              rejection={{
                label: 'Reject request',
                texts: TOASTS.rejectClaim,
                act: (call, reason) =>
                  call('POST /api/claims/:id/reject', { params, body: { reason } }, headers),
              }}
              reasons={REASONS}
              hint="The person reads it on the page for employers, and gets it by email."
              onDone={place.onDone}
            />
            {markdown && <Resubmission claim={markdown} />}
            {message && (
              <section>
                <h3 className="mb-1 font-semibold">Message</h3>
                <p dir="auto" className="whitespace-pre-wrap">
                  {message}
                </p>
              </section>
            )}
            {registration && (
              <section>
                <h3 className="mb-1 font-semibold">Description</h3>
                <RichText html={registration.description} />
              </section>
            )}
            {job && <FirstJob job={job} />}
          </>
        );
      }}
    </ItemFrame>
  );
}

/**
 * Reads a claim in review, and as Markdown if it was rejected before. Returns undefined if it is not in review any more.
 */
async function readClaim(api: Session['api'], id: string) {
  const { results } = await api('GET /api/admin/claims', { query: { claim: id } });
  const [claim] = results;
  if (!claim) return undefined;
  const markdown = claim.rejected
    ? await api('GET /api/claims/:id', { params: { id } }).catch(ignoreStatus(404))
    : undefined;
  return { claim, markdown };
}

const nameOf = ({ company, registration }: Claim) => company?.name ?? registration?.name ?? '';

/** Says why a site admin decides about a request. Alerts above show similar companies and signs of fraud. */
function ReviewReasons({ reasons }: { reasons: ClaimReviewReason[] }) {
  return reasons.map(
    (reason) =>
      REVIEW_REASONS[reason] && (
        <p key={reason} className="text-muted">
          {REVIEW_REASONS[reason]}
        </p>
      ),
  );
}

const REVIEW_REASONS: { [Reason in ClaimReviewReason]?: string } = {
  unproven: 'No email address proves this request.',
  refused:
    'A site admin rejected an earlier request of this person, or an owner of the company objected to it.',
  crowded:
    'Several people have proven several companies by addresses at this domain. Anyone may be able to get an address there.',
  held: 'This request does not take effect by itself, because an email about it was not sent or the person was blocked.',
};

function Facts({ claim }: { claim: ReviewedClaim }) {
  const { id, company, registration, domaintext, provenemail, takeseffect, website } = claim;
  const { person, owners, job } = claim;
  return (
    <>
      <CompanyLogo
        company={{ id: company?.id ?? id, name: '', logo: '', ...(company ?? registration) }}
      />
      <dl className="facts">
        {company && (
          <Fact name="Company">
            <PageLink href={pages.company(company.id)} className="link">
              {company.name}
            </PageLink>
          </Fact>
        )}
        <Fact name="Person">{person.name}</Fact>
        <Fact name="Email address at sign-in">{person.email}</Fact>
        {/* The URL is not a link, because nobody has checked it yet. */}
        <Fact name="Website">{website}</Fact>
        <Fact name="Domain that proves it">{domaintext}</Fact>
        {(registration || provenemail) && <Fact name="Proven email address">{provenemail}</Fact>}
        {takeseffect && (
          <Fact name="Takes effect">{formatDateTime(takeseffect)}, unless you reject it</Fact>
        )}
        {company && <Fact name="Owners">{String(owners)}</Fact>}
        {registration && !job && <Fact name="First job">{null}</Fact>}
      </dl>
    </>
  );
}

/** The earlier rejection of a request, and what has changed since. Its texts must be Markdown. */
function Resubmission({ claim: { rejected, registration, message, job } }: { claim: Claim }) {
  if (!rejected) return null;
  const company = { name: registration?.name ?? '' };
  const texts = [
    ['Company Name', rejected.registration?.name ?? '', registration?.name ?? ''],
    ['Website', rejected.registration?.website ?? '', registration?.website ?? ''],
    ['Description', rejected.registration?.description ?? '', registration?.description ?? ''],
    ['Message', rejected.message, message],
  ] as const;
  const changed = texts.filter(([, before, after]) => before !== after);
  return (
    <>
      <EarlierReason reason={rejected.reason} />
      <section aria-label="Changes since the rejection">
        <h3 className="mb-3 font-semibold">Changes since the rejection</h3>
        {changed.length === 0 && <p>Nothing has changed since the rejection.</p>}
        <dl className="grid gap-4">
          {changed.map(([name, before, after]) => (
            <div key={name} className="border-t border-line pt-3">
              <dt className="text-sm text-muted">{name}</dt>
              <dd dir="auto" className="whitespace-pre-line">
                <Difference before={before} after={after} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {rejected.job && job && (
        <Changes
          title="Changes to the first job"
          before={{ ...rejected.job, company }}
          after={{ ...job, company }}
          none="Nothing in the first job has changed since the rejection."
        />
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt>{name}</dt>
      <dd>{children ? <bdi>{children}</bdi> : <span className="text-muted">None</span>}</dd>
    </div>
  );
}
