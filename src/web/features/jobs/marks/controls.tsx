import type { ReactNode } from 'react';
import type { HiddenCompany, JobMark } from '#shared/contract/marks.ts';
import type { Session } from '#web/auth/session.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { HiddenCard } from './hidden-card.tsx';
import { type MarkedJob, type Marks, markJob, readMarks } from './marks.ts';
import { closeNotice, showNotice } from './notice.tsx';
import { addToAccount, followAccount, idOfAccount } from './send-marks.ts';
import { NO_MARKS, readStored, readText, writeStored } from './stored-marks.ts';

export { openMarkMenu } from './mark-menu.tsx';
export { toggleSaved } from './marks.ts';

/** How cards look to this visitor. */
type Cards = {
  marks: Marks;
  of: (job: MarkedJob) => {
    isSaved: boolean;
    /** The class of the card's list item. */
    className: string | undefined;
    /** What is shown on the card, in places that are reserved for it. */
    overlay: ReactNode;
  };
};

let current: Cards | undefined;

/** Returns how cards look. The same object until the marks change. */
export function readCards(): Cards {
  const marks = readMarks();
  if (current?.marks !== marks) {
    current = {
      marks,
      of(job) {
        const { saved, hiddenBy, label } = marks.of(job);
        return {
          isSaved: saved !== null,
          className: hiddenBy ? 'hidden-card' : label && 'seen-card',
          overlay: hiddenBy ? (
            <HiddenCard job={job} by={hiddenBy} />
          ) : (
            label && <p className="mark-label">{label}</p>
          ),
        };
      },
    };
  }
  return current;
}

/**
 * Follows the session: reads the marks of a person who has signed in, and offers to add those of this browser.
 * @param isFresh whether to read them again, because another browser may have changed them
 */
export function follow(session: Session, isFresh = false): void {
  dispatchEvent(new Event('storage'));
  // After a failure, the marks that the browser has stay visible, and the next page tries again.
  followAccount(session, isFresh).then((isRead) => isRead && offerMarks(), reportError);
}

/** Offers to add the marks of this browser that the account lacks. */
function offerMarks(): void {
  const browser = readStored(undefined);
  const account = readStored(idOfAccount());
  const jobs = browser.jobs.filter(({ job }) => !account.jobs.some((own) => own.job === job));
  const companies = browser.companies.filter(
    ({ company }) => !account.companies.some((own) => own.company === company),
  );
  if (jobs.length + companies.length === 0) return;
  showNotice({
    text: describeOffer(jobs, companies),
    actions: [
      {
        label: 'Add',
        onClick: () =>
          addToAccount(browser).then(
            () => {
              writeStored(undefined, NO_MARKS);
              showToast('success', 'Added to Your Account');
            },
            (error: unknown) => {
              showToast('error', error instanceof Error ? error.message : String(error));
              offerMarks();
            },
          ),
      },
      { label: 'Not mine', onClick: () => writeStored(undefined, NO_MARKS) },
    ],
  });
}

function describeOffer(jobs: JobMark[], companies: HiddenCompany[]): string {
  const saved = jobs.filter((mark) => mark.saved !== null).length;
  if (saved > 0) return `Add ${saved} saved ${saved === 1 ? 'job' : 'jobs'} of this browser?`;
  const others = jobs.length + companies.length;
  return `Add ${others} ${others === 1 ? 'entry' : 'entries'} of this browser, such as hidden jobs?`;
}

/** The local storage key of the jobs for which the visitor was asked whether they applied. */
const ASKED_KEY = 'asked';

/** How many of these jobs the browser remembers. */
const MAX_ASKED = 200;

/** Asks once whether the visitor has applied, when they return from the employer's site or their mail program. */
export function askLater(job: MarkedJob): void {
  if (readMarks().of(job).applied !== null || !rememberAsked(job.id)) return;
  const controller = new AbortController();
  const ask = () => {
    if (document.visibilityState === 'hidden') return;
    controller.abort();
    askWhetherApplied(job);
  };
  // A mail program covers the page without hiding it, so the window only loses the focus.
  const { signal } = controller;
  document.addEventListener('visibilitychange', ask, { signal });
  addEventListener('focus', ask, { signal });
}

/** Records that the visitor is asked about a job. Returns false if they were asked before. */
function rememberAsked(id: string): boolean {
  try {
    const asked = readText(ASKED_KEY).split(',');
    if (asked.includes(id)) return false;
    localStorage.setItem(ASKED_KEY, [id, ...asked].slice(0, MAX_ASKED).join(','));
    return true;
  } catch {
    // Storage is full or forbidden, so an answer could not be stored.
    return false;
  }
}

function askWhetherApplied({ id, title }: MarkedJob): void {
  showNotice({
    text: `Did you apply for “${title}”?`,
    actions: [
      {
        label: 'Yes, I applied',
        onClick: () => markJob(id, { applied: new Date().toISOString() }),
      },
      { label: 'No', onClick: closeNotice },
    ],
  });
}
