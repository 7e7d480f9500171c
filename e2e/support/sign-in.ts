import type { BrowserContext, Locator, Page } from '@playwright/test';
import { DEMO_PEOPLE, type Person, personByEmail } from '#server/auth/embedded-provider/people.ts';
import type { Role } from '#shared/domain/roles.ts';
import { SIGN_IN } from '#shared/domain/sign-in.ts';
import { sessionFlag } from '#web/auth/stored-account.ts';
import { expect, trackRequests } from './fixtures.ts';

/** The demo person with this role. All stories share this person, so no story may change the account. */
export function demoPerson(role: Role): Person {
  const person = DEMO_PEOPLE.find((known) => known.role === role);
  if (!person) throw new Error(`no demo person has the role ${role}`);
  return personByEmail(person.email);
}

export const navigationBar = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main' });

export const logInButton = (page: Page): Locator =>
  navigationBar(page).getByRole('button', { name: 'Log in' });

/** The link to the account in the navigation bar. */
export const accountLink = (page: Page): Locator =>
  navigationBar(page).locator('a[href="/account"]');

/** Opens a page and waits for its hydration. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/**
 * Opens or reloads a page by `load`, and waits for its hydration and for all that it then loads. The state
 * `networkidle` is not enough: the network may be idle before the scripts are requested, because they wait for the first
 * paint.
 */
export async function untilIdle(page: Page, load: () => Promise<unknown>): Promise<void> {
  const waitForRequests = trackRequests(page);
  await load();
  await waitForHydration(page);
  await waitForRequests();
}

export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => Reflect.get(window, 'isHydrated') === true);
}

/** Clicks "Log in" and returns the popup. */
export async function openPopup(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await logInButton(page).click();
  return popup;
}

/** Submits an email address on the identity provider's page. */
export async function enterEmail(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs in through the popup. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await enterEmail(await openPopup(page), person);
  await expect(accountLink(page)).toHaveText(person.name);
}

/**
 * Opens a page with a session at the identity provider, and waits until the page shows the person. This is faster than
 * signing in; use it in stories that are not about signing in.
 */
export async function visitAs(page: Page, person: Person, path: string): Promise<void> {
  await startSession(page.context(), person);
  await visit(page, path);
  await expect(accountLink(page)).toHaveText(person.name);
}

/**
 * Creates a provider session and sets the cookie by which the sign-in SDK remembers that there is a session, without
 * opening a page.
 */
export async function startSession(context: BrowserContext, { email }: Person): Promise<void> {
  const home = new URL((await context.request.get('/healthz')).url());
  const clientId = `composable-jobs-${home.port}`;
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: home.origin,
    response_type: 'code',
    scope: SIGN_IN.scope,
    state: 'a-state',
    // The code is never redeemed, so no verifier needs to match this challenge.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const form = await context.request.get(`/authorize?${parameters}`);
  const redirected = await context.request.post(form.url(), { form: { email } });
  expect(redirected.url(), 'the provider redirects with a code').toContain('code=');
  const flag = `${sessionFlag(clientId)}true`.split('=') as [string, string];
  await context.addCookies([{ name: flag[0], value: flag[1], url: home.origin }]);
}

/** Opens a page in a browser with a session, and waits for the account. Until then, the page shows the stored name. */
export async function visitSignedIn(page: Page, path: string): Promise<void> {
  const account = page.waitForResponse('**/api/accounts/*');
  await visit(page, path);
  await account;
}

/** Opens the account page as a signed-in person. */
export function openAccount(page: Page, person: Person): Promise<void> {
  return waitForAccountPage(page, () => visitAs(page, person, '/account'));
}

/**
 * Opens the account page by an action, and waits for the lists on it. A request that is still running when the session
 * or the server ends would fail.
 */
export async function waitForAccountPage(page: Page, open: () => Promise<unknown>): Promise<void> {
  const lists = ['/api/sessions', '/api/passkeys', '/api/personal-data'].map((path) =>
    page.waitForEvent('requestfinished', (request) => request.url().endsWith(path)),
  );
  await Promise.all([...lists, open()]);
}

export async function openDrawer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

export async function logOut(page: Page): Promise<void> {
  await (await openDrawer(page)).getByRole('button', { name: 'Log out' }).click();
  await expect(logInButton(page)).toBeVisible();
  // The button is visible before hydration, but a popup opens reliably only after it.
  await waitForHydration(page);
}

/** Finds a toast by its message. An earlier toast with the same message may still be visible. */
export const toast = (page: Page, message: string | RegExp): Locator =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByText(message, { exact: true })
    .first();
