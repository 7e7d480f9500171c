import type { Page } from '@playwright/test';
import { twoColors } from '#tests/support/pictures.ts';
import { paste, WORD } from '../support/clipboard.ts';
import { expect } from '../support/fixtures.ts';
import { isolatedBoard } from '../support/isolated-board.ts';
import { fillJob } from '../support/job-form.ts';
import { enterAt, typeInto } from '../support/keyboard.ts';
import { waitForAdvice } from '../support/manage-job.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  accountLink,
  demoPerson,
  openDrawer,
  toast,
  visit,
  visitAs,
  waitForHydration,
} from '../support/sign-in.ts';

const test = isolatedBoard({ JOB_REVIEW: 'all' });
const { step } = test;

const COMPANY = 'Ember Kiln';

/** The maximum number of fields and actions that posting a job may take. */
const MAX_STEPS = 9;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const heading2 = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Goes to the home page and on to "For employers". */
async function goToEmployers(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Composable Jobs' }).first().click();
  await expect(heading(page)).toHaveText(/^Connecting/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'For employers' }).click();
  await expect(page).toHaveURL('/employers');
  await expect(heading(page)).toHaveText('For employers');
  await expect(heading(page)).toBeFocused();
}

/** Goes to "For employers", and on to a tab of the dashboard. */
async function goToTab(page: Page, tab: string): Promise<void> {
  await goToEmployers(page);
  await link(page, 'Dashboard').click();
  await expect(heading(page)).toHaveText('Dashboard');
  const tabs = page.getByRole('main').getByRole('navigation', { name: 'Dashboard' });
  await tabs.getByRole('link', { name: tab }).click();
  await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
}

/** Opens an item of the site admins' inbox. */
async function openItem(page: Page, title: string): Promise<void> {
  const drawer = await openDrawer(page);
  await drawer.getByRole('link', { name: 'Inbox' }).click();
  await expect(heading(page)).toHaveText('Inbox');
  const items = page.getByRole('list', { name: 'Items' });
  await items.getByRole('link').filter({ hasText: title }).click();
  await expect(heading2(page, title)).toBeFocused();
}

/** Finds a published job as any visitor does, and opens it. */
async function findJob(page: Page, title: string): Promise<void> {
  const drawer = await openDrawer(page);
  await drawer.getByRole('link', { name: 'Jobs' }).click();
  await expect(heading(page)).toHaveText('Browse Jobs');
  await page.getByLabel('Search jobs').fill(title);
  await expect(page).toHaveURL(/\/jobs\?q=/);
  await page.getByRole('article', { name: title }).getByRole('link', { name: 'Go Look' }).click();
  await expect(heading(page)).toHaveText(title);
}

test('an employer without an account registers a company, posts a job after its review, invites a colleague who edits it, and closes it', async ({
  page,
  openBrowser,
  newPerson,
  allowBrowserError,
}) => {
  test.slow();
  // 404: the page of a job that is not published, and a used invitation. 400: an incomplete job. 409: a decision that
  // comes too late, and the last owner, who cannot leave. 410: the page of a closed job.
  for (const status of ['404', '400', '409', '410']) allowBrowserError(status);
  const person = newPerson();
  const colleague = newPerson();
  const admin = await openBrowser();
  const request = page.getByRole('article', { name: COMPANY });
  const item = admin.getByRole('article', { name: 'Open item' });

  await step('"Add Job" on the home page leads to the page where posting begins', async () => {
    await page.goto('/');
    await waitForHydration(page);
    await expect(heading2(page, 'For Employers')).toBeVisible();
    await link(page, 'Add Job').click();
    await expect(page).toHaveURL('/employers');
    await expect(page.getByText('A site admin reads each job.')).toBeVisible();
    await fillJob(page, 'Potter');
    await page.getByLabel('Apply URL').fill('kiln.example/apply');
    await button(page, 'Next: your company').click();
  });

  await step('the employer adds a company and logs in, and both wait for a review', async () => {
    await page.getByLabel('Company Name').fill(COMPANY);
    await button(page, 'My company is not listed').click();
    await page.getByLabel('Description').fill('We fire **clay**.');
    await page.getByLabel('Website').fill('ember-kiln.github.io');
    await button(page, 'Next: your email').click();
    await page.getByLabel('Work email').fill(person.email);
    const popup = page.waitForEvent('popup');
    await button(page, 'Get a code and send').click();
    await (await popup).getByRole('button', { name: 'Continue' }).click();
    await expect(accountLink(page)).toHaveText(person.name);
    // The site is at GitHub Pages, where anyone can have a site, so an email address proves nothing.
    await expect(request).toContainText('in review since');
    await expect(request).toContainText('It is next.');
    await expect(request).toContainText('Job: Potter, posted with the approval.');
    await expectAccessibleScreens(page);
    const companies = await page.request.get('/api/companies?q=ember');
    expect((await companies.json()).results).toEqual([]);
  });

  await step('the employer adds a logo, a message and a change of the job', async () => {
    await button(page, 'Withdraw request').click();
    await button(page, `Edit ${COMPANY}`).click();
    const buffer = await twoColors().png().toBuffer();
    await page.getByLabel('Logo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await button(page, 'Save Company').click();
    await expect(toast(page, 'Company Saved Successfully')).toBeVisible();
    await button(page, 'Edit job').click();
    await expect(heading2(page, 'Job')).toBeFocused();
    await page.getByLabel('Description').fill('You will make **pots**.');
    await expectAccessibleScreens(page);
    await button(page, 'Add Job').click();
    await request.getByLabel('Message to the site admins').fill('We are two potters.');
    await button(page, 'Ask a site admin').click();
    await expect(toast(page, 'Request Submitted for Review')).toBeVisible();
    await expect(request).toContainText('in review since');
  });

  await step('a site admin rejects the company with a reason', async () => {
    await visitAs(admin, demoPerson('siteadmin'), '/');
    await openItem(admin, COMPANY);
    await expect(item).toContainText('We are two potters.');
    const job = item.getByRole('region', { name: 'First job' });
    for (const text of ['Potter', 'posted with the approval', 'Over $300K', 'Porto', '/apply']) {
      await expect(job).toContainText(text);
    }
    await expectAccessibleScreens(admin);
    await button(admin, 'Reject request…').press('Enter');
    await button(admin, 'Send the rejection').press('Enter');
    await expect(item.getByText('Enter a reason.')).toBeVisible();
    await expect(item.getByLabel('Reason', { exact: true })).toBeFocused();
    await item.getByLabel('Reason', { exact: true }).fill('Tell us where your kiln is.');
    await button(admin, 'Send the rejection').press('Enter');
    await expect(toast(admin, 'Request Rejected Successfully')).toBeVisible();
    await expect(admin.getByText('Nothing waits.')).toBeVisible();
    await expect(heading(admin)).toBeFocused();
  });

  await step('the employer corrects the company and asks again', async () => {
    await goToEmployers(page);
    await expect(request).toContainText('Reason: Tell us where your kiln is.');
    await expectAccessibleScreens(page);
    await button(page, `Edit ${COMPANY}`).click();
    await expect(page.getByText('Current Logo:')).toBeVisible();
    await page.getByLabel('Description').fill('We fire **clay** in Porto.');
    await button(page, 'Save Company').click();
    await expect(request).toContainText('not submitted');
    await button(page, 'Ask a site admin').click();
    await expect(request).toContainText('in review since');
  });

  await step('a request that was withdrawn meanwhile is not approved', async () => {
    await openItem(admin, COMPANY);
    await expect(item).toContainText(
      'Rejected before, for this reason:Tell us where your kiln is.',
    );
    await expect(item).toContainText('We fire clay in Porto.');
    await button(page, 'Withdraw request').click();
    await expect(request).toContainText('not submitted');
    await expect(item).toContainText('withdrew this request from the review');
    await expectAccessibleScreens(admin);
    await button(page, 'Ask a site admin').click();
    await expect(request).toContainText('in review since');
    await button(admin, 'Show the new version').click();
    await button(admin, 'Approve company and job').press('Enter');
    await expect(toast(admin, 'Request Approved Successfully')).toBeVisible();
  });

  await step('the job was approved with the company, so it is public', async () => {
    await findJob(page, 'Potter');
    await goToEmployers(page);
    await expect(heading2(page, `You post jobs for ${COMPANY}`)).toBeVisible();
  });

  const TITLE = 'Kiln Mechanic';
  let path = '';
  await step('the employer drafts a job, which nobody else sees', async () => {
    await goToEmployers(page);
    await link(page, 'Add Job').click();
    await expect(page).toHaveTitle('Add Job · Composable Jobs');
    await page.getByLabel('Job Title').fill(TITLE);
    await button(page, 'Save as Draft').click();
    await expect(toast(page, 'Draft Saved Successfully')).toBeVisible();
    await expect(heading(page)).toHaveText(TITLE);
    await expect(page).toHaveTitle(new RegExp(`^${TITLE} \\(Draft\\)`));
    await expect(heading2(page, 'Draft')).toBeVisible();
    await expectAccessibleScreens(page);
    path = new URL(page.url()).pathname;
    expect((await page.request.get(path)).status()).toBe(404);
    await button(page, 'Submit Job').click();
    await expect(page.getByRole('alert')).toContainText('Enter a location.');
    await expectAccessibleScreens(page);
  });

  await step('a description pasted from Word keeps its lists and links', async () => {
    await link(page, 'Edit Job').click();
    await page.getByLabel('Description').click();
    await paste(page, WORD);
    await page.getByLabel('Salary').selectOption('$60K - $70K');
    await page.getByLabel('Location').fill('Porto, Portugal');
    await page.getByLabel('Apply URL').fill('https://kiln.example/jobs/1');
    await button(page, 'Save and Submit').click();
    await expect(heading2(page, 'In review')).toBeVisible();
    await expectAccessibleScreens(page);
    const description = page.getByRole('main');
    await expect(description.getByRole('heading', { name: 'About the role' })).toBeVisible();
    await expect(description.locator('ul:has-text("Order yarn")').getByRole('listitem')).toHaveText(
      [/^Oil the looms/, 'Every morning', 'Order yarn'],
    );
    await expect(description.locator('ol:has-text("Meet us")').getByRole('listitem')).toHaveText([
      'Apply',
      'Meet us',
    ]);
    await expect(description.getByRole('link', { name: 'the team' })).toHaveAttribute(
      'href',
      'https://loom.example/team',
    );
  });

  await step('a site admin rejects the job by the keyboard', async () => {
    await openItem(admin, TITLE);
    await expect(admin.getByText('You will repair')).toBeVisible();
    await expectAccessibleScreens(admin);
    await button(admin, 'Reject job…').focus();
    await admin.keyboard.press('Enter');
    await button(admin, 'Send the rejection').focus();
    await admin.keyboard.press('Enter');
    await expect(admin.getByText('Enter a reason.')).toBeVisible();
    await expect(admin.getByLabel('Reason', { exact: true })).toBeFocused();
    await expectAccessibleScreens(admin);
    await admin.getByLabel('Common reasons').selectOption({ index: 1 });
    await button(admin, 'Send the rejection').press('Enter');
    await expect(toast(admin, 'Job Rejected Successfully')).toBeVisible();
    await expect(admin.getByText('Nothing waits.')).toBeVisible();
    await expect(heading(admin)).toBeFocused();
  });

  const reason = page.getByText('Reason: The job does not say what the work is.');
  await step('the dashboard leads to the rejected job, which is corrected', async () => {
    await findJob(page, 'Potter');
    await page.getByRole('link', { name: 'Back to Job Listings' }).click();
    await link(page, 'Dashboard').click();
    await link(page, 'Rejected 1').click();
    await expect(reason).toBeVisible();
    await expectAccessibleScreens(page);
    await link(page, TITLE).click();
    await expect(heading(page)).toHaveText(TITLE);
    await expect(reason).toBeVisible();
    await expectAccessibleScreens(page);
    await link(page, 'Edit Job').click();
    await expect(reason).toBeVisible();
    await page.getByLabel('Description').fill('You will repair **kilns** of brik.');
    await button(page, 'Save and Submit').click();
    await expect(heading2(page, 'In review')).toBeVisible();
  });

  await step('a typo is corrected while the job is in review', async () => {
    await link(page, 'Edit Job').click();
    await page.getByLabel('Description').fill('You will repair **kilns** of brick.');
    await button(page, 'Save Changes').click();
    await expect(heading2(page, 'In review')).toBeVisible();
    await expect(page.getByText('You will repair kilns of brick.')).toBeVisible();
  });

  await step('posting another job takes few steps', async () => {
    await goToEmployers(page);
    const actions = [
      () => link(page, 'Add Job').click(),
      () => page.getByLabel('Job Title').fill('Glazier'),
      () => page.getByLabel('Description').click(),
      () => paste(page, WORD),
      () => page.getByLabel('Salary').selectOption('$60K - $70K'),
      () => page.getByLabel('Location').fill('Porto, Portugal'),
      () => page.getByLabel('Apply URL').fill('https://kiln.example/jobs/2'),
      () => button(page, 'Add Job').click(),
    ];
    for (const act of actions) await act();
    expect(actions.length).toBeLessThanOrEqual(MAX_STEPS);
    await expect(toast(page, 'Job Submitted for Review')).toBeVisible();
    await expect(heading(page)).toHaveText('Glazier');
  });

  await step('the next job follows a decision', async () => {
    await openItem(admin, TITLE);
    await expect(admin.getByText('You will repair kilns of brick.')).toBeVisible();
    await button(admin, 'Approve job').press('Enter');
    await expect(toast(admin, 'Job Approved Successfully')).toBeVisible();
    await expect(heading2(admin, 'Glazier')).toBeFocused();
    await button(admin, 'Approve job').press('Enter');
    await expect(admin.getByText('Nothing waits.')).toBeVisible();
    await findJob(page, TITLE);
    await expect(page).toHaveURL(path);
    await expect(page.getByText('You will repair kilns of brick.')).toBeVisible();
  });

  const team = page.getByRole('region', { name: 'Team' });
  const companies = page.getByRole('region', { name: 'Your companies' });
  const members = team.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await step('the last owner cannot leave, and by keyboard alone invites a colleague', async () => {
    await goToTab(page, 'Team');
    await expect(companies.getByRole('listitem')).toHaveText(
      new RegExp(`^${COMPANY}Owner, you post jobs for this company`),
    );
    await expect(members).toHaveCount(1);
    await expect(members).toContainText('(you)');
    await expectAccessibleScreens(page);
    await companies.getByRole('button', { name: `Leave ${COMPANY}` }).click();
    await expectAccessibleScreens(page);
    await dialog(page).getByRole('button', { name: 'Leave' }).click();
    await expect(companies.getByRole('alert')).toContainText('A company needs an owner.');
    await typeInto(page, team.getByLabel('Email address'), colleague.email);
    await enterAt(page, team.getByRole('button', { name: 'Send invitation' }));
    await expect(toast(page, 'Invitation sent')).toBeVisible();
    await expect(team.getByRole('list', { name: 'Open invitations' })).toContainText(
      colleague.email,
    );
    await expect(team.getByLabel('Email address')).toHaveValue('');
    await expectAccessibleScreens(page);
  });

  const other = await openBrowser();
  await step(
    'by keyboard alone, the colleague joins by the link in the mail, which works once',
    async () => {
      await other.goto('/dev/mail');
      await expect(other.getByRole('link', { name: /” is published at / })).toHaveCount(2);
      await other
        .getByRole('link', { name: `Join ${COMPANY} at Composable Jobs` })
        .first()
        .click();
      const mail = other.frameLocator('iframe');
      const href =
        (await mail.getByRole('link', { name: 'Open the invitation' }).getAttribute('href')) ?? '';
      await visit(other, new URL(href).pathname + new URL(href).hash);
      await expect(other.getByText('Log in to see and accept your invitation.')).toBeVisible();
      const opened = other.waitForEvent('popup');
      await enterAt(other, other.getByRole('main').getByRole('button', { name: 'Log in' }));
      const popup = await opened;
      await typeInto(popup, popup.getByLabel('Email'), colleague.email);
      await popup.keyboard.press('Enter');
      await expect(
        other.getByText(`${COMPANY} invites you to its team as an editor.`),
      ).toBeVisible();
      await expectAccessibleScreens(other);
      await enterAt(other, button(other, 'Accept'));
      await expect(toast(other, `You are in the team of ${COMPANY}`)).toBeVisible();
      await expect(other).toHaveURL('/dashboard?tab=team');
      await expect(other.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(
        2,
      );
      // Only owners choose where the company's jobs come from, and who is in the team.
      await expect(other.getByRole('region', { name: 'Team' }).getByRole('button')).toHaveCount(0);
      await link(other, 'Import').click();
      await expect(other.getByText('Only owners of a company can choose')).toBeVisible();
      await visit(other, new URL(href).pathname + new URL(href).hash);
      await expect(other.getByText('This invitation was used, has expired')).toBeVisible();
      await expectAccessibleScreens(other);
    },
  );

  await step("the colleague's edit is reviewed, and the public page stays meanwhile", async () => {
    await findJob(other, TITLE);
    await link(other, 'Edit Job').click();
    await other.getByLabel('Job Title').fill(`Senior ${TITLE}`);
    await button(other, 'Update Job').click();
    await expect(toast(other, 'Job Submitted for Review')).toBeVisible();
    await expect(other).toHaveURL(path);
    await expect(heading(other)).toHaveText(TITLE);
    const pending = other.getByText('An edit has been in review since');
    await expect(pending).toContainText('All jobs are reviewed here.');
    await expect(other.getByText('It is next.')).toBeVisible();
    await expectAccessibleScreens(other);
    await openItem(admin, `Senior ${TITLE}`);
    await expect(heading2(admin, 'Changes to the published job')).toBeVisible();
    await expect(admin.locator('ins').first()).toHaveText('Senior ');
    await expectAccessibleScreens(admin);
    await button(admin, 'Reject job…').click();
    await admin.getByLabel('Reason', { exact: true }).fill('Say which kilns.');
    await button(admin, 'Send the rejection').click();
    await expect(toast(admin, 'Job Rejected Successfully')).toBeVisible();
    await findJob(other, TITLE);
    await expect(other.getByText('Reason: Say which kilns.')).toBeVisible();
    await link(other, 'Edit Job').click();
    await expect(other.getByText('A site admin rejected the last edit of this job.')).toBeVisible();
    await expect(other.getByLabel('Job Title')).toHaveValue(`Senior ${TITLE}`);
    await expectAccessibleScreens(other);
    await other.getByLabel('Description').fill('You will repair gas kilns.');
    await button(other, 'Update Job').click();
    await expect(other).toHaveURL(path);
    await openItem(admin, `Senior ${TITLE}`);
    await button(admin, 'Approve job').click();
    await expect(toast(admin, 'Job Approved Successfully')).toBeVisible();
    await findJob(other, `Senior ${TITLE}`);
    await expect(other.getByText('You will repair gas kilns.')).toBeVisible();
  });

  await step('an edit can be discarded', async () => {
    await link(other, 'Edit Job').click();
    await other.getByLabel('Job Title').fill('Kiln Mender');
    await button(other, 'Update Job').click();
    await button(other, 'Discard Edit').click();
    await expect(toast(other, 'Edit Discarded')).toBeVisible();
    await expect(other.getByText('An edit has been in review since')).toHaveCount(0);
    await expect(heading(other)).toHaveText(`Senior ${TITLE}`);
  });

  await step('the owner makes the colleague an owner and an editor again', async () => {
    await goToTab(page, 'Team');
    await team.getByRole('button', { name: `Make ${colleague.name} an owner` }).click();
    await expect(toast(page, `${colleague.name} is now an owner`)).toBeVisible();
    await expect(members.nth(1)).toContainText('Owner since');
    await team.getByRole('button', { name: `Make ${colleague.name} an editor` }).click();
    await expect(members.nth(1)).toContainText('Editor since');
  });

  await step('the colleague leaves the team', async () => {
    await goToTab(other, 'Team');
    await button(other, `Leave ${COMPANY}`).click();
    await dialog(other).getByRole('button', { name: 'Leave' }).click();
    await expect(toast(other, `You left ${COMPANY}`)).toBeVisible();
    await expect(other).toHaveURL('/employers?step=job');
  });

  await step('someone who cannot prove to work there asks a site admin to join', async () => {
    await link(other, 'continue without a job').click();
    await other.getByLabel('Company Name').fill(COMPANY);
    await button(other, `Choose ${COMPANY}`).click();
    await button(other, 'Send').click();
    await other.getByLabel('Message to the site admins').fill('I work there again.');
    await button(other, 'Ask a site admin').click();
    await expect(other.getByRole('article', { name: COMPANY })).toContainText('in review since');
    await openItem(admin, COMPANY);
    await expect(item).toContainText('I work there again.');
  });

  await step('the owner closes the job, which leaves the list', async () => {
    await findJob(page, `Senior ${TITLE}`);
    await waitForAdvice(page);
    await button(page, 'Close Job').click();
    await expect(toast(page, 'Job Closed Successfully')).toBeVisible();
    await expect(page.getByText('This job closed on')).toBeVisible();
    await expect(heading(page)).toBeFocused();
    await expect(page.getByRole('link', { name: /^Apply on/ })).toHaveCount(0);
    await expect(button(page, 'Reopen Job')).toBeVisible();
    expect((await page.request.get(path)).status()).toBe(410);
    await page.getByRole('link', { name: 'Back to Job Listings' }).click();
    await expect(page.getByLabel('Search jobs')).toHaveValue(`Senior ${TITLE}`);
    await expect(page.getByRole('article', { name: `Senior ${TITLE}` })).toHaveCount(0);
  });
});
