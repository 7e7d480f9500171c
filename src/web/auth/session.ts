import type { Account } from '#shared/contract/accounts.ts';
import type { SignIn, Site } from '#shared/render-page.ts';
import { pages } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';
import type { IdentityClient } from './identity-client.ts';
import { openPopup } from './open-popup.ts';
import { isRedirectCallback } from './redirect-callback.ts';
import { REQUEST_ERROR } from './request-error.ts';
import {
  ACCOUNT_KEY,
  hasSessionFlag,
  isAccountStored,
  readAccount,
  storeAccount,
} from './stored-account.ts';

export type SessionState =
  /** The status during server rendering, and in the browser until `start` is called. */
  | { status: 'unknown' }
  /** A silent sign-in is in progress. `account` is the account stored in the browser. */
  | { status: 'restoring'; account: Account | undefined }
  | { status: 'signed-out' }
  | { status: 'signed-in'; account: Account };

/** The session of this tab: tells who is signed in, and logs in and out. Spec: "Sign-in". */
export type Session = {
  getState(): SessionState;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Restores the session once. `goTo` opens a page in place of the page to which the provider has redirected. */
  start(site: Pick<Site, 'origin' | 'signIn'>, goTo: (path: string) => void): void;
  /** Preloads the sign-in SDK. */
  prepare(): void;
  /** Opens the login popup. Must be called in a click handler, because otherwise the browser blocks the popup. */
  logIn(): void;
  logOut(): void;
  /** Replaces the current account with the version that the server has stored. */
  update(account: Account): void;
  /** Calls the API as the signed-in person. */
  api: Api;
};

export const UNKNOWN: SessionState = { status: 'unknown' };
const SIGNED_OUT: SessionState = { status: 'signed-out' };

/** Creates a session. `onError` is called with the message to show for a failed sign-in. */
export function createSession({ onError }: { onError: (message: string) => void }): Session {
  let state: SessionState = UNKNOWN;
  let signIn: SignIn | undefined;
  let siteOrigin = '';
  let popup: Window | null | undefined;
  /** Whether the popup has completed and the account is being loaded. */
  let isLoadingAccount = false;
  let pendingClient: Promise<IdentityClient> | undefined;
  /** The number of the latest attempt. The outcome of any earlier attempt is ignored. */
  let latestAttemptId = 0;
  const listeners = new Set<() => void>();

  function setState(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function setSignedIn(account: Account): void {
    storeAccount(account);
    setState({ status: 'signed-in', account });
  }

  function setSignedOut(): void {
    storeAccount(undefined);
    setState(SIGNED_OUT);
  }

  /** Loads the chunk with the sign-in SDK and its error messages. */
  const loadModule = () => import('./identity-client.ts');

  function client(): Promise<IdentityClient> {
    pendingClient ??= loadModule().then(({ createIdentityClient }) => {
      if (!signIn) throw new Error('Sign-in is not configured');
      return createIdentityClient(signIn);
    });
    // If loading has failed, the next call tries again. Without the client, nothing else closes the popup.
    pendingClient.catch(() => {
      pendingClient = undefined;
      popup?.close();
    });
    return pendingClient;
  }

  /**
   * Runs a sign-in attempt and sets the state according to its outcome. If another attempt or a logout starts
   * meanwhile, the outcome is ignored and `onSettled` is not called.
   */
  async function runAttempt(
    attempt: (identity: IdentityClient) => Promise<Account>,
    onSettled: (account?: Account) => void = () => {},
  ): Promise<void> {
    latestAttemptId += 1;
    const attemptId = latestAttemptId;
    try {
      const account = await attempt(await client());
      if (attemptId !== latestAttemptId) return;
      setSignedIn(account);
      onSettled(account);
    } catch (error) {
      await onFailure(error, attemptId);
      if (attemptId === latestAttemptId) onSettled();
    }
  }

  /**
   * Shows "Log in" again and, unless the cause is obvious, a message. Does nothing if another attempt has started. The
   * stored account stays unless the provider's session has ended, because a later reload may restore the session.
   */
  async function onFailure(error: unknown, attemptId: number): Promise<void> {
    const module = await loadModule().catch(() => undefined);
    if (attemptId !== latestAttemptId) return;
    if (module?.isSignedOut(error)) {
      setSignedOut();
      await (await client()).forget();
      return;
    }
    setState(SIGNED_OUT);
    report(error, module ? module.errorMessage(error) : REQUEST_ERROR);
  }

  function report(error: unknown, message: string | undefined): void {
    if (!message) return;
    onError(message);
    reportError(error);
  }

  function restore(): Promise<void> {
    setState({ status: 'restoring', account: readAccount() });
    return runAttempt((identity) => identity.restore());
  }

  function finishRedirect(clientId: string, goTo: (path: string) => void): Promise<void> {
    let target = pages.home();
    const wasSignedIn = hasSessionFlag(clientId);
    setState({ status: 'restoring', account: readAccount() });
    return runAttempt(
      async (identity) => {
        const finished = await identity.finishRedirect();
        ({ target } = finished);
        return finished.account;
      },
      (account) => {
        goTo(target);
        // The callback is invalid, and may be forged by another site. It must not sign anyone out, so restore the
        // session.
        if (!account && wasSignedIn) void restore();
      },
    );
  }

  async function logInWithPopup(identity: IdentityClient, openedPopup: Window): Promise<Account> {
    await identity.logInWithPopup(openedPopup);
    isLoadingAccount = true;
    try {
      return await identity.account();
    } finally {
      isLoadingAccount = false;
    }
  }

  async function logInWithRedirect(): Promise<void> {
    try {
      await (await client()).logInWithRedirect();
    } catch (error) {
      await onFailure(error, latestAttemptId);
    }
  }

  /** Adopts a sign-in, a sign-out or a change of the account in another tab. */
  function followOtherTab(): void {
    const stored = readAccount();
    if (!isAccountStored()) {
      if (state.status !== 'signed-out') signOutLocally();
    } else if (stored && state.status === 'signed-in' && state.account.id === stored.id) {
      setState({ status: 'signed-in', account: stored });
    } else if (stored && state.status !== 'restoring' && !isPopupOpen()) {
      void restore();
    }
  }

  /**
   * Whether the popup is open. While it is open, this tab sends no silent request, because the SDK would mistake the
   * response for that of the popup. The provider also changes the session identifier at login
   * (https://owasp.org/www-community/attacks/Session_fixation).
   */
  const isPopupOpen = () => popup?.closed === false;

  /** Drops this tab's tokens. The provider's session is ended by the tab in which the person logged out. */
  function signOutLocally(): void {
    latestAttemptId += 1;
    if (pendingClient) void client().then((identity) => identity.forget());
    setSignedOut();
  }

  return {
    getState: () => state,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    start(site, goTo) {
      if (state.status !== 'unknown') return;
      ({ signIn, origin: siteOrigin } = site);
      if (!signIn) return setState(SIGNED_OUT);
      const { clientId } = signIn;
      window.addEventListener('storage', ({ key }) => {
        if (key === ACCOUNT_KEY || key === null) followOtherTab();
      });
      // While a page is in the back/forward cache, it misses logins and logouts.
      window.addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return;
        if (hasSessionFlag(clientId)) followOtherTab();
        else signOutLocally();
      });
      if (isRedirectCallback(window.location)) void finishRedirect(clientId, goTo);
      else if (hasSessionFlag(clientId)) void restore();
      else setSignedOut();
    },

    prepare() {
      void client().catch(() => {});
    },

    logIn() {
      if (!signIn) return;
      // The provider redirects only to the site's public origin, so log in there.
      const { origin, pathname, search, hash } = window.location;
      if (origin !== siteOrigin) {
        window.location.assign(`${siteOrigin}${pathname}${search}${hash}`);
        return;
      }
      // A second login would look up the account at the same time, and both would try to create it.
      if (isLoadingAccount) return;
      if (isPopupOpen()) return popup?.focus();
      const openedPopup = openPopup();
      popup = openedPopup;
      if (!openedPopup) return void logInWithRedirect();
      void runAttempt(
        (identity) => logInWithPopup(identity, openedPopup),
        (account) => {
          // Restore the session if another tab has signed in while the popup was open.
          if (!account && isAccountStored()) void restore();
        },
      );
    },

    logOut() {
      void client()
        .then((identity) => {
          // A silent request that is in progress will fail now. Ignore its outcome.
          latestAttemptId += 1;
          storeAccount(undefined);
          return identity.logOut();
        })
        .catch((error: unknown) => {
          // If the session is still being restored, the restore fails too and shows the message.
          if (state.status === 'signed-in') report(error, REQUEST_ERROR);
        });
    },

    update(account) {
      // Ignore a response that arrives after the logout.
      if (state.status === 'signed-in' && state.account.id === account.id) setSignedIn(account);
    },

    api: async (name, input, headers) => {
      const identity = await client();
      try {
        return await identity.api(name, input, headers);
      } catch (error) {
        if ((await loadModule()).isSignedOut(error)) await onFailure(error, latestAttemptId);
        throw error;
      }
    },
  };
}
