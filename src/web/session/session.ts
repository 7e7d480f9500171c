import { SIGN_IN_ERRORS } from '#shared/constants/sign-in-errors.ts';
import type { Account } from '#shared/contract/accounts.ts';
import { pages } from '#shared/paths.ts';
import type { SignIn, Site } from '#shared/render-page.ts';
import type { Api } from '#web/api/api.ts';
import { showToast } from '#web/ui/toast.ts';
import type { IdentityClient } from './identity-client.ts';
import {
  ACCOUNT_KEY,
  hasSessionFlag,
  isAccountKept,
  keepAccount,
  readAccount,
} from './known-account.ts';
import { openPopup } from './open-popup.ts';
import { isRedirectCallback, safeTarget } from './redirect-callback.ts';

export type SessionState =
  /** On the server, for everyone alike, and in the browser until it has looked. */
  | { status: 'unknown' }
  /** Someone was signed in; whether they still are is being asked. */
  | { status: 'restoring'; account: Account | undefined }
  | { status: 'signed-out' }
  | { status: 'signed-in'; account: Account };

/** Who is signed in in this browser, and how they come and go. Spec: "Sign-in". */
export type Session = {
  getState(): SessionState;
  /** Returns how to stop hearing of changes. */
  subscribe(listener: () => void): () => void;
  /** Looks who is signed in, once; `goTo` replaces the page that the provider has sent back to. */
  start(site: Pick<Site, 'home' | 'signIn'>, goTo: (path: string) => void): void;
  /** Fetches what signing in needs, for someone who is about to. */
  prepare(): void;
  /** To be called within the click, or the browser blocks the popup. */
  logIn(): void;
  logOut(): void;
  /** Takes over what the server has stored of the current account. */
  update(account: Account): void;
  /** Calls the API as the person who is signed in. */
  api: Api;
};

export const UNKNOWN: SessionState = { status: 'unknown' };
const SIGNED_OUT: SessionState = { status: 'signed-out' };

export function createSession(): Session {
  let state: SessionState = UNKNOWN;
  let signIn: SignIn | undefined;
  let home = '';
  let popup: Window | null = null;
  /** The popup was answered, and the account is on its way. */
  let arriving = false;
  let loading: Promise<IdentityClient> | undefined;
  /** Counts what has begun; the outcome of anything but the latest is void. */
  let latest = 0;
  const listeners = new Set<() => void>();

  function enter(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function signedIn(account: Account): void {
    keepAccount(account);
    enter({ status: 'signed-in', account });
  }

  function signedOut(): void {
    keepAccount(undefined);
    enter(SIGNED_OUT);
  }

  /** The module that holds the SDK, and with it what its errors mean. */
  const load = () => import('./identity-client.ts');

  function client(): Promise<IdentityClient> {
    loading ??= load().then(({ createIdentityClient }) => {
      if (!signIn) throw new Error('nobody can sign in here');
      return createIdentityClient(signIn);
    });
    // What could not be fetched now may be fetched later.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  }

  /**
   * Ends with someone signed in or not. Whatever begins meanwhile, such as another tab's logging
   * out, makes the outcome void; `done` then is not called.
   */
  async function settle(
    attempt: (known: IdentityClient) => Promise<Account>,
    done: (account?: Account) => void = () => {},
  ): Promise<void> {
    latest += 1;
    const mine = latest;
    try {
      const account = await attempt(await client());
      if (mine !== latest) return;
      signedIn(account);
      done(account);
    } catch (error) {
      await failed(error, mine);
      if (mine === latest) done();
    }
  }

  /**
   * The person sees "Log in" again, and is told why where that is not plain. Void where something
   * else has begun meanwhile. What the provider knows stays: a later reload may find it in order.
   */
  async function failed(error: unknown, mine: number): Promise<void> {
    const module = await load().catch(() => undefined);
    if (mine !== latest) return;
    if (module?.isSignedOut(error)) {
      signedOut();
      await (await client()).forget();
      return;
    }
    enter(SIGNED_OUT);
    tell(error, module ? module.failureInWords(error) : SIGN_IN_ERRORS.request_error);
  }

  function tell(error: unknown, words: string | undefined): void {
    if (!words) return;
    showToast('error', words);
    reportError(error);
  }

  function restore(): Promise<void> {
    enter({ status: 'restoring', account: readAccount() });
    return settle((known) => known.restore());
  }

  function finishRedirect(clientId: string, goTo: (path: string) => void): Promise<void> {
    let target = pages.home();
    const wasSignedIn = hasSessionFlag(clientId);
    enter({ status: 'restoring', account: readAccount() });
    return settle(
      async (known) => {
        const finished = await known.finishRedirect();
        target = safeTarget(finished.target, window.location.origin);
        return finished.account;
      },
      (account) => {
        goTo(target);
        // An answer that is no good, such as one made up by another site, signs nobody out.
        if (!account && wasSignedIn) void restore();
      },
    );
  }

  async function logInWithPopup(known: IdentityClient, opened: Window): Promise<Account> {
    await known.logInWithPopup(opened);
    arriving = true;
    try {
      return await known.account();
    } finally {
      arriving = false;
    }
  }

  async function logInWithRedirect(): Promise<void> {
    const { pathname, search, hash } = window.location;
    try {
      await (await client()).logInWithRedirect(`${pathname}${search}${hash}`);
    } catch (error) {
      await failed(error, latest);
    }
  }

  /** Another tab has signed in, out, or changed the account. */
  function followOtherTab(): void {
    const stored = readAccount();
    if (!isAccountKept()) {
      if (state.status !== 'signed-out') leave();
    } else if (stored && state.status === 'signed-in' && state.account.id === stored.id) {
      enter({ status: 'signed-in', account: stored });
    } else if (stored && state.status !== 'restoring' && !isPopupOpen()) {
      void restore();
    }
  }

  /**
   * While the popup is open, this tab asks the provider nothing: the SDK takes any answer of the provider for the
   * popup's, and the provider gives the session a new identifier when somebody signs in
   * (https://owasp.org/www-community/attacks/Session_fixation).
   */
  const isPopupOpen = () => popup !== null && !popup.closed;

  /** Forgets this tab's tokens. The tab that logged out ends the provider's session. */
  function leave(): void {
    latest += 1;
    if (loading) void client().then((known) => known.forget());
    signedOut();
  }

  return {
    getState: () => state,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    start(site, goTo) {
      if (state.status !== 'unknown') return;
      ({ signIn, home } = site);
      if (!signIn) return enter(SIGNED_OUT);
      const { clientId } = signIn;
      window.addEventListener('storage', ({ key }) => {
        if (key === ACCOUNT_KEY || key === null) followOtherTab();
      });
      // A page from the back/forward cache has missed logins and logouts.
      window.addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return;
        if (hasSessionFlag(clientId)) followOtherTab();
        else leave();
      });
      if (isRedirectCallback(window.location)) void finishRedirect(clientId, goTo);
      else if (hasSessionFlag(clientId)) void restore();
      else signedOut();
    },

    prepare() {
      void client().catch(() => {});
    },

    logIn() {
      if (!signIn) return;
      // The provider sends back to the board's public address alone.
      const { origin, pathname, search, hash } = window.location;
      if (origin !== home) {
        window.location.assign(`${home}${pathname}${search}${hash}`);
        return;
      }
      // A second sign-in would look for the account beside the first, and both would create it.
      if (arriving) return;
      if (isPopupOpen()) return popup?.focus();
      const opened = openPopup();
      popup = opened;
      if (!opened) return void logInWithRedirect();
      void settle(
        (known) => logInWithPopup(known, opened),
        (account) => {
          opened.close();
          // Another tab has signed in meanwhile.
          if (!account && isAccountKept()) void restore();
        },
      );
    },

    logOut() {
      void client()
        .then((known) => {
          // Whatever is being asked of the provider now would be answered by an error.
          latest += 1;
          keepAccount(undefined);
          return known.logOut();
        })
        .catch((error: unknown) => {
          // While somebody is being restored, that fails too, and tells of it.
          if (state.status === 'signed-in') tell(error, SIGN_IN_ERRORS.request_error);
        });
    },

    update(account) {
      // An answer that arrives after logging out is nobody's any more.
      if (state.status === 'signed-in' && state.account.id === account.id) signedIn(account);
    },

    api: async (name, input, headers) => {
      const known = await client();
      try {
        return await known.api(name, input, headers);
      } catch (error) {
        if ((await load()).isSignedOut(error)) await failed(error, latest);
        throw error;
      }
    },
  };
}
