import type { BrowserContext, Locator, Page } from '@playwright/test';
import { DEMO_PEOPLE, type Person, personByEmail } from '#server/auth/embedded-provider/people.ts';
import type { Role } from '#shared/domain/roles.ts';
import { SIGN_IN } from '#shared/limits.ts';
import { sessionFlag } from '#web/auth/stored-account.ts';
import { expect } from './fixtures.ts';

/** The demo person with this role. Every story sees the same one: none may change them. */
export function demoPerson(role: Role): Person {
  const person = DEMO_PEOPLE.find((known) => known.role === role);
  if (!person) throw new Error(`there is no demo person with the role ${role}`);
  return personByEmail(person.email);
}

export const bar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

export const logInButton = (page: Page): Locator =>
  bar(page).getByRole('button', { name: 'Log in' });

/** The way to one's account, in the bar. */
export const accountLink = (page: Page): Locator => bar(page).locator('a[href="/account"]');

/** Opens a page and waits until the application runs in it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilRunning(page);
}

export async function untilRunning(page: Page): Promise<void> {
  await page.waitForFunction(() => Reflect.get(window, 'isRunning') === true);
}

/** Presses "Log in", and gives the window that it opens. */
export async function openPopup(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await logInButton(page).click();
  return popup;
}

/** On the identity provider's page, whichever window it is in. */
export async function enterAddress(page: Page, { email }: Pick<Person, 'email'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** From a page of the board's, through the popup. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await enterAddress(await openPopup(page), person);
  await expect(accountLink(page)).toHaveText(person.name);
}

/**
 * Opens a page as somebody whom the identity provider knows in this browser, and waits until the page does too: for
 * stories that are not about signing in.
 */
export async function visitAs(page: Page, person: Person, path: string): Promise<void> {
  await startSession(page.context(), person);
  await visit(page, path);
  await expect(accountLink(page)).toHaveText(person.name);
}

/** Has the provider's session and the SDK's flag put into the browser, without a page. */
async function startSession(context: BrowserContext, { email }: Person): Promise<void> {
  const home = new URL((await context.request.get('/healthz')).url());
  const clientId = `composable-jobs-${home.port}`;
  const question = new URLSearchParams({
    client_id: clientId,
    redirect_uri: home.origin,
    response_type: 'code',
    scope: SIGN_IN.scope,
    state: 'a-state',
    // Of no verifier that anybody has: the code is not used.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const form = await context.request.get(`/authorize?${question}`);
  const answer = await context.request.post(form.url(), { form: { email } });
  expect(answer.url(), 'the provider sends back with a code').toContain('code=');
  const flag = `${sessionFlag(clientId)}true`.split('=') as [string, string];
  await context.addCookies([{ name: flag[0], value: flag[1], url: home.origin }]);
}

/** The account page, as somebody who is signed in. */
export function openAccount(page: Page, person: Person): Promise<void> {
  return visitAs(page, person, '/account');
}

export async function openDrawer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

export async function logOut(page: Page): Promise<void> {
  await (await openDrawer(page)).getByRole('button', { name: 'Log out' }).click();
  await expect(logInButton(page)).toBeVisible();
  // It is there before the application is, which alone opens a popup for sure.
  await untilRunning(page);
}

/** The message in a toast. */
export const toast = (page: Page, message: string | RegExp): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByText(message, { exact: true });
