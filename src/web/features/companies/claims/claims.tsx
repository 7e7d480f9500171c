import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { Claim } from '#shared/contract/claims.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ClaimCard } from './claim-card.tsx';
import { RegistrationForm } from './registration-form.tsx';

type Props = {
  account: Account;
  /** Identifies the visit of the page. A different value loads the requests again. */
  visit: string;
  /** Called when the person has become an owner. */
  onOwner: () => void;
  /** Renders the form of the job that is posted with the approval. */
  renderJob: (claim: Claim, onSaved: () => void) => ReactNode;
  /** Rendered below, with the number of requests. */
  children: (count: number) => ReactNode;
};

/** The content of the section: the requests, or a form. */
type View = { name: 'requests' } | { name: 'registration' | 'job'; claim: Claim };

const REQUESTS: View = { name: 'requests' };

/** The requests of a person to act for companies, with their next steps. */
export function Claims({ account, visit, onOwner, renderJob, children }: Props) {
  const { api } = useSession();
  const result = useAsync(visit, () => api('GET /api/claims', {}));
  const [view, setView] = useState<View>(REQUESTS);
  const heading = useRef<HTMLHeadingElement>(null);
  const isChanged = useRef(false);
  const { error, run } = useInlineAction();
  /** The name of the company of which the person has just become an owner. */
  const [owned, setOwned] = useState<string>();

  // A step replaces what had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the view or of the list
  useEffect(() => {
    if (!isChanged.current || result.status !== 'loaded') return;
    isChanged.current = false;
    heading.current?.focus();
  }, [view, result.status]);

  function show(next: View): void {
    isChanged.current = true;
    setView(next);
  }

  function reload(): void {
    isChanged.current = true;
    setView(REQUESTS);
    result.retry();
  }

  function become({ company: claimed, registration }: Claim): void {
    setOwned(claimed?.name ?? registration?.name);
    reload();
    onOwner();
  }

  async function claim(id: string): Promise<void> {
    const done = await run({
      act: () => api('POST /api/claims', { body: { company: { id } } }),
      failure: 'The company was not claimed',
    });
    if (done) reload();
  }

  const { value } = result;
  if (!value && result.status === 'loading') return <Spinner />;
  const claims = value?.results ?? [];
  const isEmpty = value && claims.length === 0 && owned === undefined && !error;
  return (
    <>
      {!isEmpty && (
        <section aria-labelledby="requests" className="mb-16">
          <h2 id="requests" ref={heading} tabIndex={-1} className="section-title">
            {TITLES[view.name]}
          </h2>
          {(result.status === 'failed' || result.status === 'missing') && (
            <LoadFailed message="Your requests could not be loaded." retry={result.retry} />
          )}
          {error && (
            <div className="mb-6">
              <Alert role="alert">{error}</Alert>
            </div>
          )}
          {owned !== undefined && view.name === 'requests' && (
            <Alert role="status" className="mb-8 max-w-176">
              <p>
                You are an owner of <bdi>{owned}</bdi> now.
              </p>
              <p className="flex flex-wrap gap-3">
                <ButtonLink href={adminPages.dashboard()}>Dashboard</ButtonLink>
                <ButtonLink href={pages.addJob()} variant="secondary">
                  Add Job
                </ButtonLink>
              </p>
            </Alert>
          )}
          {view.name === 'requests' && claims.length > 0 && (
            <ul className="grid max-w-176 gap-6" aria-label="Your requests">
              {claims.map((one) => (
                <li key={one.id}>
                  <ClaimCard
                    claim={one}
                    account={account}
                    onChange={reload}
                    onOwner={() => become(one)}
                    onClaim={(id) => void claim(id)}
                    onEdit={() => show({ name: 'registration', claim: one })}
                    onJob={() => show({ name: 'job', claim: one })}
                  />
                </li>
              ))}
            </ul>
          )}
          {view.name !== 'requests' && (
            <>
              <p className="mb-6">
                <Button variant="text" onClick={() => show(REQUESTS)}>
                  Back to your requests
                </Button>
              </p>
              {view.name === 'registration' ? (
                <RegistrationForm account={account} claim={view.claim} onSaved={reload} />
              ) : (
                renderJob(view.claim, reload)
              )}
            </>
          )}
        </section>
      )}
      {value && view.name === 'requests' && children(claims.length + (owned === undefined ? 0 : 1))}
    </>
  );
}

const TITLES = { requests: 'Your requests', registration: 'Edit company', job: 'Job' } as const;
