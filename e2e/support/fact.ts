import type { Locator, Page } from '@playwright/test';

/** A fact on the page of a job, found by its name. Cards of similar jobs may repeat its value. */
export const fact = (page: Page, name: string): Locator =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');
