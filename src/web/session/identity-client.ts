import { Auth0Client, GenericError, PopupTimeoutError, type User } from '@auth0/auth0-spa-js';
import { ACCOUNT_NAME_LENGTH, SIGN_IN } from '#shared/constants/limits.ts';
import { DEFAULT_ROLE } from '#shared/constants/roles.ts';
import { SIGN_IN_ERRORS } from '#shared/constants/sign-in-errors.ts';
import type { Account } from '#shared/contract/accounts.ts';
import type { SignIn } from '#shared/render-page.ts';
import { type Api, ApiError, createApi, httpTransport } from '#web/api/api.ts';
import { unless } from '#web/api/unless.ts';

/** What is known of a person once they are signed in. */
type Profile = { id: string; name: string; email: string };

/** The provider says that nobody is signed in, or that it cannot tell without asking. */
const SIGNED_OUT_CODES = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
];

/**
 * The way to the identity provider, and from it to the account. It brings the sign-in SDK along, so
 * it is loaded only when someone signs in. https://auth0.github.io/auth0-spa-js
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

  /** As the person who is signed in; a token that the API does not take is replaced once. */
  const api = createApi(async (request) => {
    const reply = await httpTransport({ ...request, token: await token('on') });
    if (reply.status !== 401) return reply;
    return httpTransport({ ...request, token: await token('off') });
  });

  /**
   * A page that is left while its code is on the way to the provider sends it again, and a code that
   * comes twice makes the provider revoke what the next page is just getting. Asking once more helps.
   * https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
   */
  async function token(cacheMode: 'on' | 'off'): Promise<string> {
    const ask = () => sdk.getTokenSilently({ cacheMode });
    const found = await ask().catch((error: unknown) => {
      if (codeOf(error) !== 'invalid_grant') throw error;
      return ask();
    });
    if (!found) throw new GenericError('login_required', 'the provider gave no token');
    return found;
  }

  async function account(): Promise<Account> {
    return findOrCreateAccount(api, profileOf(await sdk.getUser()));
  }

  return {
    api,

    /** The account of the person who has just signed in. */
    account,

    async logInWithPopup(popup: Window): Promise<void> {
      try {
        await sdk.loginWithPopup(
          {},
          { popup: slowToClose(popup), timeoutInSeconds: SIGN_IN.popupTimeout / 1000 },
        );
      } catch (error) {
        if (error instanceof PopupTimeoutError) popup.close();
        throw error;
      }
    },

    /** Leaves this page. */
    logInWithRedirect(target: string): Promise<void> {
      return sdk.loginWithRedirect({ appState: { target } });
    },

    /** The second half of signing in by redirect, on the page that the provider sends back to. */
    async finishRedirect(): Promise<{ account: Account; target: unknown }> {
      const { appState } = await sdk.handleRedirectCallback<{ target?: unknown }>();
      return { account: await account(), target: appState?.target };
    },

    /** Asks the provider anew, without showing anything, who is signed in. */
    async restore(): Promise<Account> {
      await token('off');
      return account();
    },

    /** Leaves this page: the provider's session ends, and it sends back here. What was being written is gone. */
    logOut(): Promise<void> {
      forgetWhatWasWritten();
      return sdk.logout({ logoutParams: { returnTo: window.location.origin } });
    },

    /** Signs out on this side alone. */
    forget(): Promise<void> {
      return sdk.logout({ openUrl: false });
    },
  };
}

/** The next person in this tab may be someone else. */
function forgetWhatWasWritten(): void {
  try {
    sessionStorage.clear();
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}

/**
 * The provider's page sends its answer and closes itself. The SDK looks every second whether the popup
 * is closed, and takes it for given up where it looks before the answer has arrived; so it is told one
 * look later.
 */
function slowToClose(popup: Window): Pick<Window, 'location' | 'closed' | 'close'> {
  let seenClosed = false;
  return {
    get location() {
      return popup.location;
    },
    get closed() {
      const before = seenClosed;
      seenClosed = popup.closed;
      return before && seenClosed;
    },
    close: () => popup.close(),
  };
}

export type IdentityClient = ReturnType<typeof createIdentityClient>;

function profileOf(user: User | undefined): Profile {
  if (!user?.sub) throw new GenericError('request_error', 'no profile came with the token');
  const { sub: id, name = '', email = '' } = user;
  return { id, name: name.slice(0, ACCOUNT_NAME_LENGTH), email };
}

/** Spec: "Sign-in". Of two tabs that sign in for the first time at once, one creates the account. */
async function findOrCreateAccount(api: Api, { id, name, email }: Profile): Promise<Account> {
  const find = () => api('GET /api/accounts/:id', { params: { id } });
  const found = await find().catch(unless(404));
  if (found) return found;
  const body = { id, name, email, role: DEFAULT_ROLE, bio: '', company: '' };
  return (await api('POST /api/accounts', { body }).catch(unless(409))) ?? find();
}

/** The error's code: of the SDK or the provider, or `request_error` for whatever else failed. */
function codeOf(error: unknown): string {
  return error instanceof GenericError ? error.error : 'request_error';
}

export function isSignedOut(error: unknown): boolean {
  return SIGNED_OUT_CODES.includes(codeOf(error));
}

/** What to say of a failed sign-in; nothing where the person has closed the popup. */
export function failureInWords(error: unknown): string | undefined {
  if (error instanceof ApiError) return SIGN_IN_ERRORS.account_error;
  const code = codeOf(error);
  if (code === 'cancelled' || SIGNED_OUT_CODES.includes(code)) return undefined;
  const known = Object.entries(SIGN_IN_ERRORS).find(([name]) => name === code);
  return known?.[1] ?? SIGN_IN_ERRORS.request_error;
}
