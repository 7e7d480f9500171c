import { vi } from 'vitest';
import type { Account } from '#shared/contract/accounts.ts';
import { createSession } from '../session.ts';
import { sessionFlag } from '../stored-account.ts';

const ORIGIN = 'https://jobs.example';
const CLIENT_ID = 'a-client';
const SIGN_IN = { domain: 'id.example', clientId: CLIENT_ID, audience: `${ORIGIN}/api` };

export const ADA: Account = {
  id: 'auth0|ada',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'user',
  bio: '',
  company: '',
  companyname: '',
};

/** The data that the browser still stores after a reload. */
export type Stored = {
  /** Whether the SDK's cookie says that someone is signed in. */
  flag: boolean;
  /** The value of `account` in local storage. */
  account?: string;
};

/** A fake API, with its accounts and the calls that it has received. */
export const api = {
  accounts: new Map<string, Account>(),
  calls: [] as string[],
  /** Replaces the response, unless it returns undefined. */
  respond: undefined as ((method: string) => Promise<Response> | Response | undefined) | undefined,
};

async function fakeFetch(path: string, { method = 'GET', body }: RequestInit = {}) {
  api.calls.push(`${method} ${path}`);
  const override = await api.respond?.(method);
  if (override) return override;
  if (method === 'POST') {
    const account = { ...JSON.parse(String(body)), companyname: '' };
    api.accounts.set(account.id, account);
    return Response.json(account, { status: 201 });
  }
  const account = api.accounts.get(decodeURIComponent(path.split('/').at(-1) ?? ''));
  return account ? Response.json(account) : Response.json({}, { status: 404 });
}

function fakeStorage(values: Record<string, string>) {
  const entries = new Map(Object.entries(values));
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

/** Opens a page in a fake browser, which has the globals that the session uses, and starts a session. */
export function openPage(path = '/jobs', { flag, account }: Stored = { flag: false }) {
  const { pathname, search, hash } = new URL(path, ORIGIN);
  const location = { origin: ORIGIN, pathname, search, hash, assign: vi.fn() };
  const history: { state: object | null } = { state: null };
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
    location,
    history,
    open,
    screenX: 0,
    screenY: 0,
    outerWidth: 1_000,
    outerHeight: 800,
    addEventListener: events.addEventListener.bind(events),
  });
  vi.stubGlobal('document', { cookie: flag ? `${sessionFlag(CLIENT_ID)}true` : '' });
  vi.stubGlobal('localStorage', fakeStorage(account === undefined ? {} : { account }));
  vi.stubGlobal('sessionStorage', fakeStorage({}));
  vi.stubGlobal('reportError', vi.fn());
  vi.stubGlobal('fetch', fakeFetch);
  const toasts: string[] = [];
  const goTo = vi.fn();
  const session = createSession({ onError: (message) => toasts.push(message) });
  session.start({ origin: ORIGIN, signIn: SIGN_IN }, goTo);
  const dispatch = (name: string, values: object) =>
    events.dispatchEvent(Object.assign(new Event(name), values));
  return {
    session,
    goTo,
    popup,
    open,
    location,
    history,
    toasts,
    storedAccount: () => localStorage.getItem('account'),
    /** Simulates that another tab writes the stored account; undefined removes it. */
    writeInOtherTab(value: string | undefined) {
      if (value === undefined) localStorage.removeItem('account');
      else localStorage.setItem('account', value);
      dispatch('storage', { key: 'account' });
    },
    /** Simulates a return to the page from the back/forward cache. */
    restoreFromCache(isFlagged: boolean) {
      Object.assign(document, { cookie: isFlagged ? `${sessionFlag(CLIENT_ID)}true` : '' });
      dispatch('pageshow', { persisted: true });
    },
    /**
     * Waits until the session is neither unknown nor being restored. Returns the name of the signed-in person, or
     * `nobody`.
     */
    settled: () =>
      vi.waitFor(() => {
        const state = session.getState();
        if (state.status === 'signed-in') return state.account.name;
        if (state.status === 'signed-out') return 'nobody';
        throw new Error(`Session is ${state.status}`);
      }),
  };
}
