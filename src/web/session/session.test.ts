import { AuthenticationError, GenericError, TimeoutError } from '@auth0/auth0-spa-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SIGN_IN } from '#shared/constants/limits.ts';
import { ADA, api, openPage } from './testing/fake-browser.ts';

/** The sign-in SDK: what it does with the provider is seen in a browser, e2e/visitor/log-in.e2e.ts. */
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
      // biome-ignore lint/correctness/noConstructorReturn: every client is the one that the tests watch
      return sdk;
    }
  } as never,
}));

const { PopupCancelledError, PopupTimeoutError } = await import('@auth0/auth0-spa-js');

const RELOADED = { flag: true, account: JSON.stringify(ADA) };

beforeEach(() => {
  for (const method of Object.values(sdk)) if (vi.isMockFunction(method)) method.mockReset();
  sdk.getTokenSilently.mockResolvedValue('a-token');
  sdk.getUser.mockResolvedValue({ sub: ADA.id, name: ADA.name, email: ADA.email });
  sdk.loginWithPopup.mockResolvedValue(undefined);
  api.accounts = new Map([[ADA.id, ADA]]);
  api.asked = [];
  api.answer = undefined;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Presses "Log in", and waits until the outcome is there. */
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

describe('signing in by a popup', () => {
  test('a popup that is closed is noticed, without a word', async () => {
    const page = openPage();
    sdk.loginWithPopup.mockRejectedValueOnce(new PopupCancelledError(page.popup as never));
    expect(await logIn(page)).toBe('nobody');
    expect(page.toasts).toEqual([]);
    await vi.waitFor(() => expect(page.popup.closed).toBe(true));
    expect(await logIn(page)).toBe('Ada');
  });

  test('a popup has closed where it is seen closed twice: its answer may be on its way', async () => {
    const page = openPage();
    let seen: boolean[] = [];
    sdk.loginWithPopup.mockImplementationOnce(async (_options, { popup }) => {
      page.popup.close();
      seen = [popup.closed, popup.closed];
    });
    expect(await logIn(page)).toBe('Ada');
    expect(seen).toEqual([false, true]);
  });

  test('a popup that is left alone for a minute is closed, and that is told', async () => {
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
  ])('%s: told, signed out, and it works later', async (_, error) => {
    const page = openPage();
    sdk.loginWithPopup.mockRejectedValueOnce(error);
    expect(await logIn(page)).toBe('nobody');
    expect(page.toasts).toEqual(['The request to the identity provider failed']);
    await vi.waitFor(() => expect(page.popup.closed).toBe(true));
    expect(await logIn(page)).toBe('Ada');
  });

  test('the API fails at the account: told and signed out, and a reload finds it', async () => {
    const page = openPage();
    api.answer = () => Response.json({}, { status: 503 });
    expect(await logIn(page)).toBe('nobody');
    expect(page.toasts).toEqual(['Your account could not be loaded']);
    api.answer = undefined;
    expect(await openPage('/jobs', { flag: true }).settled()).toBe('Ada');
  });

  test('a second click comes back to the popup that is open', async () => {
    const { session, popup, open, settled } = openPage();
    let answer = () => {};
    sdk.loginWithPopup.mockReturnValueOnce(
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
    );
    session.logIn();
    session.logIn();
    expect(popup.focus).toHaveBeenCalledOnce();
    expect(open).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(sdk.loginWithPopup).toHaveBeenCalledOnce());
    answer();
    await vi.waitFor(async () => expect(await settled()).toBe('Ada'));
  });

  test('while the account is on its way, a further click does no harm', async () => {
    const page = openPage();
    let release = () => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    api.answer = () => held as never;
    const done = logIn(page);
    await vi.waitFor(() => expect(api.asked).toHaveLength(1));
    page.popup.closed = true;
    page.session.logIn();
    release();
    expect(await done).toBe('Ada');
    expect(page.open).toHaveBeenCalledOnce();
    expect(page.toasts).toEqual([]);
  });

  test('of two that sign in for the first time at once, one makes the account and both find it', async () => {
    const page = openPage();
    api.accounts.clear();
    api.answer = (method) => {
      if (method !== 'POST') return undefined;
      api.accounts.set(ADA.id, ADA);
      return Response.json({}, { status: 409 });
    };
    expect(await logIn(page)).toBe('Ada');
    expect(page.toasts).toEqual([]);
  });
});

describe('signing in by a redirect', () => {
  test('leads there with the page where one was, where a popup is blocked', async () => {
    const { session, open } = openPage('/jobs?type=Contract#first');
    open.mockReturnValue(null);
    session.logIn();
    await vi.waitFor(() => expect(sdk.loginWithRedirect).toHaveBeenCalledOnce());
    expect(sdk.loginWithRedirect.mock.calls[0]).toEqual([
      { appState: { target: '/jobs?type=Contract#first' } },
    ]);
  });

  test.each([
    ['/jobs?type=Contract', '/jobs?type=Contract'],
    ['https://evil.example/x', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['javascript:alert(1)', '/'],
    [7, '/'],
  ])('from there, %j leads to %s', async (target, path) => {
    sdk.handleRedirectCallback.mockResolvedValue({ appState: { target } });
    const { goTo, settled } = openPage('/?code=x&state=y');
    expect(await settled()).toBe('Ada');
    expect(goTo.mock.calls).toEqual([[path]]);
  });

  test('a refusal of the provider’s is told, and one can log in again', async () => {
    const refusal = new AuthenticationError('access_denied', 'no', 'a-state', null);
    sdk.handleRedirectCallback.mockRejectedValue(refusal);
    const page = openPage('/?error=access_denied&state=y');
    expect(await page.settled()).toBe('nobody');
    expect(page.goTo.mock.calls).toEqual([['/']]);
    expect(page.toasts).toEqual(['The identity provider refused the sign-in']);
    expect(await logIn(page)).toBe('Ada');
  });

  test('a made-up answer is told, and signs nobody out', async () => {
    sdk.handleRedirectCallback.mockRejectedValue(new GenericError('missing_transaction', 'none'));
    const { goTo, toasts, session } = openPage('/?code=x&state=y', RELOADED);
    await vi.waitFor(() =>
      expect(session.getState()).toEqual({ status: 'signed-in', account: ADA }),
    );
    expect(goTo.mock.calls).toEqual([['/']]);
    expect(toasts).toEqual(['There is no sign-in in progress']);
  });
});

describe('at a reload', () => {
  test.each([
    ['no JSON', '{'],
    ['of another shape', '{"id":7,"name":"Somebody Else","role":"emperor"}'],
    ['somebody else’s', JSON.stringify({ ...ADA, id: 'auth0|eve', name: 'Eve' })],
  ])('replaces a stored account that is %s by the server’s', async (_, account) => {
    const { settled, keptAccount } = openPage('/', { flag: true, account });
    expect(await settled()).toBe('Ada');
    expect(keptAccount()).toBe(JSON.stringify(ADA));
  });

  test('the API fails: signed out for now, and back with the next one', async () => {
    api.answer = () => Response.json({}, { status: 503 });
    const page = openPage('/', RELOADED);
    expect(page.session.getState()).toEqual({ status: 'restoring', account: ADA });
    expect(await page.settled()).toBe('nobody');
    expect(page.toasts).toEqual(['Your account could not be loaded']);
    api.answer = undefined;
    const account = page.keptAccount() ?? '';
    expect(await openPage('/', { flag: true, account }).settled()).toBe('Ada');
  });

  test('a provider that does not answer is waited for for a minute, and that is told', async () => {
    sdk.getTokenSilently.mockRejectedValue(new TimeoutError());
    const { settled, toasts } = openPage('/', RELOADED);
    expect(await settled()).toBe('nobody');
    expect(toasts).toEqual(['Sign-in timed out']);
    expect(sdk.options).toMatchObject({
      authorizeTimeoutInSeconds: SIGN_IN.authorizeTimeout / 1_000,
      sessionCheckExpiryDays: 1,
      cacheLocation: 'memory',
    });
  });

  test('a code that has come to the provider twice, as from a page left too soon, signs nobody out', async () => {
    sdk.getTokenSilently.mockRejectedValueOnce(new GenericError('invalid_grant', 'used'));
    const { settled, toasts } = openPage('/', RELOADED);
    expect(await settled()).toBe('Ada');
    expect(toasts).toEqual([]);
  });
});

describe('beside other tabs', () => {
  test('a tab that is signed out by another stays where it is, and asks nothing', async () => {
    const { session, settled, inOtherTab, location } = openPage('/jobs', RELOADED);
    await settled();
    api.asked = [];
    inOtherTab(undefined);
    expect(session.getState()).toEqual({ status: 'signed-out' });
    await vi.waitFor(() => expect(sdk.logout.mock.calls).toEqual([[{ openUrl: false }]]));
    expect(api.asked).toEqual([]);
    expect(location.assign).not.toHaveBeenCalled();
  });

  test('what is saved while another tab logs out signs nobody in again', async () => {
    const { session, settled, inOtherTab, keptAccount } = openPage('/', RELOADED);
    await settled();
    inOtherTab(undefined);
    session.update({ ...ADA, name: 'Ada Byron' });
    expect(session.getState()).toEqual({ status: 'signed-out' });
    expect(keptAccount()).toBeNull();
  });

  describe('while the popup is open', () => {
    function openPopup() {
      let answer = () => {};
      let refuse = (_error: Error) => {};
      const outcome = new Promise<void>((resolve, reject) => {
        answer = resolve;
        refuse = reject;
      });
      sdk.loginWithPopup.mockReturnValueOnce(outcome);
      const page = openPage('/');
      page.session.logIn();
      const close = () => {
        page.popup.close();
        refuse(new PopupCancelledError(page.popup as never));
      };
      return { ...page, answer: () => answer(), close };
    }

    test('nothing is asked of the provider when the other tab signs in, and the popup may sign in', async () => {
      const { session, popup, inOtherTab, answer } = openPopup();
      inOtherTab(JSON.stringify(ADA));
      expect(session.getState()).toEqual({ status: 'signed-out' });
      expect(popup.closed).toBe(false);
      answer();
      await vi.waitFor(() => expect(session.getState().status).toBe('signed-in'));
      expect(sdk.getTokenSilently.mock.calls).toEqual([[{ cacheMode: 'on' }]]);
    });

    test('closing it signs in as the other tab has', async () => {
      const { session, inOtherTab, close, toasts } = openPopup();
      inOtherTab(JSON.stringify(ADA));
      close();
      await vi.waitFor(() =>
        expect(session.getState()).toEqual({ status: 'signed-in', account: ADA }),
      );
      expect(toasts).toEqual([]);
    });

    test('closing it signs nobody in where the other tab has signed out again', async () => {
      const { session, inOtherTab, close, popup } = openPopup();
      inOtherTab(JSON.stringify(ADA));
      inOtherTab(undefined);
      close();
      popup.close.mockClear();
      await vi.waitFor(() => expect(popup.close).toHaveBeenCalled());
      expect(session.getState()).toEqual({ status: 'signed-out' });
      expect(sdk.getTokenSilently).not.toHaveBeenCalled();
    });
  });

  test('a damaged value of another tab’s making signs nobody out', async () => {
    const { session, settled, inOtherTab } = openPage('/', RELOADED);
    await settled();
    inOtherTab('{');
    expect(session.getState()).toEqual({ status: 'signed-in', account: ADA });
  });

  test('a page from the back/forward cache updates when it is shown again', async () => {
    const { session, settled, showAgain } = openPage('/');
    localStorage.setItem('account', JSON.stringify(ADA));
    showAgain(true);
    expect(await settled()).toBe('Ada');
    showAgain(false);
    expect(session.getState()).toEqual({ status: 'signed-out' });
  });
});
