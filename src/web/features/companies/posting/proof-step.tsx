import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { type ClaimedJobInput, claimAddress } from '#shared/contract/claims.ts';
import { OBJECTION_HOURS } from '#shared/domain/claims.ts';
import { POSTING_DRAFTS } from '#shared/domain/posting.ts';
import { EMAIL_LENGTH } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useSite } from '#web/data/use-site.ts';
import { readDraft } from '#web/forms/draft.ts';
import { checkBody, describeErrors } from '#web/forms/errors.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { postJob } from './post-job.ts';
import { readPostedCompany } from './posted-company.ts';

type Props = {
  /** Undefined until the person has signed in. */
  account: Account | undefined;
  /** Reads the job that the person has written; undefined if there is none. */
  readJob: () => Promise<ClaimedJobInput | undefined>;
};

const EMAIL_TEXTS = {
  labels: { email: 'The email address' },
  missing: { email: 'Enter your work email.' },
};

/**
 * The step in which a person signs in with their work address, which also proves their company. Then everything is sent.
 */
export function ProofStep({ account, readJob }: Props) {
  const router = useRouter();
  const session = useSession();
  const { signIn, noMail, origin } = useSite();
  const [posted, setPosted] = useState(readPostedCompany);
  const name = posted?.company.name;
  const what = readDraft(POSTING_DRAFTS.job) ? 'job' : 'request';
  const [email, setEmail] = useState('');
  const [invalid, setInvalid] = useState<string>();
  /** Whether the person wants to send everything as soon as they are signed in. */
  const [isWaiting, setIsWaiting] = useState(false);
  const { busy, error, setError, run } = useInlineAction();
  /** Whether the sign-in sends a code. Another provider signs in as it likes. */
  const hasCode = !noMail && signIn?.domain === origin;
  const form = useRef<HTMLFormElement>(null);

  async function send(to: Account): Promise<void> {
    const current = readPostedCompany();
    if (current?.company.id !== posted?.company.id || current?.company.name !== name) {
      setPosted(current);
      setError('The company was changed in another tab. Check it, and send again.');
      return;
    }
    let next = '';
    const done = await run({
      act: async () => {
        next = await postJob(session, { account: to, job: await readJob(), hasMail: !noMail });
      },
      failure: `The ${what} was not sent`,
    });
    if (!done) return;
    router.clearCache();
    await router.navigate({ href: next });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: sends once, when the person has signed in
  useEffect(() => {
    if (!isWaiting || !account) return;
    setIsWaiting(false);
    // Someone else may have signed in later, by the navigation bar or in another tab.
    const isExpected = noMail || account.email.toLowerCase() === email.trim().toLowerCase();
    if (isExpected) void send(account);
  }, [isWaiting, account]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (account) return void send(account);
    const body = { email: email.trim() };
    const problem = noMail
      ? undefined
      : describeErrors(checkBody(claimAddress, body), EMAIL_TEXTS, body).email;
    setInvalid(problem);
    if (problem) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    setIsWaiting(true);
    session.logIn(body.email || undefined);
  }

  if (!posted) {
    return (
      <p>
        <PageLink href={pages.employers({ step: 'company' })} className="link">
          Choose your company
        </PageLink>{' '}
        first.
      </p>
    );
  }
  if (!signIn) return <p>This site has no sign-in at present, so it cannot accept jobs.</p>;
  return (
    <form
      ref={form}
      noValidate
      aria-busy={busy}
      onSubmit={submit}
      className="grid max-w-160 justify-items-start gap-6"
    >
      {account ? (
        <p className="wrap-anywhere">
          You are logged in as <bdi className="font-semibold">{account.name || account.email}</bdi>.
          Send your {what} for <bdi className="font-semibold">{name}</bdi>.{' '}
          {noMail
            ? checkBySiteAdmin(posted.company)
            : `If your email address does not prove your company yet, the next page asks for a proof. ${objectionHint(posted.company)}`}
        </p>
      ) : noMail ? (
        <p className="wrap-anywhere">
          Log in to send your {what} for <bdi className="font-semibold">{name}</bdi>.{' '}
          {checkBySiteAdmin(posted.company)}
        </p>
      ) : (
        <TextField
          label="Work email"
          name="workemail"
          type="email"
          autoComplete="email"
          required
          maxLength={EMAIL_LENGTH}
          hint={hintFor(posted.company, hasCode)}
          error={invalid}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      {error && <Alert role="alert">{error}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" aria-disabled={busy} onPointerEnter={session.prepare}>
          {account ? 'Send' : hasCode ? 'Get a code and send' : 'Log in and send'}
        </Button>
        <PageLink href={pages.employers({ step: 'company' })} className="link tap-target">
          Back to the company
        </PageLink>
      </div>
    </form>
  );
}

type Company = { id: string; name: string };

function hintFor(company: Company, hasCode: boolean): string {
  const how = hasCode ? 'We send a code to it, which signs you in.' : 'Log in with it.';
  return `${how} An address at the company’s own domain also proves that you work at ${company.name}. With another one, the next page asks for a proof. ${objectionHint(company)}`;
}

/** What follows the proof for a company that is on the site. */
function objectionHint({ id }: Company): string {
  return id
    ? `After the proof, the company’s owners and the site admins have ${OBJECTION_HOURS} hours to object.`
    : '';
}

/** What follows on a board without mail, where no address proves a company. */
function checkBySiteAdmin({ id }: Company): string {
  return id
    ? 'The next page asks how a site admin can check that you may post for it.'
    : 'A site admin then checks that you may post for it.';
}
