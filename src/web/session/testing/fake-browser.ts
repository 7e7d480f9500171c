import { vi } from 'vitest';
import type { Account } from '#shared/contract/accounts.ts';
import { takeToasts } from '#web/ui/toast.ts';
import { sessionFlag } from '../known-account.ts';
import { createSession } from '../session.ts';

export const ORIGIN = 'https://jobs.example';
export const CLIENT_ID = 'a-client';
const SIGN_IN = { domain: 'id.example', clientId: CLIENT_ID, audience: `${ORIGIN}/api` };

export const ADA: Account = {
  ...{ id: 'auth0|ada', name: 'Ada', email: 'ada@example.com' },
  ...{ role: 'user', bio: '', company: '', companyname: '' },
};

/** What the browser keeps over a reload. */
export type Stored = {
  /** Whether the SDK has marked the browser as one whose person is signed in. */
  flag: boolean;
  /** The value of `account` in the local storage. */
  account?: string;
};

/** The accounts of the board; set to answer otherwise. */
export const api = {
  accounts: new Map<string, Account>(),
  asked: [] as string[],
  /** Answers in place of the board, or undefined. */
  answer: undefined as ((method: string) => Promise<Response> | Response | undefined) | undefined,
};

async function fetchFromBoard(path: string, { method = 'GET', body }: RequestInit = {}) {
  api.asked.push(`${method} ${path}`);
  const other = await api.answer?.(method);
  if (other) return other;
  if (method === 'POST') {
    const account = { ...JSON.parse(String(body)), companyname: '' };
    api.accounts.set(account.id, account);
    return Response.json(account, { status: 201 });
  }
  const account = api.accounts.get(decodeURIComponent(path.split('/').at(-1) ?? ''));
  return account ? Response.json(account) : Response.json({}, { status: 404 });
}

function storageOf(values: Record<string, string>) {
  const entries = new Map(Object.entries(values));
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

/** A page of the board in a browser, as far as the session looks at one, and the session that it starts. */
export function openPage(path = '/jobs', { flag, account }: Stored = { flag: false }) {
  const { pathname, search, hash } = new URL(path, ORIGIN);
  const location = { origin: ORIGIN, pathname, search, hash, assign: vi.fn() };
  const events = new EventTarget();
  const body = { ownerDocument: { title: '' }, textContent: '' };
  const popup = {
    closed: false,
    document: { documentElement: { lang: '', style: {} }, body },
    focus: vi.fn(),
    close: vi.fn(() => {
      popup.closed = true;
    }),
  };
  const open = vi.fn((): typeof popup | null => {
    popup.closed = false;
    return popup;
  });
  vi.stubGlobal('window', {
    ...{ location, open, screenX: 0, screenY: 0, outerWidth: 1_000, outerHeight: 800 },
    addEventListener: events.addEventListener.bind(events),
  });
  vi.stubGlobal('document', { cookie: flag ? `${sessionFlag(CLIENT_ID)}true` : '' });
  vi.stubGlobal('localStorage', storageOf(account === undefined ? {} : { account }));
  vi.stubGlobal('sessionStorage', storageOf({}));
  vi.stubGlobal('reportError', vi.fn());
  vi.stubGlobal('fetch', fetchFromBoard);
  const toasts: string[] = [];
  takeToasts(({ message }) => toasts.push(message));
  const goTo = vi.fn();
  const session = createSession();
  session.start({ home: ORIGIN, signIn: SIGN_IN }, goTo);
  const dispatch = (name: string, values: object) =>
    events.dispatchEvent(Object.assign(new Event(name), values));
  return {
    session,
    goTo,
    popup,
    open,
    location,
    toasts,
    keptAccount: () => localStorage.getItem('account'),
    /** Another tab writes this, or removes it. */
    inOtherTab(value: string | undefined) {
      if (value === undefined) localStorage.removeItem('account');
      else localStorage.setItem('account', value);
      dispatch('storage', { key: 'account' });
    },
    /** Shows the page again from the back/forward cache. */
    showAgain(isFlagged: boolean) {
      Object.assign(document, { cookie: isFlagged ? `${sessionFlag(CLIENT_ID)}true` : '' });
      dispatch('pageshow', { persisted: true });
    },
    /** Who is signed in, once that is settled. */
    settled: () =>
      vi.waitFor(() => {
        const state = session.getState();
        if (state.status === 'signed-in') return state.account.name;
        if (state.status === 'signed-out') return 'nobody';
        throw new Error(`the session is ${state.status}`);
      }),
  };
}
