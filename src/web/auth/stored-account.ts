import type { Account } from '#shared/contract/accounts.ts';
import { ROLES } from '#shared/domain/roles.ts';

/** The local storage key of the current account. Spec: "Account". */
export const ACCOUNT_KEY = 'account';

/** The local storage key of what the account has marked, which leaves the browser with the account. */
export const ACCOUNT_MARKS_KEY = 'account-marks';

/**
 * The start of the cookie that the SDK sets while someone is signed in: its name and `=`. The cookie contains no
 * secret. https://github.com/auth0/auth0-spa-js/blob/main/src/Auth0Client.utils.ts
 */
export function sessionFlag(clientId: string): string {
  return `auth0.${clientId}.is.authenticated=`;
}

export function hasSessionFlag(clientId: string): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(sessionFlag(clientId)));
}

/** The stored account; undefined if there is none or it is damaged. */
export function readAccount(): Account | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(ACCOUNT_KEY) ?? 'null');
    return isAccount(value) ? value : undefined;
  } catch {
    // The value is damaged, or storage is forbidden. The account will be fetched.
    return undefined;
  }
}

/** Whether a value is stored. If so, nobody has signed out, even if the value is damaged. */
export function isAccountStored(): boolean {
  try {
    return localStorage.getItem(ACCOUNT_KEY) !== null;
  } catch {
    return false;
  }
}

/** Stores the account; undefined removes it. */
export function storeAccount(account: Account | undefined): void {
  try {
    if (account) localStorage.setItem(ACCOUNT_KEY, JSON.stringify(account));
    else for (const key of [ACCOUNT_KEY, ACCOUNT_MARKS_KEY]) localStorage.removeItem(key);
  } catch {
    // Storage is full or forbidden. The only effect is that the name appears later after a reload.
  }
}

const STRING_FIELDS = ['id', 'name', 'email', 'bio', 'company', 'companyname'];

function isAccount(value: unknown): value is Account {
  if (typeof value !== 'object' || value === null) return false;
  const role: unknown = Reflect.get(value, 'role');
  return (
    ROLES.some((known) => known === role) &&
    STRING_FIELDS.every((name) => typeof Reflect.get(value, name) === 'string')
  );
}
