import { MAX_COMPANY_OPTIONS } from '#shared/limits.ts';
import { expect, expectAccessible } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { clickAdd, fillJob } from '../support/job-form.ts';

test('with more than a hundred companies, a visitor finds a company by typing its name', async ({
  page,
  board,
  browser,
}) => {
  const names = Array.from(
    { length: MAX_COMPANY_OPTIONS },
    (_, number) => `Zephyr Works ${number}`,
  );
  const added = await Promise.all(names.map((name) => board.addCompany({ name })));
  const wanted = added[42];
  await board.postJob({ title: 'Wind tamer', company: { id: wanted?.id } });

  await page.goto('/jobs?type=Contract');
  const company = page.getByRole('combobox', { name: 'Company Name' });
  await expect(company).toHaveAttribute('placeholder', 'All Companies');
  await company.pressSequentially('nowhere');
  await expect(page.getByText('No matching companies.')).toBeVisible();
  await company.fill('');
  await company.pressSequentially('works 42');
  // The suggestions for the previous input have disappeared.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Zephyr Works 42']);
  await expect(page.getByText('No matching companies.')).toBeHidden();
  await expectAccessible(page);
  await company.press('ArrowDown');
  await company.press('Enter');
  await expect(page).toHaveURL(`/jobs?type=Contract&company=${wanted?.id}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('Wind tamer');
  await expect(company).toHaveValue('Zephyr Works 42');
  // Another company is added.
  await company.fill('works 41');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Zephyr Works 41']);
  await company.press('ArrowDown');
  await company.press('Enter');
  await expect(page).toHaveURL(/company=[-\w]+&company=[-\w]+$/);
  await expect(company).toHaveAttribute('placeholder', '2 companies');
  await page.goBack();
  await expect(company).toHaveValue('Zephyr Works 42');
  await page.getByRole('link', { name: 'Remove Zephyr Works 42' }).click();
  await expect(page).toHaveURL('/jobs?type=Contract');
  await expect(company).toHaveValue('');

  // Without JavaScript, a company that is not among the options is found in the list of companies.
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: board.url });
  const plainPage = await plain.newPage();
  await plainPage.goto('/jobs');
  await plainPage.getByRole('link', { name: 'Find another company' }).click();
  await plainPage.getByLabel('Search companies').fill('works 42');
  await plainPage.getByRole('button', { name: 'Search' }).click();
  await plainPage.getByRole('link', { name: 'Jobs from Zephyr Works 42' }).click();
  await expect(plainPage).toHaveURL(`/jobs?company=${wanted?.id}`);
  await plain.close();

  // In the job form, a site admin finds a company in the same way.
  await board.openAs(page, 'siteadmin', '/jobs/add');
  const field = page.getByRole('combobox', { name: 'Company', exact: true });
  await field.pressSequentially('nowhere');
  await expect(page.getByText('No matching companies.')).toBeVisible();
  await field.fill('works 42');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Zephyr Works 42']);
  await expectAccessible(page);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue('Zephyr Works 42');
  await fillJob(page, 'Kite tamer');
  await page.reload();
  await expect(field).toHaveValue('Zephyr Works 42');
  await clickAdd(page);
  await expect(page.getByRole('complementary', { name: 'Company' })).toContainText(
    'Zephyr Works 42',
  );

  // Leave the page: the other stories on this board expect few companies.
  await page.goto('about:blank');
  await Promise.all(added.map(({ id }) => board.call('DELETE', `/api/companies/${id}`)));
});
