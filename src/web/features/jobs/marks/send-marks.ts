import type { MarkList } from '#shared/contract/marks.ts';
import { ApiError } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { readAccount } from '#web/auth/stored-account.ts';
import { showAction, showToast } from '#web/ui/toast/toast.ts';
import { keyOf, readStored, readText, type StoredMarks, writeStored } from './stored-marks.ts';

const NOT_SENT = 'Not saved in your account yet. It stays in this browser until it is.';

let session: Session | undefined;

/** The session storage key of the account whose marks this tab has read. They are read once, and on the page of them. */
const LOADED_KEY = 'marks-of';

/** Whether this page is reading the marks of an account. */
let isLoading = false;

/** The write in progress. Writes are sent one after the other, or an earlier one could overwrite a later one. */
let sending: Promise<void> | undefined;

/**
 * Uses the session of the page. Reads the marks of the person who has signed in, and sends what an earlier page could not
 * send. Returns whether the marks of an account were read.
 */
export async function followAccount(given: Session, isFresh: boolean): Promise<boolean> {
  session = given;
  const account = idOfAccount();
  if (account === undefined || isLoading || given.getState().status !== 'signed-in') return false;
  // Without the stored marks, another tab has signed out since.
  const isLoaded =
    sessionStorage.getItem(LOADED_KEY) === account && readText(keyOf(account)) !== '';
  if (isLoaded && !isFresh) {
    // A click may be older than the session of the page.
    await sendMarks();
    return false;
  }
  isLoading = true;
  try {
    await loadMarks(account);
    sessionStorage.setItem(LOADED_KEY, account);
    await sendMarks();
    return true;
  } finally {
    isLoading = false;
  }
}

/** The account whose marks this browser has; undefined if nobody is signed in. */
export const idOfAccount = () => readAccount()?.id;

/**
 * Adds the marks of the browser to those of the account.
 * @throws Error if the person has signed out meanwhile, for example in another tab
 */
export async function addToAccount({ jobs, companies }: StoredMarks): Promise<void> {
  const account = idOfAccount();
  if (!session || account === undefined) {
    throw new Error('You are signed out. Log in, and add them then.');
  }
  const hidden = companies.map(({ company, hidden: since }) => ({ company, hidden: since }));
  store(account, await session.api('POST /api/marks', { body: { jobs, companies: hidden } }));
}

/** Sends what the server does not have yet. After a failure, says so, and tries again when the connection returns. */
export function sendMarks(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  for (;;) {
    const account = idOfAccount();
    const [thing] = readStored(account).unsent;
    if (!session || account === undefined || thing === undefined) return;
    const before = stateOf(account, thing);
    try {
      await send(session, thing, before);
    } catch (error) {
      if (!isRefusal(error)) {
        await showAction(NOT_SENT, { label: 'Try again', onClick: () => void sendMarks() });
        addEventListener('online', () => void sendMarks(), { once: true });
        return;
      }
      showToast('error', error.message);
      markAsSent(account, thing);
      await loadMarks(account);
      continue;
    }
    // A change during the request is sent next.
    if (JSON.stringify(stateOf(account, thing)) === JSON.stringify(before)) {
      markAsSent(account, thing);
    }
  }
}

function send({ api }: Session, thing: string, state: ReturnType<typeof stateOf>) {
  const [kind, id = ''] = thing.split('/');
  const params = { id };
  if (kind === 'companies') {
    return state.company
      ? api('PUT /api/marks/companies/:id', { params })
      : api('DELETE /api/marks/companies/:id', { params });
  }
  const { saved = null, applied = null, hidden = null, note = '' } = state.job ?? {};
  return api('PUT /api/marks/jobs/:id', { params, body: { saved, applied, hidden, note } });
}

/** What is marked of a job or a company. */
function stateOf(account: string, thing: string) {
  const { jobs, companies } = readStored(account);
  const [, id] = thing.split('/');
  return {
    job: jobs.find(({ job }) => job === id),
    company: companies.find(({ company }) => company === id),
  };
}

/** Whether the server has refused a change, which another attempt would not help. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status);

function markAsSent(account: string, thing: string): void {
  if (idOfAccount() !== account) return;
  const marks = readStored(account);
  writeStored(account, { ...marks, unsent: marks.unsent.filter((other) => other !== thing) });
}

async function loadMarks(account: string): Promise<void> {
  if (session) store(account, await session.api('GET /api/marks', {}));
}

/** Replaces the marks of the account by those of the server, except for what is not sent yet. */
function store(account: string, list: MarkList): void {
  // The person may have signed out meanwhile.
  if (idOfAccount() !== account) return;
  const { jobs, companies, unsent } = readStored(account);
  const isUnsent = (thing: string) => unsent.includes(thing);
  writeStored(account, {
    jobs: [
      ...jobs.filter(({ job }) => isUnsent(`jobs/${job}`)),
      ...list.jobs.filter(({ job }) => !isUnsent(`jobs/${job}`)),
    ],
    companies: [
      ...companies.filter(({ company }) => isUnsent(`companies/${company}`)),
      ...list.companies.filter(({ company }) => !isUnsent(`companies/${company}`)),
    ],
    unsent,
  });
}
