import { AuthenticationError, GenericError, TimeoutError } from '@auth0/auth0-spa-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SIGN_IN } from '#shared/domain/sign-in.ts';
import { ADA, api, openPage } from './testing/fake-browser.ts';

/** A mock of the sign-in SDK. `e2e/visitor/log-in.e2e.ts` tests the real SDK with a provider. */
const sdk = vi.hoisted(() => ({
  options: {} as Record<string, unknown>,
  getTokenSilently: vi.fn(),
  getUser: vi.fn(),
  loginWithPopup: vi.fn(),
  loginWithRedirect: vi.fn(),
  handleRedirectCallback: vi.fn(),
  logout: vi.fn(),
}));

vi.mock(import('@auth0/auth0-spa-js'), async (loadReal) => ({
  ...(await loadReal()),
  Auth0Client: class {
    constructor(options: Record<string, unknown>) {
      sdk.options = options;
      // biome-ignore lint/correctness/noConstructorReturn: all clients are this mock
      return sdk;
    }
  } as never,
}));

const { PopupCancelledError, PopupTimeoutError } = await import('@auth0/auth0-spa-js');

/** The data that the browser stores after Ada has signed in. */
const SIGNED_IN = { flag: true, account: JSON.stringify(ADA) };

beforeEach(() => {
  for (const method of Object.values(sdk)) if (vi.isMockFunction(method)) method.mockReset();
  sdk.getTokenSilently.mockResolvedValue('a-token');
  sdk.getUser.mockResolvedValue({ sub: ADA.id, name: ADA.name, email: ADA.email });
  sdk.loginWithPopup.mockResolvedValue(undefined);
  api.accounts = new Map([[ADA.id, ADA]]);
  api.calls = [];
  api.respond = undefined;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Presses "Log in" and waits until the attempt has ended. */
async function logIn({ session, settled }: ReturnType<typeof openPage>): Promise<string> {
  const changed = new Promise<void>((resolve) => {
    const stop = session.subscribe(() => {
      stop();
      resolve();
    });
  });
  session.logIn();
  await changed;
  return settled();
}

describe('login in a popup', () => {
  test('closing the popup cancels the login without a message', async () => {
    const page = openPage();
    sdk.loginWithPopup.mockRejectedValueOnce(new PopupCancelledError(page.popup as never));
    expect(await logIn(page)).toBe('nobody');
    expect(page.toasts).toEqual([]);
    await vi.waitFor(() => expect(page.popup.closed).toBe(true));
    expect(await logIn(page)).toBe('Ada');
  });

  test('a closed popup counts as closed only at the second poll, because the provider’s response may still arrive', async () => {
    const page = openPage();
    let polls: boolean[] = [];
    sdk.loginWithPopup.mockImplementationOnce(async (_options, { popup }) => {
      page.popup.close();
      polls = [popup.closed, popup.closed];
    });
    expect(await logIn(page)).toBe('Ada');
    expect(polls).toEqual([false, true]);
  });

  test('a popup that nobody uses is closed after a minute, with a message', async () => {
    const page = openPage();
    sdk.loginWithPopup.mockImplementationOnce(async (_options, { timeoutInSeconds }) => {
      expect(timeoutInSeconds).toBe(60);
      throw new PopupTimeoutError(page.popup as never);
    });
    expect(await logIn(page)).toBe('nobody');
    expect(page.popup.closed).toBe(true);
    expect(page.toasts).toEqual(['Sign-in timed out']);
  });

  test.each([
    ['the provider’s token endpoint fails', new GenericError('server_error', 'failed')],
    ['the provider cannot be reached', new TypeError('Failed to fetch')],
  ])('a login fails with a message if %s, and a later login works', async (_, error) => {
    const page = openPage();
    sdk.loginWithPopup.mockRejectedValueOnce(error);
    expect(await logIn(page)).toBe('nobody');
    expect(page.toasts).toEqual(['The request to the identity provider failed']);
    await vi.waitFor(() => expect(page.popup.closed).toBe(true));
    expect(await logIn(page)).toBe('Ada');
  });

  test('a login whose account cannot be loaded shows a message, and the person stays signed out until a reload', async () => {
    const page = openPage();
    api.respond = () => Response.json({}, { status: 503 });
    expect(await logIn(page)).toBe('nobody');
    expect(page.toasts).toEqual(['Your account could not be loaded']);
    api.respond = undefined;
    expect(await openPage('/jobs', { flag: true }).settled()).toBe('Ada');
  });

  test('a second click focuses the open popup', async () => {
    const { session, popup, open, settled } = openPage();
    let complete = () => {};
    sdk.loginWithPopup.mockReturnValueOnce(
      new Promise<void>((resolve) => {
        complete = resolve;
      }),
    );
    session.logIn();
    session.logIn();
    expect(popup.focus).toHaveBeenCalledOnce();
    expect(open).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(sdk.loginWithPopup).toHaveBeenCalledOnce());
    complete();
    await vi.waitFor(async () => expect(await settled()).toBe('Ada'));
  });

  test('a click on "Log in" is ignored while the account is being loaded', async () => {
    const page = openPage();
    let release = () => {};
    const stalled = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    api.respond = () => stalled as never;
    const outcome = logIn(page);
    await vi.waitFor(() => expect(api.calls).toHaveLength(1));
    page.popup.closed = true;
    page.session.logIn();
    release();
    expect(await outcome).toBe('Ada');
    expect(page.open).toHaveBeenCalledOnce();
    expect(page.toasts).toEqual([]);
  });

  test('two first logins at the same time create one account, which both logins find', async () => {
    const page = openPage();
    api.accounts.clear();
    api.respond = (method) => {
      if (method !== 'POST') return undefined;
      api.accounts.set(ADA.id, ADA);
      return Response.json({}, { status: 409 });
    };
    expect(await logIn(page)).toBe('Ada');
    expect(page.toasts).toEqual([]);
  });
});

describe('login with a redirect', () => {
  test('a blocked popup leads to a login by redirect, which remembers the current page', async () => {
    const { session, open } = openPage('/jobs?type=Contract#first');
    open.mockReturnValue(null);
    session.logIn();
    await vi.waitFor(() => expect(sdk.loginWithRedirect).toHaveBeenCalledOnce());
    expect(sdk.loginWithRedirect.mock.calls[0]).toEqual([
      { appState: { target: '/jobs?type=Contract#first' } },
    ]);
  });

  test('a login by redirect remembers the restricted page from which the person was redirected home', async () => {
    const { session, open, history } = openPage('/');
    open.mockReturnValue(null);
    history.state = { from: { page: '/jobs/add' } };
    session.logIn();
    await vi.waitFor(() => expect(sdk.loginWithRedirect).toHaveBeenCalledOnce());
    expect(sdk.loginWithRedirect.mock.calls[0]).toEqual([{ appState: { target: '/jobs/add' } }]);
  });

  test.each([
    ['/jobs?type=Contract', '/jobs?type=Contract'],
    ['https://evil.example/x', '/'],
  ])('a login by redirect that returns with the target %j leads to %s', async (target, path) => {
    sdk.handleRedirectCallback.mockResolvedValue({ appState: { target } });
    const { goTo, settled } = openPage('/?code=x&state=y');
    expect(await settled()).toBe('Ada');
    expect(goTo.mock.calls).toEqual([[path]]);
  });

  test('a login by redirect that the provider refuses shows a message, and the next login works', async () => {
    const error = new AuthenticationError('access_denied', 'no', 'a-state', null);
    sdk.handleRedirectCallback.mockRejectedValue(error);
    const page = openPage('/?error=access_denied&state=y');
    expect(await page.settled()).toBe('nobody');
    expect(page.goTo.mock.calls).toEqual([['/']]);
    expect(page.toasts).toEqual(['The identity provider refused the sign-in']);
    expect(await logIn(page)).toBe('Ada');
  });

  test('a forged callback shows a message and signs nobody in', async () => {
    sdk.handleRedirectCallback.mockRejectedValue(new GenericError('missing_transaction', 'none'));
    const { goTo, toasts, session } = openPage('/?code=x&state=y', SIGNED_IN);
    await vi.waitFor(() =>
      expect(session.getState()).toEqual({ status: 'signed-in', account: ADA }),
    );
    expect(goTo.mock.calls).toEqual([['/']]);
    expect(toasts).toEqual(['There is no sign-in in progress']);
  });
});

describe('on reload', () => {
  test.each([
    ['not JSON', '{'],
    ['of another shape', '{"id":7,"name":"Somebody Else","role":"emperor"}'],
    ['somebody else’s', JSON.stringify({ ...ADA, id: 'auth0|eve', name: 'Eve' })],
  ])(
    'a reload replaces a stored account that is %s with the account on the server',
    async (_, account) => {
      const { settled, storedAccount } = openPage('/', { flag: true, account });
      expect(await settled()).toBe('Ada');
      expect(storedAccount()).toBe(JSON.stringify(ADA));
    },
  );

  test('a reload signs out if the API fails, and the next reload restores the session', async () => {
    api.respond = () => Response.json({}, { status: 503 });
    const page = openPage('/', SIGNED_IN);
    expect(page.session.getState()).toEqual({ status: 'restoring', account: ADA });
    expect(await page.settled()).toBe('nobody');
    expect(page.toasts).toEqual(['Your account could not be loaded']);
    api.respond = undefined;
    const account = page.storedAccount() ?? '';
    expect(await openPage('/', { flag: true, account }).settled()).toBe('Ada');
  });

  test('a reload waits a minute for an unresponsive provider, then shows a message', async () => {
    sdk.getTokenSilently.mockRejectedValue(new TimeoutError());
    const { settled, toasts } = openPage('/', SIGNED_IN);
    expect(await settled()).toBe('nobody');
    expect(toasts).toEqual(['Sign-in timed out']);
    expect(sdk.options).toMatchObject({
      authorizeTimeoutInSeconds: SIGN_IN.authorizeTimeout / 1_000,
      sessionCheckExpiryDays: 1,
      cacheLocation: 'memory',
    });
  });

  test('a code that is sent twice because the person left the page signs nobody out', async () => {
    sdk.getTokenSilently.mockRejectedValueOnce(new GenericError('invalid_grant', 'used'));
    const { settled, toasts } = openPage('/', SIGNED_IN);
    expect(await settled()).toBe('Ada');
    expect(toasts).toEqual([]);
  });
});

describe('with other tabs', () => {
  test('a logout in another tab signs this tab out without a request or a navigation', async () => {
    const { session, settled, writeInOtherTab, location } = openPage('/jobs', SIGNED_IN);
    await settled();
    api.calls = [];
    writeInOtherTab(undefined);
    expect(session.getState()).toEqual({ status: 'signed-out' });
    await vi.waitFor(() => expect(sdk.logout.mock.calls).toEqual([[{ openUrl: false }]]));
    expect(api.calls).toEqual([]);
    expect(location.assign).not.toHaveBeenCalled();
  });

  test('saving the account while another tab logs out does not sign in again', async () => {
    const { session, settled, writeInOtherTab, storedAccount } = openPage('/', SIGNED_IN);
    await settled();
    writeInOtherTab(undefined);
    session.update({ ...ADA, name: 'Ada Byron' });
    expect(session.getState()).toEqual({ status: 'signed-out' });
    expect(storedAccount()).toBeNull();
  });

  describe('while the popup is open', () => {
    function openPopup() {
      let complete = () => {};
      let fail = (_error: Error) => {};
      const outcome = new Promise<void>((resolve, reject) => {
        complete = resolve;
        fail = reject;
      });
      sdk.loginWithPopup.mockReturnValueOnce(outcome);
      const page = openPage('/');
      page.session.logIn();
      const close = () => {
        page.popup.close();
        fail(new PopupCancelledError(page.popup as never));
      };
      return { ...page, complete: () => complete(), close };
    }

    test('a login in another tab sends no request to the provider, and the popup can still complete', async () => {
      const { session, popup, writeInOtherTab, complete } = openPopup();
      writeInOtherTab(JSON.stringify(ADA));
      expect(session.getState()).toEqual({ status: 'signed-out' });
      expect(popup.closed).toBe(false);
      complete();
      await vi.waitFor(() => expect(session.getState().status).toBe('signed-in'));
      expect(sdk.getTokenSilently.mock.calls).toEqual([[{ cacheMode: 'on' }]]);
    });

    test('closing the popup signs in as the person in the other tab', async () => {
      const { session, writeInOtherTab, close, toasts } = openPopup();
      writeInOtherTab(JSON.stringify(ADA));
      close();
      await vi.waitFor(() =>
        expect(session.getState()).toEqual({ status: 'signed-in', account: ADA }),
      );
      expect(toasts).toEqual([]);
    });

    test('closing the popup signs nobody in if the other tab has signed out meanwhile', async () => {
      const { session, writeInOtherTab, close, popup } = openPopup();
      writeInOtherTab(JSON.stringify(ADA));
      writeInOtherTab(undefined);
      close();
      popup.close.mockClear();
      await vi.waitFor(() => expect(popup.close).toHaveBeenCalled());
      expect(session.getState()).toEqual({ status: 'signed-out' });
      expect(sdk.getTokenSilently).not.toHaveBeenCalled();
    });
  });

  test('a damaged value that another tab stores signs nobody out', async () => {
    const { session, settled, writeInOtherTab } = openPage('/', SIGNED_IN);
    await settled();
    writeInOtherTab('{');
    expect(session.getState()).toEqual({ status: 'signed-in', account: ADA });
  });

  test('a page that is restored from the back/forward cache updates its session', async () => {
    const { session, settled, restoreFromCache } = openPage('/');
    localStorage.setItem('account', JSON.stringify(ADA));
    restoreFromCache(true);
    expect(await settled()).toBe('Ada');
    restoreFromCache(false);
    expect(session.getState()).toEqual({ status: 'signed-out' });
  });
});
