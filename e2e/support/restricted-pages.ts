import type { Page } from '@playwright/test';
import type { Role } from '#shared/domain/roles.ts';
import { expect } from './fixtures.ts';

/** The roles that may open each restricted page. */
export const RESTRICTED_PAGES: Record<string, readonly Role[]> = {
  '/account': ['user', 'companyadmin', 'siteadmin'],
  '/jobs/add': ['companyadmin', 'siteadmin'],
  '/jobs/edit/1': ['companyadmin', 'siteadmin'],
  '/dashboard': ['companyadmin', 'siteadmin'],
  '/admin': ['siteadmin'],
  '/admin/inbox': ['siteadmin'],
  // The former address of the inbox.
  '/admin/review': ['siteadmin'],
  '/admin/people': ['siteadmin'],
  '/admin/mail': ['siteadmin'],
  '/companies/add': ['siteadmin'],
  '/companies/edit/1': ['siteadmin'],
};

/** No job or company has the id 1. */
const HEADINGS: Record<string, string> = {
  '/account': 'My Account',
  '/jobs/add': 'Add Job',
  '/jobs/edit/1': '404 Not Found',
  '/dashboard': 'Dashboard',
  '/admin': 'Overview',
  '/admin/inbox': 'Inbox',
  '/admin/review': 'Inbox',
  '/admin/people': 'People',
  '/admin/mail': 'Mail',
  '/companies/add': 'Add Company',
  '/companies/edit/1': '404 Not Found',
};

/**
 * Expects the page to which people without the required role are redirected: the home page, or the one on which posting
 * begins.
 */
export async function expectRedirect(page: Page, from: string): Promise<void> {
  const isPosting = from === '/jobs/add';
  await expect(page).toHaveURL(isPosting ? '/employers' : '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    isPosting ? 'For employers' : /^Connecting Composable/,
  );
}

/** Visits each restricted page. Expects the page if the role is allowed, or a redirect. */
export async function expectAccess(page: Page, role: Role): Promise<void> {
  for (const [path, roles] of Object.entries(RESTRICTED_PAGES)) {
    await page.evaluate((href) => window.history.pushState(null, '', href), path);
    if (roles.includes(role)) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADINGS[path] ?? '');
      await expect(page).toHaveURL(path);
    } else {
      await expectRedirect(page, path);
    }
  }
}
