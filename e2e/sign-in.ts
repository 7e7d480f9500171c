import type { Locator, Page } from '@playwright/test';
import {
  DEMO_PEOPLE,
  type Person,
  personByEmail,
} from '#server/identity/embedded-provider/people.ts';
import type { Role } from '#shared/constants/roles.ts';
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
  await page.waitForFunction(() => {
    const button = document.querySelector('header button');
    return button && Object.keys(button).some((key) => key.startsWith('__reactProps'));
  });
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

/** Signs in on the home page, and goes to the account from there. */
export async function openAccount(page: Page, person: Person): Promise<void> {
  await visit(page, '/');
  await signIn(page, person);
  await accountLink(page).click();
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
