import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { IsolatedBoard } from './isolated-board.ts';

export const JOBS = '**/api/jobs';
export const ONE_JOB = '**/api/jobs/*';

/** Opens the form as the demo company admin. */
export async function openJobForm(
  page: Page,
  board: IsolatedBoard,
  path = '/jobs/add',
): Promise<void> {
  await board.openAs(page, 'companyadmin', path);
  await expect(page.getByLabel('Job Title')).toBeVisible();
}

/** Fills all required fields of "Add Job" except the company, which is preselected. */
export async function fillJob(page: Page, title: string): Promise<void> {
  await page.getByLabel('Job Title').fill(title);
  await page.getByLabel('Description').fill('You will make **things**.');
  await page.getByLabel('Salary').selectOption('Over $300K');
  await page.getByLabel('Location').fill('Porto');
}

export const clickAdd = (page: Page) => page.getByRole('button', { name: 'Add Job' }).click();
export const clickUpdate = (page: Page) => page.getByRole('button', { name: 'Update Job' }).click();
