import { Auth0Client, GenericError, PopupTimeoutError, type User } from '@auth0/auth0-spa-js';
import type { Account } from '#shared/contract/accounts.ts';
import { DEFAULT_ROLE } from '#shared/domain/roles.ts';
import { ACCOUNT_NAME_LENGTH, SIGN_IN } from '#shared/limits.ts';
import type { SignIn } from '#shared/render-page.ts';
import { type Api, createApi } from '#web/api/api.ts';
import { ApiError, ignoreStatus } from '#web/api/errors.ts';
import { httpTransport } from '#web/api/http.ts';
import { SIGN_IN_ERRORS } from './sign-in-errors.ts';

/** The identity provider's user profile; `id` is the subject. */
type Profile = { id: string; name: string; email: string };

/** Errors of a silent sign-in that mean the person must log in again. */
const SIGNED_OUT_CODES = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
];

/**
 * Signs in with the identity provider and loads the account. Import it lazily: this module includes the sign-in SDK.
 * https://auth0.github.io/auth0-spa-js
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

  /** Calls the API as the signed-in person. A token that the API rejects is renewed once. */
  const api = createApi(async (request) => {
    const response = await httpTransport({ ...request, token: await token('on') });
    if (response.status !== 401) return response;
    return httpTransport({ ...request, token: await token('off') });
  });

  /**
   * An access token. Retries once after `invalid_grant`: leaving a page during the code exchange may send the code
   * twice, and the provider then revokes the tokens that the next page is getting.
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

  async function account(): Promise<Account> {
    return findOrCreateAccount(api, profileOf(await sdk.getUser()));
  }

  return {
    api,

    /** The account of the signed-in person; creates it on the first login. */
    account,

    async logInWithPopup(popup: Window): Promise<void> {
      try {
        await sdk.loginWithPopup(
          {},
          { popup: delayClosed(popup), timeoutInSeconds: SIGN_IN.popupTimeout / 1000 },
        );
      } catch (error) {
        if (error instanceof PopupTimeoutError) popup.close();
        throw error;
      }
    },

    /** Navigates to the provider. `target` is the URL path to return to. */
    logInWithRedirect(target: string): Promise<void> {
      return sdk.loginWithRedirect({ appState: { target } });
    },

    /** Completes a sign-in by redirect, on the page that the provider redirects to. */
    async finishRedirect(): Promise<{ account: Account; target: unknown }> {
      const { appState } = await sdk.handleRedirectCallback<{ target?: unknown }>();
      return { account: await account(), target: appState?.target };
    },

    /** Silent sign-in: restores the provider's session after a reload. */
    async restore(): Promise<Account> {
      await token('off');
      return account();
    },

    /** Ends the provider's session by navigating to the provider and back, and removes all drafts. */
    logOut(): Promise<void> {
      clearDrafts();
      return sdk.logout({ logoutParams: { returnTo: window.location.origin } });
    },

    /** Drops this tab's tokens. The provider's session continues. */
    forget(): Promise<void> {
      return sdk.logout({ openUrl: false });
    },
  };
}

/** Drafts are private: another person may use this tab next. */
function clearDrafts(): void {
  try {
    sessionStorage.clear();
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}

/**
 * Delays `closed` by one poll. The provider's page posts its response and closes itself. The SDK polls `closed` every
 * second, and would treat a popup that closed before the response arrived as cancelled.
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

/** Spec: "Sign-in". If two tabs sign in for the first time at once, one creates the account and the other gets 409. */
async function findOrCreateAccount(api: Api, { id, name, email }: Profile): Promise<Account> {
  const find = () => api('GET /api/accounts/:id', { params: { id } });
  const account = await find().catch(ignoreStatus(404));
  if (account) return account;
  const body = { id, name, email, role: DEFAULT_ROLE, bio: '', company: '' };
  return (await api('POST /api/accounts', { body }).catch(ignoreStatus(409))) ?? find();
}

/** The error code of the SDK or the provider; `request_error` for any other error. */
function codeOf(error: unknown): string {
  return error instanceof GenericError ? error.error : 'request_error';
}

/** Whether the error means that the person must log in again. */
export function isSignedOut(error: unknown): boolean {
  return SIGNED_OUT_CODES.includes(codeOf(error));
}

/** The message for a failed sign-in; undefined if the person closed the popup or only needs to log in. */
export function errorMessage(error: unknown): string | undefined {
  if (error instanceof ApiError) return SIGN_IN_ERRORS.account_error;
  const code = codeOf(error);
  if (code === 'cancelled' || SIGNED_OUT_CODES.includes(code)) return undefined;
  const entry = Object.entries(SIGN_IN_ERRORS).find(([name]) => name === code);
  return entry?.[1] ?? SIGN_IN_ERRORS.request_error;
}
