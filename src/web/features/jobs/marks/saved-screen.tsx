import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { JobMark } from '#shared/contract/marks.ts';
import { type MarkTab, SAVED_TABS } from '#shared/domain/saved-tabs.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSession, useSessionState } from '#web/auth/use-session.ts';
import { useSite } from '#web/data/use-site.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TabLinks } from '#web/ui/tab-links.tsx';
import { exportMarks } from './export-marks.ts';
import { useMarks, withMarks } from './lazy-marks.tsx';
import { hideCompany, type Marks, markJob } from './marks.ts';
import { SavedJob } from './saved-job.tsx';
import { useMarkedJobs } from './use-marked-jobs.ts';

type Tab = {
  label: string;
  /** Who can see what the tab lists. */
  lead: () => ReactNode;
  /** The jobs of the tab, in its order. */
  jobsOf: (marks: Marks) => JobMark[];
  empty: { title: string; text: string };
};

const latest = (name: MarkTab) => (marks: Marks) =>
  marks.jobs
    .filter((mark) => mark[name] !== null)
    .sort((a, b) => Date.parse(b[name] ?? '') - Date.parse(a[name] ?? ''));

const TABS: Record<MarkTab, Tab> = {
  saved: {
    label: 'Saved',
    lead: () => <WhereKept />,
    // A note keeps its job, even if nothing else is marked.
    jobsOf: (marks) => [
      ...latest('saved')(marks),
      ...marks.jobs.filter(({ saved, applied, hidden }) => !saved && !applied && !hidden),
    ],
    empty: {
      title: 'Nothing saved yet',
      text: '“Save” on a job keeps it here, with your note and the day on which it closes.',
    },
  },
  applied: {
    label: 'Applied',
    lead: () => 'You tell us that you applied. Employers do not see this.',
    jobsOf: latest('applied'),
    empty: {
      title: 'No applications yet',
      text: 'After you follow an “Apply” link, we ask whether you applied.',
    },
  },
  hidden: {
    label: 'Hidden',
    lead: () => 'Hidden jobs are empty cards in your lists. Nobody else notices.',
    jobsOf: latest('hidden'),
    empty: {
      title: 'Nothing hidden',
      text: 'The menu “⋯” of a job hides it, or all jobs of its company.',
    },
  },
};

type Props = {
  /** The name of the tab; unknown names mean the first one. */
  tab: string | undefined;
  /** The saved searches, which another feature lists. */
  searches: ReactNode;
};

/** What the visitor keeps for themselves, in tabs: jobs, searches and hidden companies. */
export function SavedScreen({ tab: name, searches }: Props) {
  const tab = SAVED_TABS.find((known) => known === name) ?? 'saved';
  const session = useSession();
  const marks = useMarks()?.marks;
  const details = useMarkedJobs(marks?.jobs.map(({ job }) => job));
  const deleted = useDeletedJobs(marks, details.missing);
  // Nothing may be marked yet, so nothing else has loaded the marks.
  const { status } = useSessionState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when a person signs in
  useEffect(() => withMarks(({ follow }) => follow(session, true), reportError), [session, status]);
  const countOf = (each: MarkTab) =>
    marks && TABS[each].jobsOf(marks).length + (each === 'hidden' ? marks.companies.length : 0);
  return (
    <>
      <TabLinks
        label="Saved"
        tabs={SAVED_TABS.map((each) => ({
          href: pages.saved(each === 'saved' ? {} : { tab: each }),
          label:
            each === 'searches' ? (
              'Searches'
            ) : (
              <>
                {TABS[each].label}&nbsp;<span className="text-muted">{countOf(each)}</span>
              </>
            ),
          isCurrent: each === tab,
        }))}
      />
      {tab === 'searches' ? (
        <>
          <h1 className="page-title mt-8 mb-6">Searches</h1>
          {searches}
        </>
      ) : (
        <MarkedJobs tab={tab} marks={marks} details={details} deleted={deleted} />
      )}
    </>
  );
}

type MarkedJobsProps = {
  tab: MarkTab;
  marks: Marks | undefined;
  details: ReturnType<typeof useMarkedJobs>;
  /** How many marked jobs were deleted. */
  deleted: number;
};

/** The jobs of a tab, and the hidden companies. */
function MarkedJobs({ tab, marks, details, deleted }: MarkedJobsProps) {
  const { label, lead, jobsOf, empty } = TABS[tab];
  const shown = marks && jobsOf(marks);
  const companies = tab === 'hidden' ? (marks?.companies ?? []) : [];
  return (
    <>
      <h1 className="page-title mt-8">{label}</h1>
      <p className="mt-2 mb-6 text-muted">{lead()}</p>
      {deleted > 0 && (
        <p role="status" className="mb-6">
          {deleted === 1
            ? '1 job was deleted by its company, and is removed from here.'
            : `${deleted} jobs were deleted by their companies, and are removed from here.`}
        </p>
      )}
      {!shown || details.status === 'loading' ? (
        <Spinner />
      ) : shown.length + companies.length === 0 ? (
        <EmptyState title={empty.title}>
          <p>{empty.text}</p>
          <ButtonLink href={pages.jobs()}>Browse jobs</ButtonLink>
        </EmptyState>
      ) : (
        <ul className="marked-jobs">
          {companies.map(({ company, companyname }) => (
            <li key={company}>
              <div>
                <h2>
                  <PageLink href={pages.company(company)} className="plain-link">
                    All jobs from <bdi>{companyname}</bdi>
                  </PageLink>
                </h2>
              </div>
              <p className="marked-actions">
                <Button
                  variant="text"
                  aria-label={`Show jobs from ${companyname} again`}
                  onClick={() => hideCompany({ id: company, name: companyname }, false)}
                >
                  Show again
                </Button>
              </p>
            </li>
          ))}
          {shown.map((mark) => {
            const read = details.jobs.get(mark.job);
            return read && <SavedJob key={mark.job} tab={tab} mark={mark} read={read} />;
          })}
        </ul>
      )}
      {details.status === 'failed' && (
        <p role="alert" className="mt-6">
          The jobs could not be loaded.{' '}
          <Button variant="text" onClick={details.retry}>
            Try again
          </Button>
        </p>
      )}
      {marks && marks.jobs.length + marks.companies.length > 0 && (
        <p className="mt-10">
          <Button variant="secondary" onClick={() => exportMarks(marks, details.jobs)}>
            Download as JSON
          </Button>
        </p>
      )}
    </>
  );
}

/** Removes the marks of jobs that were deleted, and returns how many there were in this visit of the page. */
function useDeletedJobs(marks: Marks | undefined, missing: string[]): number {
  const [count, setCount] = useState(0);
  const removed = useRef(new Set<string>());
  useEffect(() => {
    const deleted = missing.filter(
      (id) => !removed.current.has(id) && marks?.jobs.some(({ job }) => job === id),
    );
    for (const id of deleted) {
      removed.current.add(id);
      markJob(id, { saved: null, applied: null, hidden: null, note: '' });
    }
    if (deleted.length > 0) setCount((before) => before + deleted.length);
  }, [marks, missing]);
  return count;
}

/** Says where the visitor's jobs are stored. */
function WhereKept() {
  const session = useSession();
  const { signIn } = useSite();
  const { status } = useSessionState();
  if (status === 'signed-in' || status === 'restoring') return 'Kept in your account.';
  if (!signIn) return 'Kept in this browser.';
  return (
    <>
      Kept in this browser.{' '}
      <button type="button" className="link tap-target" onClick={session.logIn}>
        Log in
      </button>{' '}
      to keep them in your account.
    </>
  );
}
