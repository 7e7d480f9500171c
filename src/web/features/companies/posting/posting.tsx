import { Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { ClaimedJobInput } from '#shared/contract/claims.ts';
import type { PostingStep } from '#shared/domain/posting.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useSite } from '#web/data/use-site.ts';
import { Button } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { CompanyFinder } from '../claims/company-finder.tsx';
import { NewCompanyStep } from './new-company-step.tsx';
import { NO_COMPANY, readPostedCompany, storePostedCompany } from './posted-company.ts';
import { ProofStep } from './proof-step.tsx';

type Props = {
  step: PostingStep;
  /** Undefined until the person has signed in. */
  account: Account | undefined;
  /** The id of the company from whose page the person has come. */
  company: string | undefined;
  /** Renders the form of the job. */
  renderJob: () => ReactNode;
  /** Reads the job that the person has written; undefined if there is none. */
  readJob: () => Promise<ClaimedJobInput | undefined>;
};

/** Leads people who can post already to the form "Add Job". */
function LogInHint() {
  const session = useSession();
  if (!useSite().signIn) return null;
  return (
    <p className="mb-2 max-w-160">
      Does your company post jobs here already?{' '}
      <Button variant="text" onPointerEnter={session.prepare} onClick={session.logIn}>
        Log in
      </Button>
    </p>
  );
}

const TITLES: Record<PostingStep, string> = {
  job: 'The job',
  company: 'Your company',
  new: 'Your company',
  proof: 'Your email',
};

/**
 * Posts a job for a company for which the person cannot act yet: the job, the company, and the proof. Nothing is sent
 * before the last step; until then, the input stays in the browser.
 */
export function Posting({ step, account, company, renderJob, readJob }: Props) {
  const router = useRouter();
  const { noMail } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);

  // A step replaces what had the focus.
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);

  function choose(chosen: { id: string; name: string; website: string }): void {
    const { id, name, website } = chosen;
    storePostedCompany({ ...NO_COMPANY, id, name, website });
    void router.navigate({ href: pages.employers({ step: 'proof' }) });
  }

  function register(name: string): void {
    const known = readPostedCompany()?.company;
    const described = known && !known.id ? known : NO_COMPANY;
    // What the person has written about a new company stays.
    storePostedCompany({ ...described, ...(name && { name }) });
    void router.navigate({ href: pages.employers({ step: 'new' }) });
  }

  if (step === 'proof' && !readPostedCompany()) {
    return <Navigate to={pages.employers({ step: 'company' })} replace />;
  }
  return (
    <section aria-labelledby="posting">
      <h2 id="posting" ref={heading} tabIndex={-1} className="section-title">
        {step === 'proof' && (noMail || account) ? 'Your account' : TITLES[step]}
      </h2>
      {step === 'job' && !account && <LogInHint />}
      {step === 'job' && renderJob()}
      {step === 'company' && (
        <>
          <CompanyFinder suggested={company} onChoose={choose} onRegister={register} />
          <p className="mt-6">
            <PageLink href={pages.employers({ step: 'job' })} className="link tap-target">
              Back to the job
            </PageLink>
          </p>
        </>
      )}
      {step === 'new' && <NewCompanyStep />}
      {step === 'proof' && <ProofStep account={account} readJob={readJob} />}
    </section>
  );
}
