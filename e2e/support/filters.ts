import type { Page } from '@playwright/test';

/** Opens all filters: in a sheet on narrow screens, and below the search on wide ones. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ });
  const summary = page.locator('summary').filter({ hasText: 'Filters' });
  await ((await button.isVisible()) ? button : summary).click();
}
