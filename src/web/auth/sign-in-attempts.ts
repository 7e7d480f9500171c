import type { Account } from '#shared/contract/accounts.ts';
import type { SignIn } from '#shared/render-page.ts';
import { pages } from '#shared/urls/paths.ts';
import type { Api } from '#web/api/api.ts';
import {
  createIdentityClient,
  errorMessage,
  type IdentityClient,
  isSignedOut,
} from './identity-client.ts';
import { REQUEST_ERROR } from './request-error.ts';
import { type SessionState, SIGNED_OUT } from './session-state.ts';
import { hasSessionFlag, isAccountStored, readAccount, storeAccount } from './stored-account.ts';

type Options = {
  signIn: SignIn;
  getState: () => SessionState;
  setState: (state: SessionState) => void;
  onError: (message: string) => void;
};

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * The sign-in attempts of a tab: each sets the session's state according to its outcome. Import this module lazily,
 * because it includes the sign-in SDK.
 */
export function createAttempts({ signIn, getState, setState, onError }: Options) {
  const identity = createIdentityClient(signIn);
  /** Whether the popup has completed and the account is being loaded. */
  let isLoadingAccount = false;
  /** The number of the latest attempt. The outcome of any earlier attempt is ignored. */
  let latestAttemptId = 0;

  function setSignedIn(account: Account): void {
    storeAccount(account);
    setState({ status: 'signed-in', account });
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
      const account = await attempt(identity);
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
    if (attemptId !== latestAttemptId) return;
    if (isSignedOut(error)) {
      storeAccount(undefined);
      setState(SIGNED_OUT);
      await identity.forget();
      return;
    }
    setState(SIGNED_OUT);
    report(error, errorMessage(error));
  }

  /**
   * Signs out without the provider: the account is deleted, and the next visit must not sign in and create a new
   * account.
   */
  async function leave(): Promise<void> {
    latestAttemptId += 1;
    storeAccount(undefined);
    await identity.leave();
    setState(SIGNED_OUT);
  }

  function report(error: unknown, message: string | undefined): void {
    if (!message) return;
    onError(message);
    reportError(error);
  }

  function restore(): Promise<void> {
    setState({ status: 'restoring', account: readAccount() });
    return runAttempt(() => identity.restore());
  }

  async function logInWithPopup(popup: Window, hint: string | undefined): Promise<Account> {
    await identity.logInWithPopup(popup, hint);
    isLoadingAccount = true;
    try {
      return await identity.account();
    } finally {
      isLoadingAccount = false;
    }
  }

  async function logInWithRedirect(hint: string | undefined): Promise<void> {
    try {
      await identity.logInWithRedirect(hint);
    } catch (error) {
      await onFailure(error, latestAttemptId);
    }
  }

  /** Waits for a response of the API. If the session turns out to have ended, the tab is signed out. */
  async function whileSignedIn<Result>(response: Promise<Result>): Promise<Result> {
    try {
      return await response;
    } catch (error) {
      if (isSignedOut(error)) await onFailure(error, latestAttemptId);
      throw error;
    }
  }

  return {
    restore,

    /** Drops the tokens, and ignores the outcome of an attempt that is in progress. */
    forget(): void {
      latestAttemptId += 1;
      void identity.forget();
    },

    isLoadingAccount: () => isLoadingAccount,

    /** Logs in with the popup, or by a redirect if there is no popup. */
    async logIn(popup: Window | null, suggested: unknown): Promise<void> {
      // A click handler passes its event instead.
      const hint = typeof suggested === 'string' ? suggested : undefined;
      if (!popup) return logInWithRedirect(hint);
      await runAttempt(
        () => logInWithPopup(popup, hint),
        (account) => {
          // Restore the session if another tab has signed in while the popup was open.
          if (!account && isAccountStored()) void restore();
        },
      );
    },

    /** Completes a sign-in by redirect. `goTo` opens a page in place of the page to which the provider has redirected. */
    async finishRedirect(clientId: string, goTo: (path: string) => void): Promise<void> {
      let target = pages.home();
      const wasSignedIn = hasSessionFlag(clientId);
      await runAttempt(
        async () => {
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
    },

    async logOut(): Promise<void> {
      // A silent request that is in progress will fail now. Ignore its outcome.
      latestAttemptId += 1;
      storeAccount(undefined);
      try {
        await identity.logOut();
      } catch (error) {
        // If the session is still being restored, the restore also fails and shows the message.
        if (getState().status === 'signed-in') report(error, REQUEST_ERROR);
      }
    },

    /** Adopts a changed account. Ignores a response that arrives after the logout. */
    update(account: Account): void {
      const state = getState();
      if (state.status === 'signed-in' && state.account.id === account.id) setSignedIn(account);
    },

    api: (async (...call) => {
      const response = await whileSignedIn(identity.api(...call));
      if (call[0] === 'POST /api/personal-data/deletion') await leave();
      return response;
    }) as Api,

    download: (path: string) => whileSignedIn(identity.download(path)),
  };
}
