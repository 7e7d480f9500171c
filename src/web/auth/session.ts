import type { Account } from '#shared/contract/accounts.ts';
import type { Site } from '#shared/render-page.ts';
import type { Api } from '#web/api/api.ts';
import { openPopup } from './open-popup.ts';
import { isRedirectCallback } from './redirect-callback.ts';
import { REQUEST_ERROR } from './request-error.ts';
import { type SessionState, SIGNED_OUT, UNKNOWN } from './session-state.ts';
import type { Attempts } from './sign-in-attempts.ts';
import {
  ACCOUNT_KEY,
  hasSessionFlag,
  isAccountStored,
  readAccount,
  storeAccount,
} from './stored-account.ts';

/** The session of this tab: reports who is signed in, and logs in and out. Spec: "Sign-in". */
export type Session = {
  getState(): SessionState;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Restores the session once. `goTo` opens a page in place of the page to which the provider has redirected. */
  start(site: Pick<Site, 'origin' | 'signIn'>, goTo: (path: string) => void): void;
  /** Preloads the sign-in SDK. */
  prepare(): void;
  /**
   * Opens the login popup. Must be called in a click handler, because otherwise the browser blocks the popup. A string is
   * the address that the provider's page suggests.
   */
  logIn(hint?: unknown): void;
  logOut(): void;
  /** Replaces the current account with the version that the server has stored. */
  update(account: Account): void;
  /** Calls the API as the signed-in person. */
  api: Api;
  /** Downloads a file of the API as the signed-in person. */
  download(path: string): Promise<Blob>;
};

/**
 * Creates a session. `onError` is called with the message to show for a failed sign-in. Every page contains this
 * module; `sign-in-attempts.ts` has the code that is needed only to sign in.
 */
export function createSession({ onError }: { onError: (message: string) => void }): Session {
  let state: SessionState = UNKNOWN;
  let site: Pick<Site, 'origin' | 'signIn'> | undefined;
  let popup: Window | null | undefined;
  let attempts: Attempts | undefined;
  let pendingAttempts: Promise<Attempts> | undefined;
  const listeners = new Set<() => void>();

  function setState(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /**
   * Whether the popup is open. While it is open, this tab sends no silent request, because the SDK would mistake the
   * response to such a request for the response of the popup. The provider also changes the session identifier at login
   * (https://owasp.org/www-community/attacks/Session_fixation).
   */
  const isPopupOpen = () => popup?.closed === false;

  /** Loads the chunk with the sign-in SDK and its error messages. */
  function load(): Promise<Attempts> {
    pendingAttempts ??= import('./sign-in-attempts.ts').then(({ createAttempts }) => {
      if (!site?.signIn) throw new Error('Sign-in is not configured');
      attempts = createAttempts({
        signIn: site.signIn,
        getState: () => state,
        setState,
        onError,
      });
      return attempts;
    });
    // If loading has failed, the next call tries again. Close the popup here, because nothing else does without the
    // chunk.
    pendingAttempts.catch(() => {
      pendingAttempts = undefined;
      popup?.close();
    });
    return pendingAttempts;
  }

  /** Calls `run` at once if the chunk is loaded. If it cannot be loaded, shows a message and "Log in". */
  function withAttempts(run: (attempts: Attempts) => void): void {
    if (attempts) {
      run(attempts);
      return;
    }
    load().then(run, (error) => {
      setState(SIGNED_OUT);
      onError(REQUEST_ERROR);
      reportError(error);
    });
  }

  function restore(run: (attempts: Attempts) => void = (loaded) => loaded.restore()): void {
    setState({ status: 'restoring', account: readAccount() });
    withAttempts(run);
  }

  /** Adopts a sign-in, a sign-out or a change of the account in another tab. */
  function followOtherTab(): void {
    const stored = readAccount();
    if (!isAccountStored()) {
      if (state.status !== 'signed-out') signOutLocally();
    } else if (stored && state.status === 'signed-in' && state.account.id === stored.id) {
      setState({ status: 'signed-in', account: stored });
    } else if (stored && state.status !== 'restoring' && !isPopupOpen()) {
      restore();
    }
  }

  /** Drops this tab's tokens. The provider's session is ended by the tab in which the person logged out. */
  function signOutLocally(): void {
    storeAccount(undefined);
    setState(SIGNED_OUT);
    if (pendingAttempts) withAttempts((loaded) => loaded.forget());
  }

  return {
    getState: () => state,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    start(given, goTo) {
      if (state.status !== 'unknown') return;
      site = given;
      if (!site.signIn) return setState(SIGNED_OUT);
      const { clientId } = site.signIn;
      window.addEventListener('storage', ({ key }) => {
        if (key === ACCOUNT_KEY || key === null) followOtherTab();
      });
      // While a page is in the back/forward cache, it misses logins and logouts.
      window.addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return;
        if (hasSessionFlag(clientId)) followOtherTab();
        else signOutLocally();
      });
      if (isRedirectCallback(window.location)) {
        restore((loaded) => loaded.finishRedirect(clientId, goTo));
      } else if (hasSessionFlag(clientId)) restore();
      else signOutLocally();
    },

    prepare() {
      void load().catch(() => {});
    },

    logIn(hint) {
      if (!site?.signIn) return;
      // The provider redirects only to the site's public origin, so log in there.
      const { origin, pathname, search, hash } = window.location;
      if (origin !== site.origin) {
        window.location.assign(`${site.origin}${pathname}${search}${hash}`);
        return;
      }
      // A second login would look up the account at the same time, and both would try to create it.
      if (attempts?.isLoadingAccount()) return;
      if (isPopupOpen()) return popup?.focus();
      // Open the popup before anything is awaited. Otherwise, the browser would block it.
      const openedPopup = openPopup();
      popup = openedPopup;
      withAttempts((loaded) => loaded.logIn(openedPopup, hint));
    },

    logOut() {
      withAttempts((loaded) => loaded.logOut());
    },

    update(account) {
      attempts?.update(account);
    },

    api: async (...call) => (await load()).api(...call),
    download: async (path) => (await load()).download(path),
  };
}
