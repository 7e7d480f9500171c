import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { JobRenewal } from '#shared/contract/job-renewals.ts';
import { formatDate } from '#shared/format/day.ts';
import { numberOfDays } from '#shared/format/days.ts';
import { JOB_LIFETIME_DAYS } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { isMissing } from '#web/api/errors.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useSite } from '#web/data/use-site.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The maximum number of jobs on the page. A mail has fewer. */
const MAX_JOBS = 20;

/**
 * The jobs of a mailed link, whose tokens are in the fragment of the URL. Opening the page changes nothing; buttons renew
 * and close jobs.
 */
export function JobRenewals() {
  const api = useApi();
  const tokens = useTokens();
  const { status, value, retry } = useAsync(tokens?.join('.'), () =>
    Promise.all(
      (tokens ?? []).map((token) =>
        api('POST /api/job-renewals/read', { body: { token } }).then(
          (renewal) => ({ token, renewal }),
          (error: unknown) => {
            // A token that the board has not signed is shown as invalid, beside the others.
            if (isMissing(error)) return { token, renewal: undefined };
            throw error;
          },
        ),
      ),
    ),
  );
  if (status === 'failed') {
    return <LoadFailed message="The jobs could not be loaded." retry={retry} />;
  }
  if (status !== 'loaded') return <Spinner />;
  const known = value.flatMap(({ token, renewal }) => (renewal ? [{ token, renewal }] : []));
  return (
    <>
      {known.length < value.length || value.length === 0 ? (
        <p className="mb-6 max-w-176">
          This link is incomplete or no longer valid. Open it again from the email, or log in and
          renew or close the job on its page.
        </p>
      ) : null}
      <Jobs key={tokens?.join('.')} jobs={known} />
    </>
  );
}

/** The tokens in the fragment; undefined before hydration. */
function useTokens(): string[] | undefined {
  const [hash, setHash] = useState<string>();
  useEffect(() => {
    const read = () => setHash(window.location.hash.slice(1));
    read();
    // The person may open the link of a different mail in the same tab.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return hash === undefined
    ? undefined
    : [...new Set(hash.split('.').filter(Boolean))].slice(0, MAX_JOBS);
}

type Entry = { token: string; renewal: JobRenewal };

function Jobs({ jobs }: { jobs: Entry[] }) {
  const api = useApi();
  const router = useRouter();
  const [current, setCurrent] = useState(jobs);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const result = useRef<HTMLParagraphElement>(null);
  const [message, setMessage] = useState('');
  const renewable = current.filter(({ renewal }) => renewal.renewable);

  // The button that had the focus may have disappeared.
  useEffect(() => {
    if (message) result.current?.focus();
  }, [message]);

  async function change(
    entries: Entry[],
    endpoint: 'POST /api/job-renewals' | 'POST /api/job-renewals/close',
  ): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    setMessage('');
    let changed = 0;
    try {
      for (const { token } of entries) {
        const renewal = await api(endpoint, { body: { token } });
        changed += 1;
        replace({ token, renewal });
      }
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : 'Try again.');
      await reload();
    }
    if (changed > 0) {
      const done = endpoint === 'POST /api/job-renewals' ? 'renewed' : 'closed';
      setMessage(changed === 1 ? `The job is ${done}.` : `The jobs are ${done}.`);
    }
    router.clearCache();
    setBusy(false);
  }

  function replace({ token, renewal }: Entry): void {
    setCurrent((entries) =>
      entries.map((entry) => (entry.token === token ? { token, renewal } : entry)),
    );
  }

  /** Reads the jobs again after a refusal, because someone else may have changed them. */
  async function reload(): Promise<void> {
    for (const { token } of current) {
      const renewal = await api('POST /api/job-renewals/read', { body: { token } }).catch(
        // The error of the renewal is already shown.
        () => undefined,
      );
      if (renewal) replace({ token, renewal });
    }
  }

  const { daysOpen = JOB_LIFETIME_DAYS } = useSite();
  return (
    <>
      <p ref={result} role="status" tabIndex={-1} className={message && 'mb-6 font-semibold'}>
        {message}
      </p>
      {error && (
        <Alert role="alert" className="mb-6 max-w-176">
          {error}
        </Alert>
      )}
      {renewable.length > 1 && (
        <p className="mb-6">
          <Button aria-busy={busy} onClick={() => void change(renewable, 'POST /api/job-renewals')}>
            {`Renew all ${renewable.length} for ${numberOfDays(daysOpen)}`}
          </Button>
        </p>
      )}
      <ul className="grid max-w-176">
        {current.map((entry) => (
          <Job
            key={entry.token}
            job={entry.renewal}
            isOnly={renewable.length === 1}
            busy={busy}
            onRenew={() => void change([entry], 'POST /api/job-renewals')}
            onClose={() => void change([entry], 'POST /api/job-renewals/close')}
          />
        ))}
      </ul>
    </>
  );
}

type JobProps = {
  job: JobRenewal;
  isOnly: boolean;
  busy: boolean;
  onRenew: () => void;
  onClose: () => void;
};

function Job({ job, isOnly, busy, onRenew, onClose }: JobProps) {
  const { id, title, company, validthrough, renewable, detail } = job;
  const { daysOpen = JOB_LIFETIME_DAYS } = useSite();
  return (
    <li className="border-t border-line py-5 wrap-anywhere">
      <h2 dir="auto" className="text-xl font-semibold">
        {company ? (
          <PageLink href={pages.job(id)} className="link">
            {title}
          </PageLink>
        ) : (
          title
        )}
      </h2>
      {company && (
        <p className="text-muted">
          <bdi>{company.name}</bdi>
        </p>
      )}
      {renewable && <p className="mt-2">Closes on {formatDate(validthrough)}.</p>}
      <p className="mt-2">{detail}</p>
      {renewable && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            variant={isOnly ? 'primary' : 'secondary'}
            aria-busy={busy}
            aria-label={isOnly ? undefined : `Renew ${title} for ${numberOfDays(daysOpen)}`}
            onClick={onRenew}
          >
            {`Renew for ${numberOfDays(daysOpen)}`}
          </Button>
          <Button
            variant="secondary"
            aria-busy={busy}
            aria-label={isOnly ? undefined : `Close ${title}`}
            onClick={onClose}
          >
            Close
          </Button>
        </div>
      )}
    </li>
  );
}
