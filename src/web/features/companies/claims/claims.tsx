import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { Claim } from '#shared/contract/claims.ts';
import { pages } from '#shared/urls/paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ClaimCard } from './claim-card.tsx';
import { CompanyFinder } from './company-finder.tsx';
import { RegistrationForm } from './registration-form.tsx';

type Props = {
  account: Account;
  /** The id of the company from whose page the person has come. */
  company: string | undefined;
  /** Whether the person is already in a team. */
  hasCompanies: boolean;
  /** Called when the person has become an owner. */
  onOwner: () => void;
  /** Renders the form of the first job of a company that is not approved yet. */
  renderJob: (claim: Claim, onSaved: () => void) => ReactNode;
};

/** The content of the section: the requests, or a form. */
type View = { name: 'requests' } | { name: 'registration' | 'job'; claim?: Claim; typed?: string };

const REQUESTS: View = { name: 'requests' };

/** The requests of a person to act for companies, and the steps to a further request. */
export function Claims({ account, company, hasCompanies, onOwner, renderJob }: Props) {
  const { api } = useSession();
  const result = useAsync('claims', () => api('GET /api/claims', {}));
  const [view, setView] = useState<View>(REQUESTS);
  const heading = useRef<HTMLHeadingElement>(null);
  const isChanged = useRef(false);
  const { busy, error, run } = useInlineAction();
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
  const claims = value?.results ?? [];
  return (
    <section aria-labelledby="requests" className={hasCompanies ? 'mt-16' : ''}>
      <h2 id="requests" ref={heading} tabIndex={-1} className="section-title">
        {titleOf(view, hasCompanies)}
      </h2>
      {result.status === 'loading' && !value && <Spinner />}
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
            You are an owner of <bdi>{owned}</bdi> now. Post its first job, or save it as a draft.
          </p>
          <ButtonLink href={pages.addJob()}>Add Job</ButtonLink>
        </Alert>
      )}
      {value && view.name === 'requests' && (
        <>
          {claims.length > 0 && (
            <ul className="mb-10 grid max-w-176 gap-6" aria-label="Your requests">
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
          <CompanyFinder
            // A new claim clears the search for a company.
            key={claims.length}
            suggested={claims.some((one) => one.company?.id === company) ? undefined : company}
            busy={busy}
            onClaim={(id) => void claim(id)}
            onRegister={(typed) => show({ name: 'registration', typed })}
          />
        </>
      )}
      {value && view.name !== 'requests' && (
        <>
          <p className="mb-6">
            <Button variant="text" onClick={() => show(REQUESTS)}>
              Back to your requests
            </Button>
          </p>
          {view.name === 'registration' && (
            <RegistrationForm
              account={account}
              claim={view.claim}
              typed={view.typed ?? ''}
              onSaved={reload}
            />
          )}
          {view.name === 'job' && view.claim && renderJob(view.claim, reload)}
        </>
      )}
    </section>
  );
}

function titleOf(view: View, hasCompanies: boolean): string {
  if (view.name === 'job') return 'First job';
  if (view.name === 'registration') return view.claim ? 'Edit company' : 'Register a company';
  return hasCompanies ? 'Another company' : 'Post jobs for your company';
}
