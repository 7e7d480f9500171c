import type { HiddenCompany, JobMark } from '#shared/contract/marks.ts';
import { MAX_HIDDEN_COMPANIES, MAX_JOB_MARKS } from '#shared/limits.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { idOfAccount, sendMarks } from './send-marks.ts';
import { keyOf, readStored, readText, type StoredMarks, writeStored } from './stored-marks.ts';

/** The parts of a job that marks need. */
export type MarkedJob = { id: string; title: string; company: { id: string; name: string } };

export type Mark = Omit<JobMark, 'job'>;

/** The local storage key of the jobs that were opened in this browser; see `recordSeen`. */
const SEEN_KEY = 'seen';

const UNMARKED: Mark = { saved: null, applied: null, hidden: null, note: '' };

/** What a visitor has marked of a job, and what they have seen. */
type MarkState = Mark & {
  /** Whether the job or all jobs of its company are hidden. */
  hiddenBy: 'job' | 'company' | undefined;
  label: 'Applied' | 'Seen' | undefined;
};

export type Marks = Pick<StoredMarks, 'jobs' | 'companies'> & {
  of: (job: MarkedJob) => MarkState;
};

let current: { stored: string; marks: Marks } | undefined;

/** Returns the marks of the person who is signed in, or those of this browser. The same object until they change. */
export function readMarks(): Marks {
  const account = idOfAccount();
  const seen = readText(SEEN_KEY);
  const stored = [account, readText(keyOf(account)), seen].join('\n');
  if (current?.stored !== stored) {
    current = { stored, marks: createMarks(readStored(account), new Set(seen.split(','))) };
  }
  return current.marks;
}

function createMarks({ jobs, companies }: StoredMarks, seen: Set<string>): Marks {
  const byJob = new Map(jobs.map((mark) => [mark.job, mark]));
  const hiddenCompanies = new Set(companies.map(({ company }) => company));
  return {
    jobs,
    companies,
    of(job) {
      const mark = byJob.get(job.id) ?? UNMARKED;
      return {
        ...mark,
        hiddenBy: hiddenCompanies.has(job.company.id)
          ? 'company'
          : mark.hidden !== null
            ? 'job'
            : undefined,
        label: mark.applied !== null ? 'Applied' : seen.has(job.id) ? 'Seen' : undefined,
      };
    },
  };
}

/** Changes what is marked of a job. Returns whether it is stored in this browser; if not, says why. */
export function markJob(job: string, change: Partial<Mark>): boolean {
  const account = idOfAccount();
  const marks = readStored(account);
  const others = marks.jobs.filter((mark) => mark.job !== job);
  const before = marks.jobs.find((mark) => mark.job === job) ?? { job, ...UNMARKED };
  const { saved, applied, hidden, note } = { ...before, ...change };
  const isMarked = saved !== null || applied !== null || hidden !== null || note !== '';
  if (isMarked && others.length >= MAX_JOB_MARKS) {
    showToast(
      'error',
      `You have reached the limit of ${MAX_JOB_MARKS} jobs. Remove one to add another.`,
    );
    return false;
  }
  return store(account, `jobs/${job}`, {
    ...marks,
    jobs: isMarked ? [{ job, saved, applied, hidden, note }, ...others] : others,
  });
}

export function toggleSaved({ id }: MarkedJob): void {
  const isSaved = readStored(idOfAccount()).jobs.some(({ job, saved }) => job === id && saved);
  markJob(id, { saved: isSaved ? null : new Date().toISOString() });
}

/** Hides all jobs of a company, or shows them again. */
export function hideCompany(company: MarkedJob['company'], isHidden: boolean): boolean {
  const account = idOfAccount();
  const marks = readStored(account);
  const others = marks.companies.filter((hidden) => hidden.company !== company.id);
  if (isHidden && others.length >= MAX_HIDDEN_COMPANIES) {
    showToast(
      'error',
      `You have hidden ${MAX_HIDDEN_COMPANIES} companies, the maximum. Show one again to hide another.`,
    );
    return false;
  }
  const added: HiddenCompany = {
    company: company.id,
    companyname: company.name,
    hidden: new Date().toISOString(),
  };
  return store(account, `companies/${company.id}`, {
    ...marks,
    companies: isHidden ? [added, ...others] : others,
  });
}

function store(account: string | undefined, thing: string, marks: StoredMarks): boolean {
  const unsent = account === undefined ? [] : [...new Set([...marks.unsent, thing])];
  if (!writeStored(account, { ...marks, unsent })) {
    showToast('error', "This browser couldn't store it. Allow it to store data, and try again.");
    return false;
  }
  if (account !== undefined) sendMarks().catch(reportError);
  return true;
}
