import { ROLES } from '#shared/constants/roles.ts';
import type { Account } from '#shared/contract/accounts.ts';

/** Where the browser keeps the current account. Spec: "Account". */
export const ACCOUNT_KEY = 'account';

/**
 * The cookie by which the SDK marks a browser whose person is signed in; it holds no secret.
 * https://github.com/auth0/auth0-spa-js/blob/main/src/Auth0Client.utils.ts
 */
export function sessionFlag(clientId: string): string {
  return `auth0.${clientId}.is.authenticated=`;
}

export function hasSessionFlag(clientId: string): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(sessionFlag(clientId)));
}

/** The account that was current last; undefined where there is none, or the value is damaged. */
export function readAccount(): Account | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(ACCOUNT_KEY) ?? 'null');
    return isAccount(value) ? value : undefined;
  } catch {
    // Damaged, or storage is forbidden here: the account is fetched anew in any case.
    return undefined;
  }
}

/** Whether there is a value at all: one that is damaged does not say that nobody is signed in. */
export function isAccountKept(): boolean {
  try {
    return localStorage.getItem(ACCOUNT_KEY) !== null;
  } catch {
    return false;
  }
}

/** Undefined: nobody is signed in. */
export function keepAccount(account: Account | undefined): void {
  try {
    if (account) localStorage.setItem(ACCOUNT_KEY, JSON.stringify(account));
    else localStorage.removeItem(ACCOUNT_KEY);
  } catch {
    // Storage is full or forbidden: the name is then shown a moment later after a reload.
  }
}

const TEXTS = ['id', 'name', 'email', 'bio', 'company', 'companyname'];

function isAccount(value: unknown): value is Account {
  if (typeof value !== 'object' || value === null) return false;
  const role: unknown = Reflect.get(value, 'role');
  return (
    ROLES.some((known) => known === role) &&
    TEXTS.every((name) => typeof Reflect.get(value, name) === 'string')
  );
}
