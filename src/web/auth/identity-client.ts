import {
  Auth0Client,
  GenericError,
  PopupCancelledError,
  PopupTimeoutError,
  type User,
} from '@auth0/auth0-spa-js';
import type { HistoryState } from '@tanstack/react-router';
import type { Account } from '#shared/contract/accounts.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { POSTING_DRAFTS } from '#shared/domain/posting.ts';
import { DEFAULT_ROLE } from '#shared/domain/roles.ts';
import { SIGN_IN } from '#shared/domain/sign-in.ts';
import { ACCOUNT_NAME_LENGTH } from '#shared/limits.ts';
import type { SignIn } from '#shared/render-page.ts';
import { type Api, createApi } from '#web/api/api.ts';
import { ApiError, ignoreStatus } from '#web/api/errors.ts';
import { httpTransport, parseBody } from '#web/api/http.ts';
import { showAction, showToast } from '#web/ui/toast/toast.ts';
import { REQUEST_ERROR } from './request-error.ts';
import { safeTarget } from './safe-target.ts';
import { ACCOUNT_KEY, storeAccount } from './stored-account.ts';

/** The identity provider's user profile; `id` is the subject. */
type Profile = { id: string; name: string; email: string };

/** Error codes of a silent sign-in that mean that the person must log in again. */
const SIGNED_OUT_CODES = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
];

/**
 * Creates a client that signs in at the identity provider and loads the account. Import this module lazily, because it
 * includes the sign-in SDK. https://auth0.github.io/auth0-spa-js
 */
export function createIdentityClient({ domain, clientId, audience }: SignIn) {
  const sdk = new Auth0Client({
    domain,
    clientId,
    authorizationParams: {
      redirect_uri: window.location.origin,
      scope: SIGN_IN.scope,
      audience,
    },
    cacheLocation: 'memory',
    legacySameSiteCookie: false,
    sessionCheckExpiryDays: SIGN_IN.sessionCheckExpiryDays,
    authorizeTimeoutInSeconds: SIGN_IN.authorizeTimeout / 1000,
    httpTimeoutInSeconds: SIGN_IN.httpTimeout / 1000,
    leeway: SIGN_IN.clockLeeway / 1000,
  });

  /**
   * Calls the API as the signed-in person. If the API rejects the token, renews it once, but not while a popup is open: the
   * SDK would mistake the response to this silent request for the response of the popup.
   */
  async function withToken<Answer extends { status: number }>(
    send: (token: string) => Promise<Answer>,
  ): Promise<Answer> {
    const response = await send(await token('on'));
    if (response.status !== 401 || latestPopup?.closed === false) return response;
    return send(await token('off'));
  }

  const api = createApi((request) => withToken((token) => httpTransport({ ...request, token })));

  /**
   * Downloads a file of the API.
   * @throws {ApiError} for an error response
   */
  async function download(path: string): Promise<Blob> {
    const response = await withToken((token) =>
      fetch(path, { headers: { authorization: `Bearer ${token}` } }),
    );
    if (!response.ok) {
      const problem = parseBody(await response.text(), response) as Problem | undefined;
      throw new ApiError(response.status, problem);
    }
    return response.blob();
  }

  /**
   * Returns an access token. Retries once after `invalid_grant`. If a person leaves a page during the code exchange,
   * the code may be sent twice. The provider then revokes the tokens that the next page requests.
   * https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
   */
  async function token(cacheMode: 'on' | 'off'): Promise<string> {
    const getToken = () => sdk.getTokenSilently({ cacheMode });
    const accessToken = await getToken().catch((error: unknown) => {
      if (codeOf(error) !== 'invalid_grant') throw error;
      return getToken();
    });
    if (!accessToken) throw new GenericError('login_required', 'The provider returned no token');
    return accessToken;
  }

  let latestPopup: Window | undefined;
  let completion: ReturnType<typeof awaitCompletion> | undefined;

  /**
   * Adopts a sign-in that completes in the popup although the SDK has stopped waiting: it timed out, because a code takes
   * longer to arrive, or it lost the popup. A page of another provider can cut the popup off from this page, which then
   * sees it as closed. https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Cross-Origin-Opener-Policy
   */
  async function adoptLate(completed: Promise<void>): Promise<void> {
    await completed;
    try {
      await token('off');
      storeAccount(await account());
      window.dispatchEvent(new StorageEvent('storage', { key: ACCOUNT_KEY }));
    } catch (error) {
      const message = errorMessage(error);
      if (message) showToast('error', message);
      reportError(error);
    }
  }

  async function offerRedirect(popup: Window, hint: string | undefined): Promise<void> {
    await showAction('The login window stays open, so you can finish there.', {
      label: 'Log in on this page',
      onClick: () => {
        popup.close();
        void logInWithRedirect(hint);
      },
    });
  }

  function logInWithRedirect(hint?: string): Promise<void> {
    const { pathname, search, hash } = window.location;
    const { from }: HistoryState = window.history.state ?? {};
    const target = from?.page ?? `${pathname}${search}${hash}`;
    return sdk.loginWithRedirect({ ...hintOf(hint), appState: { target } });
  }

  async function account(): Promise<Account> {
    return findOrCreateAccount(api, profileOf(await sdk.getUser()));
  }

  return {
    api,
    download,

    /** Returns the account of the signed-in person. Creates it at the first login. */
    account,

    /** Logs in with the popup. Closes it, unless the person can still finish in it. */
    async logInWithPopup(popup: Window, hint?: string): Promise<void> {
      latestPopup = popup;
      completion?.close();
      // Listen from the start: the sign-in may complete before the SDK notices that it has lost the popup.
      const { completed, close } = awaitCompletion();
      completion = { completed, close };
      try {
        await sdk.loginWithPopup(hintOf(hint), {
          popup: delayClosed(popup),
          timeoutInSeconds: SIGN_IN.popupTimeout / 1000,
        });
        popup.close();
        close();
      } catch (error) {
        const isOpen = error instanceof PopupTimeoutError && domain === window.location.origin;
        const isLost = error instanceof PopupCancelledError && popup === latestPopup;
        if (isOpen || isLost) void adoptLate(completed);
        else close();
        if (isOpen) offerRedirect(popup, hint).catch(reportError);
        else popup.close();
        throw error;
      }
    },

    /**
     * Navigates to the provider. Afterwards, the person returns to this page, or to the restricted page that redirected
     * the person to this page.
     */
    logInWithRedirect,

    /** Completes a sign-in by redirect. Called on the page to which the provider redirects. */
    async finishRedirect(): Promise<{ account: Account; target: string }> {
      const { appState } = await sdk.handleRedirectCallback<{ target?: unknown }>();
      const target = safeTarget(appState?.target, window.location.origin);
      return { account: await account(), target };
    },

    /** Silent sign-in: uses the provider's session after a reload. */
    async restore(): Promise<Account> {
      await token('off');
      return account();
    },

    /** Ends the provider's session by navigating to the provider and back. Removes all drafts. */
    logOut(): Promise<void> {
      clearDrafts();
      return sdk.logout({ logoutParams: { returnTo: window.location.origin } });
    },

    /** Removes the data that this browser stores of a person whose account is deleted. */
    leave(): Promise<void> {
      clearDrafts();
      return sdk.logout({ openUrl: false });
    },

    /** Drops this tab's tokens. The provider's session continues. */
    forget(): Promise<void> {
      return sdk.logout({ openUrl: false });
    },
  };
}

/** Waits for the provider's last page to report that a sign-in is complete. `close` ends the wait. */
function awaitCompletion(): { completed: Promise<void>; close: () => void } {
  const channel = new BroadcastChannel(SIGN_IN.channel);
  const close = () => channel.close();
  const completed = new Promise<void>((resolve) => {
    channel.addEventListener('message', () => {
      close();
      resolve();
    });
  });
  return { completed, close };
}

/** The address that the provider's page suggests. https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest */
function hintOf(hint: string | undefined) {
  return hint === undefined ? {} : { authorizationParams: { login_hint: hint } };
}

/** Removes all drafts, because another person may use this tab next. */
function clearDrafts(): void {
  try {
    sessionStorage.clear();
    for (const name of Object.values(POSTING_DRAFTS)) localStorage.removeItem(name);
  } catch {
    // Storage is forbidden, so no draft was stored.
  }
}

/**
 * Reports the closed popup only at the second check. The provider's page posts its response and closes at once. The SDK
 * checks `closed` every second. If it saw the closed popup before it received the response, it would report that the
 * person cancelled.
 */
function delayClosed(popup: Window): Pick<Window, 'location' | 'closed' | 'close'> {
  let wasClosed = false;
  return {
    get location() {
      return popup.location;
    },
    get closed() {
      const before = wasClosed;
      wasClosed = popup.closed;
      return before && wasClosed;
    },
    close: () => popup.close(),
  };
}

export type IdentityClient = ReturnType<typeof createIdentityClient>;

function profileOf(user: User | undefined): Profile {
  if (!user?.sub) throw new GenericError('request_error', 'The provider returned no profile');
  const { sub: id, name = '', email = '' } = user;
  return { id, name: name.slice(0, ACCOUNT_NAME_LENGTH), email };
}

/**
 * Finds or creates the account. Spec: "Sign-in". If two tabs sign in for the first time at the same time, one of them
 * creates the account, and the other gets a 409.
 */
async function findOrCreateAccount(api: Api, { id, name, email }: Profile): Promise<Account> {
  const find = () => api('GET /api/accounts/:id', { params: { id } });
  const account = await find().catch(ignoreStatus(404));
  if (account) return account;
  const body = { id, name, email, role: DEFAULT_ROLE, bio: '', company: '' };
  return (await api('POST /api/accounts', { body }).catch(ignoreStatus(409))) ?? find();
}

/** The error code of the SDK or of the provider; `request_error` for any other error. */
function codeOf(error: unknown): string {
  return error instanceof GenericError ? error.error : 'request_error';
}

/** Whether the error means that the person must log in again. */
export function isSignedOut(error: unknown): boolean {
  return SIGNED_OUT_CODES.includes(codeOf(error));
}

/** The message for a failed sign-in; undefined if the person closed the popup or must log in again. */
export function errorMessage(error: unknown): string | undefined {
  // The API refuses even a new token, and says why: a site admin has blocked the account.
  if (error instanceof ApiError && error.status === 401) return error.message;
  if (error instanceof ApiError) return SIGN_IN_ERRORS.account_error;
  const code = codeOf(error);
  if (code === 'cancelled' || SIGNED_OUT_CODES.includes(code)) return undefined;
  const entry = Object.entries(SIGN_IN_ERRORS).find(([name]) => name === code);
  return entry?.[1] ?? SIGN_IN_ERRORS.request_error;
}

/**
 * Messages for a failed sign-in, by error code. Spec: "Sign-in". Three errors have no message: `cancelled`, because the
 * person closed the popup; `login_required`, which signs out in this tab; and a blocked popup, which leads to a sign-in
 * by redirect.
 */
const SIGN_IN_ERRORS = {
  state_mismatch: 'Invalid state',
  missing_transaction: 'There is no sign-in in progress',
  mfa_required: 'Multi-factor authentication is required',
  missing_refresh_token: 'No refresh token is available',
  timeout: 'Sign-in timed out',
  access_denied: 'The identity provider refused the sign-in',
  request_error: REQUEST_ERROR,
  /** Not an error of the provider: the API failed to load or create the account. */
  account_error: 'Your account could not be loaded',
} as const;
