import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReviewedClaim } from '#shared/contract/claims.ts';
import { rejection } from '#shared/contract/job-drafts.ts';
import { REJECTION_LENGTH } from '#shared/domain/job-drafts.ts';
import { formatMoment } from '#shared/format/moment.ts';
import { pages } from '#shared/urls/paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { checkBody, describeErrors } from '#web/forms/errors.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { SelectField, TextAreaField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { NameComparison } from './name-comparison.tsx';

type Props = {
  /** Renders the first job of a new company, which is published with the approval. */
  renderJob: (job: NonNullable<ReviewedClaim['job']>) => ReactNode;
};

/** The queue of claims and registrations to review, one at a time, with the oldest submission first. */
export function ClaimQueue({ renderJob }: Props) {
  const { api } = useSession();
  const [cursor, setCursor] = useState<string>();
  const result = useAsync(cursor ?? '', () =>
    api('GET /api/admin/claims', { query: { limit: '1', cursor } }),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const hasDecided = useRef(false);
  const { status, value, retry } = result;

  // After a decision, the section gets the focus, because the decided request has disappeared.
  useEffect(() => {
    if (status !== 'loaded' || !hasDecided.current) return;
    hasDecided.current = false;
    heading.current?.focus();
  }, [status]);

  function move(next: () => void): void {
    hasDecided.current = true;
    next();
  }

  const claim = value?.results[0];
  const { total = 0, next } = value ?? {};
  return (
    <section aria-labelledby="company-requests" className="page-width pb-20">
      <h2 id="company-requests" ref={heading} tabIndex={-1} className="section-title">
        Review Companies
      </h2>
      {!value && status === 'loading' && <p className="text-muted">Loading requests…</p>}
      {(status === 'failed' || status === 'missing') && (
        <LoadFailed message="The requests for companies could not be loaded." retry={retry} />
      )}
      {value && !claim && (
        <p className="text-muted">{cursor ? 'No more requests.' : 'No requests for companies.'}</p>
      )}
      {claim && (
        <>
          <p className="mb-6">
            {total === 1 ? '1 request is waiting.' : `${total} requests are waiting.`} This one
            since <CalendarDate iso={claim.submitted ?? claim.updated} />.
          </p>
          <ClaimArticle claim={claim} job={claim.job && renderJob(claim.job)}>
            <Decision
              key={`${claim.id} ${claim.version}`}
              claim={claim}
              onDone={() => move(retry)}
              onSkip={next ? () => move(() => setCursor(next)) : undefined}
            />
          </ClaimArticle>
        </>
      )}
      {cursor && (
        <p className="mt-8">
          <Button variant="secondary" onClick={() => move(() => setCursor(undefined))}>
            Oldest request
          </Button>
        </p>
      )}
    </section>
  );
}

type ArticleProps = { claim: ReviewedClaim; job: ReactNode; children: ReactNode };

/** All known facts about a request, and everything that its approval publishes. */
function ClaimArticle({ claim, job, children }: ArticleProps) {
  const { id, company, registration, domain, provenemail, takeseffect, website, person, owners } =
    claim;
  const shown = { id: company?.id ?? id, name: '', logo: '', ...(company ?? registration) };
  return (
    <article
      aria-label={shown.name}
      className="grid max-w-176 min-w-0 gap-6 rounded-sm border border-line bg-raised p-6 wrap-anywhere"
    >
      <header className="flex items-center gap-4">
        <CompanyLogo company={shown} />
        <div>
          <h3 dir="auto" className="text-xl font-semibold tracking-tight">
            {company ? (
              <PageLink href={pages.company(company.id)} className="plain-link">
                {company.name}
              </PageLink>
            ) : (
              shown.name
            )}
          </h3>
          <p className="text-sm text-muted">{company ? 'Claimed company' : 'New company'}</p>
        </div>
      </header>
      <dl className="facts">
        <Fact name="Person">{person.name}</Fact>
        <Fact name="Email address at sign-in">{person.email}</Fact>
        {/* The URL is not a link, because nobody has checked it yet. */}
        <Fact name="Website">{website}</Fact>
        <Fact name="Domain that proves it">{domain}</Fact>
        {(registration || provenemail) && <Fact name="Proven email address">{provenemail}</Fact>}
        {takeseffect && (
          <Fact name="Takes effect">{formatMoment(takeseffect)}, unless you reject it</Fact>
        )}
        {company && <Fact name="Owners">{String(owners)}</Fact>}
        {registration && !job && <Fact name="First job">{null}</Fact>}
      </dl>
      {claim.confusable && (
        <Alert>
          The name mixes letters of several scripts, or the website has letters beyond a to z. Make
          sure that nobody takes this company for another one.
        </Alert>
      )}
      {claim.existing.length > 0 && (
        <Alert>
          <p>These companies have a similar name or the same domain:</p>
          <ul className="grid gap-3">
            {claim.existing.map((one) => (
              <li key={one.id}>
                <PageLink href={pages.company(one.id)} className="link">
                  <bdi>{one.name}</bdi>
                </PageLink>
                {one.similar && one.name !== shown.name && (
                  <NameComparison name={shown.name} other={one.name} />
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {claim.message && (
        <div>
          <h4 className="mb-1 font-semibold">Message</h4>
          <p dir="auto" className="whitespace-pre-wrap">
            {claim.message}
          </p>
        </div>
      )}
      {registration && (
        <div>
          <h4 className="mb-1 font-semibold">Description</h4>
          <RichText html={registration.description} />
        </div>
      )}
      {job}
      {children}
    </article>
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

/** Common reasons for a rejection. */
const REASONS = [
  'We cannot tell that you work there. Ask an owner of the company to invite you.',
  'This is not a company that hires people.',
  'The company is already on this site. Claim it instead.',
] as const;

type DecisionProps = {
  claim: ReviewedClaim;
  onDone: () => void;
  onSkip: (() => void) | undefined;
};

function Decision({ claim: { id, version }, onDone, onSkip }: DecisionProps) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  const [isRejecting, setIsRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const params = { id };
  const headers = { 'if-match': `"${version}"` };

  async function approve(): Promise<void> {
    const act = () => api('POST /api/claims/:id/approve', { params }, headers);
    if (await run({ act, ...TOASTS.approveClaim })) onDone();
  }

  async function reject(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const texts = { labels: { reason: 'The reason' }, missing: { reason: 'Enter a reason.' } };
    const found = describeErrors(checkBody(rejection, { reason }), texts, { reason }).reason;
    setProblem(found);
    if (found) {
      form.current?.querySelector('textarea')?.focus();
      return;
    }
    const act = () => api('POST /api/claims/:id/reject', { params, body: { reason } }, headers);
    if (await run({ act, ...TOASTS.rejectClaim })) onDone();
  }

  return (
    <section aria-label="Decision" className="grid gap-4 border-t border-line pt-6">
      {error && (
        <Alert role="alert">
          <p>{error}</p>
          <Button variant="secondary" onClick={onDone}>
            Reload the requests
          </Button>
        </Alert>
      )}
      <p className="flex flex-wrap gap-3">
        <Button aria-disabled={busy} onClick={() => void approve()}>
          Approve request
        </Button>
        <Button
          variant="danger-secondary"
          aria-expanded={isRejecting}
          onClick={() => setIsRejecting(!isRejecting)}
        >
          Reject request…
        </Button>
        {onSkip && (
          <Button variant="secondary" onClick={onSkip}>
            Skip request
          </Button>
        )}
      </p>
      {isRejecting && (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => void reject(event)}
          className="grid justify-items-start gap-4"
        >
          <SelectField
            label="Common reasons for a request"
            name="claim-template"
            value={REASONS.find((text) => text === reason) ?? ''}
            onChange={({ target }) => setReason(target.value)}
          >
            <option value="">My own words</option>
            {REASONS.map((text) => (
              <option key={text}>{text}</option>
            ))}
          </SelectField>
          <TextAreaField
            label="Reason for the person"
            name="claim-reason"
            required
            rows={4}
            maxLength={REJECTION_LENGTH}
            hint="The person reads it on the page for employers, and gets it by email."
            error={problem}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" variant="danger" aria-disabled={busy}>
            Reject this request
          </Button>
        </form>
      )}
    </section>
  );
}
