import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { isolatedBoard } from '../support/isolated-board.ts';
import { fillJob } from '../support/job-form.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import {
  demoPerson,
  navigationBar,
  openDrawer,
  toast,
  visit,
  visitAs,
} from '../support/sign-in.ts';

const test = isolatedBoard({ JOB_REVIEW: 'all' });
const { step } = test;

const SCREENS = {
  Overview: 'Overview',
  Inbox: 'Inbox',
  People: 'People',
  Companies: 'Companies',
  Sources: 'Sources',
  'Audit Trail': 'Audit Trail',
} as const;
type Screen = keyof typeof SCREENS;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const heading2 = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const rows = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('link', { name, exact: true });
const screens = (page: Page) => page.getByRole('navigation', { name: 'Administration' });

/** Expects a screen with its heading and title, marked in the navigation. */
async function expectScreen(page: Page, screen: Screen): Promise<void> {
  await expect(heading(page)).toHaveText(SCREENS[screen]);
  await expect(page).toHaveTitle(`${SCREENS[screen]} · Composable Jobs`);
  await expect(screens(page).getByRole('link', { name: screen, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
}

/** Goes to a screen by the links of the navigation. From other pages, the drawer leads to the overview. */
async function goTo(page: Page, screen: Screen): Promise<void> {
  if (!(await screens(page).isVisible())) {
    const drawer = await openDrawer(page);
    await drawer.getByRole('link', { name: 'Administration' }).click();
    await expectScreen(page, 'Overview');
  }
  await screens(page).getByRole('link', { name: screen, exact: true }).click();
  await expectScreen(page, screen);
  await expect(heading(page)).toBeFocused();
}

/** Opens an item in the list of the inbox. */
async function openItem(page: Page, title: string): Promise<void> {
  const items = page.getByRole('list', { name: 'Items' });
  await items.getByRole('link').filter({ hasText: title }).click();
  await expect(heading2(page, title)).toBeFocused();
}

test('a site admin decides what waits, blocks a person, merges and deletes companies and undoes it in the audit trail', async ({
  page,
  board,
  openBrowser,
  newPerson,
  allowBrowserError,
}) => {
  test.slow();
  // 400: an incomplete form, and a blocked person. 401 and 403: the requests of the blocked person. 404: a person
  // without an account, and a job that is not published. 409: a decision that comes too late, and a change of the last
  // site admin.
  for (const status of ['400', '401', '403', '404', '409']) allowBrowserError(status);
  const person = newPerson();
  const visitor = await openBrowser();
  const employer = await openBrowser();
  const dialog = page.getByRole('dialog');

  const website = 'https://quaymaker.example';
  const remaining = await board.addCompany({ name: 'Quaymaker', website });
  const merged = await board.addCompany({ name: 'Quaymaker Inc.', website });
  const job = await board.postJob({ title: 'Quay Weaver', company: { id: merged.id } });
  const anvil = await board.addCompany({ name: 'Anvil', website: 'https://anvil.example' });
  const smith = await board.postJob({ title: 'Anvil Smith', company: { id: anvil.id } });
  const reported = await board.postJob({ title: 'Quern Carver' });

  await step('a visitor reports a job by the keyboard', async () => {
    await visit(visitor, `/jobs/${reported.id}`);
    await button(visitor, 'Report this job').press('Enter');
    const form = visitor.getByRole('form', { name: 'Report this job' });
    await expect(form.getByLabel('It is a scam')).toBeFocused();
    await visitor.keyboard.press('ArrowDown');
    await expect(form.getByLabel('It is no longer open')).toBeChecked();
    await visitor.keyboard.press('Tab');
    await visitor.keyboard.type('The employer says that it is filled.');
    await visitor.keyboard.press('Tab');
    await visitor.keyboard.type('ada@example.com');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByText('Thank you. A site admin will look at this job.')).toBeFocused();
    await expectAccessibleScreens(visitor);
  });

  await step('someone without an email address of a company claims it', async () => {
    await visitAs(visitor, person, `/employers?company=${remaining.id}`);
    await button(visitor, 'Choose Quaymaker').click();
    await button(visitor, 'Send').click();
    await button(visitor, 'I have no email address at quaymaker.example').click();
    await visitor.getByLabel('Message to the site admins').fill('I work there too.');
    await button(visitor, 'Ask a site admin').click();
    await expect(visitor.getByRole('article', { name: 'Quaymaker' })).toContainText(
      'in review since',
    );
  });

  await step('an employer submits a job', async () => {
    await visitAs(employer, demoPerson('companyadmin'), '/jobs/add');
    await fillJob(employer, 'Late Job');
    await button(employer, 'Add Job').click();
    await expect(heading2(employer, 'In review')).toBeVisible();
  });

  await step('the drawer leads to the overview, and on to the inbox', async () => {
    await visitAs(page, demoPerson('siteadmin'), '/');
    const drawer = await openDrawer(page);
    await drawer.getByRole('link', { name: 'Administration' }).click();
    await expectScreen(page, 'Overview');
    await expect(heading(page)).toBeFocused();
    await expect(heading2(page, 'Needs attention')).toBeVisible();
    await expectAccessibleScreens(page);
    await goTo(page, 'Inbox');
    await openItem(page, 'Late Job');
  });

  await step('a job that is withdrawn meanwhile can no longer be approved', async () => {
    await button(employer, 'Withdraw Job').click();
    await expect(heading2(employer, 'Draft')).toBeVisible();
    await expect(page.getByText('withdrew this job from the review')).toBeVisible();
    await expect(button(page, 'Approve job')).toHaveCount(0);
  });

  await step('a claim is rejected with a reason', async () => {
    await openItem(page, 'Quaymaker');
    const claim = page.getByRole('article', { name: 'Open item' });
    await expect(claim).toContainText('I work there too.');
    await claim.getByRole('link', { name: 'Quaymaker', exact: true }).first().click();
    await expect(heading(page)).toHaveText('Quaymaker');
    await expect(heading(page)).toBeFocused();
    await page.goBack();
    await expectScreen(page, 'Inbox');
    await button(page, 'Reject request…').press('Enter');
    await page.getByLabel('Reason', { exact: true }).fill('Ask the owner for an invitation.');
    await button(page, 'Send the rejection').press('Enter');
    await expect(toast(page, 'Request Rejected Successfully')).toBeVisible();
    await expect(heading2(page, reported.title)).toBeFocused();
  });

  await step('the reports of a job are read and answered by mail', async () => {
    const report = page.getByRole('article', { name: 'Open item' });
    await expect(report).toContainText('The employer says that it is filled.');
    await expect(report).toContainText('wants an answer');
    await expectAccessibleScreens(page);
    await page.getByLabel('Common answers').selectOption('We have removed the job.');
    await button(page, 'Resolve reports').click();
    await expect(toast(page, 'Reports Resolved')).toBeVisible();
    await expect(page.getByText('Nothing waits.')).toBeVisible();
    await expect(heading(page)).toBeFocused();
    await expectAccessibleScreens(page);
    await employer.goto('/dev/mail');
    await employer.getByRole('link', { name: 'Your report of' }).click();
    await expect(employer.getByText('To ada@example.com')).toBeVisible();
    await expect(employer.getByText('We have removed the job.')).toBeVisible();
  });

  await step('a person is found', async () => {
    await goTo(page, 'People');
    await expect(rows(page).first()).toHaveText(person.name);
    await expectAccessibleScreens(page);
    const field = page.getByLabel('Name, email address or id');
    await field.fill(person.email);
    await expect(rows(page)).toHaveText([person.name]);
    await expect(field).toBeFocused();
    await expect(page).toHaveURL(`/admin/people?q=${encodeURIComponent(person.email)}`);
    await field.fill('nobody has this name');
    await expect(page.getByText('No people match')).toBeVisible();
    await expectAccessibleScreens(page);
    await link(page, 'Show all people').click();
  });

  await step('the last site admin cannot be changed', async () => {
    const { name } = demoPerson('siteadmin');
    await page.getByLabel('Role', { exact: true }).selectOption('Site admin');
    await expect(rows(page)).toHaveText([name]);
    await button(page, `Change role: ${name}`).click();
    await dialog.getByLabel('Role').selectOption('User');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This is the last site admin.');
    await expectAccessibleScreens(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button(page, `Change role: ${name}`)).toBeFocused();
    await page.getByLabel('Role', { exact: true }).selectOption('All roles');
  });

  await step('a person becomes a company admin', async () => {
    await page.getByLabel('Name, email address or id').fill(person.email);
    await expect(rows(page)).toHaveText([person.name]);
    await button(page, `Change role: ${person.name}`).click();
    await dialog.getByLabel('Role').selectOption('Company admin');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose a company.');
    const options = dialog.getByLabel('Company', { exact: true });
    await dialog.getByLabel('Find a company').fill('Brack');
    await expect(options.getByRole('option')).not.toHaveCount(1);
    await options.selectOption({ index: 1 });
    await expectAccessibleScreens(page);
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await expect(toast(page, 'Role Changed')).toBeVisible();
    await expect(page.getByRole('listitem').getByText('Company admin')).toBeVisible();
  });

  await step('a blocked person is refused at once', async () => {
    await button(page, `Block: ${person.name}`).click();
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Enter a reason.');
    await dialog.getByLabel('Reason').fill('Asks applicants for money');
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(toast(page, 'Person Blocked')).toBeVisible();
    await expect(page.getByText('Asks applicants for money')).toBeVisible();
    await expectAccessibleScreens(page);
    await visitor.goto('/account');
    await expect(visitor).toHaveURL('/');
    const popup = visitor.waitForEvent('popup');
    await navigationBar(visitor).getByRole('button', { name: 'Log in' }).click();
    const signIn = await popup;
    await signIn.getByLabel('Email').fill(person.email);
    await signIn.getByRole('button', { name: 'Continue' }).click();
    await expect(signIn.getByText('A site admin has blocked this account.')).toBeVisible();
    await signIn.close();
  });

  await step('the blocked people are downloaded, and one is unblocked', async () => {
    await page.getByLabel('Access').selectOption('Blocked');
    await expect(page).toHaveURL(/&blocked=true$/);
    const download = page.waitForEvent('download');
    await button(page, 'Download CSV').click();
    expect((await download).suggestedFilename()).toBe('people.csv');
    const csv = await text(await (await download).createReadStream());
    expect(csv).toContain('Asks applicants for money');
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    await button(page, `Unblock: ${person.name}`).click();
    await dialog.getByRole('button', { name: 'Unblock' }).click();
    await expect(toast(page, 'Person Unblocked')).toBeVisible();
    await visitAs(visitor, person, '/account');
  });

  await step('Back and Forward keep each screen with its filters', async () => {
    await page.getByLabel('Access').selectOption('');
    await expect(rows(page)).toHaveText([person.name]);
    await goTo(page, 'Companies');
    await page.getByLabel('Show').selectOption('Possible duplicates');
    await expect(page).toHaveURL('/admin/companies?show=duplicates');
    await expect(rows(page)).toHaveText(['Quaymaker', 'Quaymaker Inc.']);
    await page.goBack();
    await expectScreen(page, 'Companies');
    await expect(page.getByLabel('Show')).toHaveValue('');
    await page.goBack();
    await expectScreen(page, 'People');
    await expect(rows(page)).toHaveText([person.name]);
    await expect(page.getByLabel('Name, email address or id')).toHaveValue(person.email);
    await page.goForward();
    await page.goForward();
    await expectScreen(page, 'Companies');
    await expect(page).toHaveURL('/admin/companies?show=duplicates');
    await expect(page.getByLabel('Show')).toHaveValue('duplicates');
    await expect(rows(page)).toHaveText(['Quaymaker', 'Quaymaker Inc.']);
    await page.getByLabel('Name or id').fill('Quaymaker');
    await expect(page).toHaveURL('/admin/companies?show=duplicates&q=Quaymaker');
    await expect(rows(page)).toHaveText(['Quaymaker', 'Quaymaker Inc.']);
    await expectAccessibleScreens(page);
  });

  await step('a duplicate is merged, and its URL leads to the other company', async () => {
    await button(page, 'Merge: Quaymaker Inc.').click();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose a company.');
    await dialog.getByLabel('Company', { exact: true }).selectOption('Quaymaker');
    await expect(dialog).toContainText('move to Quaymaker');
    await expectAccessibleScreens(page);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(toast(page, 'Companies Merged')).toBeVisible();
    await expect(page.getByText('No companies match')).toBeVisible();
    const redirect = await page.request.get(`/companies/${merged.id}`, { maxRedirects: 0 });
    expect(redirect.status()).toBe(301);
    await visit(visitor, `/companies/${merged.id}`);
    await expect(visitor).toHaveURL(`/companies/${remaining.id}`);
    await expect(heading(visitor)).toHaveText('Quaymaker');
    await visitor
      .getByRole('article', { name: job.title })
      .getByRole('link', { name: 'Go Look' })
      .click();
    await expect(visitor).toHaveURL(`/jobs/${job.id}`);
    await expect(heading(visitor)).toHaveText(job.title);
  });

  const trail = page.getByLabel('Id, URL, or a person’s email address');
  await step('the merge is undone in the audit trail, once', async () => {
    await goTo(page, 'Audit Trail');
    await page.getByLabel('What').selectOption('Merge');
    await trail.fill(merged.id);
    await expect(page).toHaveURL(`/admin/audit?kind=merge&q=${merged.id}`);
    await expect(rows(page)).toHaveText(['Demo Site Admin merged Quaymaker Inc. into Quaymaker']);
    await page.getByText('Details').click();
    await expect(page.getByRole('term').filter({ hasText: 'Merged into' })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: remaining.id })).toBeVisible();
    await expectAccessibleScreens(page);
    await button(page, 'Undo the merge: Quaymaker Inc.').click();
    await expect(dialog).toContainText('The company comes back');
    await expectAccessibleScreens(page);
    await dialog.getByRole('button', { name: 'Undo the merge' }).click();
    await expect(toast(page, 'Merge Undone')).toBeVisible();
    await expect(rows(page)).toHaveText([
      'Demo Site Admin undid the merge of Quaymaker Inc. into Quaymaker',
      'Demo Site Admin merged Quaymaker Inc. into Quaymaker',
    ]);
    await visit(visitor, `/companies/${merged.id}`);
    await expect(visitor).toHaveURL(`/companies/${merged.id}`);
    await expect(heading(visitor)).toHaveText('Quaymaker Inc.');
    await expect(visitor.getByRole('article', { name: job.title })).toBeVisible();
    await page.getByLabel('Change', { exact: true }).selectOption('Created');
    await expect(rows(page)).toHaveText(['Demo Site Admin merged Quaymaker Inc. into Quaymaker']);
    await expect(page.getByRole('term').filter({ hasText: 'Merged into' })).toBeVisible();
    await expect(button(page, 'Undo the merge: Quaymaker Inc.')).toBeHidden();
  });

  await step('a company is deleted', async () => {
    await goTo(page, 'Companies');
    await page.getByLabel('Name or id').fill('Anvil');
    await expect(rows(page)).toHaveText(['Anvil']);
    await button(page, 'Delete: Anvil').click();
    await expect(dialog).toContainText('All jobs (1 open), drafts, claims and sources are deleted');
    await expectAccessibleScreens(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Company Deleted')).toBeVisible();
    await expect(page.getByText('No companies match')).toBeVisible();
    expect((await page.request.get(`/companies/${anvil.id}`)).status()).toBe(404);
  });

  await step('the company is restored with its jobs from the audit trail', async () => {
    await goTo(page, 'Audit Trail');
    await trail.fill(anvil.id);
    await page.getByLabel('Change', { exact: true }).selectOption('Deleted');
    await page.getByLabel('What').selectOption('Company');
    await expect(rows(page)).toHaveText(['Demo Site Admin deleted the company Anvil']);
    await page.getByText('Details').click();
    await expect(page.getByRole('definition').filter({ hasText: 'We **weave**.' })).toBeVisible();
    await button(page, 'Restore: Anvil').click();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page, 'Restored')).toBeVisible();
    await visit(visitor, `/companies/${anvil.id}`);
    await expect(visitor.getByRole('article', { name: smith.title })).toBeVisible();
  });

  await step(
    'the change of a job is found by its URL and read word by word, by keyboard',
    async () => {
      const { id } = await board.postJob({
        title: 'Carpenter',
        description: 'You will make tables.',
      });
      const changed = await board.call('PUT', `/api/jobs/${id}`, {
        ...reported,
        id,
        title: 'Senior Carpenter',
        description: 'You will make oak tables.',
        applyurl: 'https://example.com/join',
      });
      expect(changed.ok).toBe(true);
      await goTo(page, 'Sources');
      await expect(page.getByText('No sources')).toBeVisible();
      await goTo(page, 'Audit Trail');
      await expect(trail).toHaveValue('');
      await expect(rows(page).first()).toContainText('the job “Senior Carpenter”');
      await expectAccessibleScreens(page);
      await trail.focus();
      await page.keyboard.insertText(`${board.url}/jobs/${id}`);
      await expect(rows(page)).toHaveText([
        /^Demo Site Admin changed .+ of the job “Senior Carpenter” of /,
        /^Demo Site Admin posted “Carpenter” of /,
      ]);
      await expect(trail).toBeFocused();
      const summary = page.getByText('Changed: Apply URL, Description, Title');
      await expect(summary).toBeVisible();
      const isAtSummary = () => summary.evaluate((element) => element === document.activeElement);
      for (let presses = 0; presses < 20 && !(await isAtSummary()); presses += 1) {
        await page.keyboard.press('Tab');
      }
      await expect(summary).toBeFocused();
      await page.keyboard.press('Enter');
      const changeOf = (label: string) =>
        page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd');
      await expect(changeOf('Title').getByRole('insertion')).toHaveText('Senior ');
      await expect(changeOf('Description').getByRole('insertion')).toHaveText('oak ');
      await expect(changeOf('Apply URL').getByRole('deletion')).toHaveText('apply');
      await expect(changeOf('Apply URL').getByRole('insertion')).toHaveText('join');
      await expect(summary).toBeFocused();
      await expectAccessibleScreens(page);
    },
  );

  await step("a person's name links to the changes by this person", async () => {
    const { name, id } = demoPerson('siteadmin');
    await page.getByRole('link', { name }).last().press('Enter');
    await expect(trail).toHaveValue(id);
    await expect(rows(page).first()).toContainText('the job “Senior Carpenter”');
  });
});
