import type { Page } from '@playwright/test';
import { typeInto } from './keyboard.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Fills in a first job, and goes on to the company. */
export async function writeFirstJob(page: Page, title: string): Promise<void> {
  const values = [
    ['Job Title', title],
    ['Description', 'You will build **boats**.'],
    ['Location', 'Porto, Portugal'],
    ['Apply URL', 'https://boats.example/jobs/1'],
  ] as const;
  for (const [label, value] of values) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Salary', { exact: true }).selectOption('$60K - $70K');
  await button(page, 'Next: your company').click();
}

/** Fills in a first job at `/employers` by keyboard, in the order of the fields. Returns their number. */
export async function typeFirstJob(page: Page, title: string): Promise<number> {
  const values = [
    ['Job Title', title],
    ['Description', 'You will build **boats**.'],
    ['Salary', '$60'],
    ['Location', 'Porto, Portugal'],
    ['Apply URL', 'https://boats.example/jobs/1'],
  ] as const;
  for (const [label, value] of values) {
    await typeInto(page, page.getByLabel(label, { exact: true }), value);
  }
  return values.length;
}

/** Describes a company that is not on the board. */
export async function describeCompany(page: Page, name: string, website: string): Promise<void> {
  await page.getByLabel('Company Name').fill(name);
  await button(page, 'My company is not listed').click();
  await page.getByLabel('Website').fill(website);
  await page.getByLabel('Description').fill('We build wooden boats.');
}
