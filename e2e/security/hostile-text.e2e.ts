import type { Page } from '@playwright/test';
import { embeds, oembed, previews, sitemaps } from '#shared/urls/outside-paths.ts';
import { feeds, pages } from '#shared/urls/paths.ts';
import { statement } from '../../security/statements.ts';
import { expect } from '../fixtures.ts';
import { test } from '../own-board.ts';
import { accountLink, enterAddress, openPopup, visit } from '../sign-in.ts';
import { ELSEWHERE, watchForScripts } from './what-ran.ts';

/** Leaves whatever it may stand in, on one line. */
const MARKUP =
  '</title></script><script>alert(1)</script>{{7*7}}<%=7*7%>]]>&lt;"\'><img src=x onerror=alert(1)><!--';

const DESCRIPTION = [
  MARKUP,
  '[a link](javascript:alert(1)) and [another](data:text/html,<script>alert(1)</script>)',
  '<a href="javascript:alert(1)">a third</a> ![a picture](javascript:alert(1))',
  `![a picture from elsewhere](${ELSEWHERE}/pixel.png)`,
  `one line\u2028${MARKUP}\u2029another`,
  `${'- '.repeat(500)}deep`,
  '*'.repeat(10_000),
].join('\n\n');

const ADDRESS = `https://elsewhere.example/?${MARKUP.replaceAll(' ', '/')}`;

/** What a page holds that came in as a text, and is none. */
const foreignElements = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll('a[href^="javascript:" i],a[href^="data:" i],[onerror],[src=x]'),
    ].map(({ outerHTML }) => outerHTML),
  );

test(statement(19), async ({ page, context, board, newPerson, expectTrouble }) => {
  // A job that is closed, and an address that is none.
  expectTrouble('410');
  expectTrouble('400');
  expectTrouble('cursor=');
  expectTrouble('/api/jobs/');
  // The browser's own, for a feed and a picture.
  expectTrouble('Applying inline style');
  const { take } = await watchForScripts(context, board.url);
  const company = await board.addCompany({
    name: MARKUP,
    description: DESCRIPTION,
    website: ADDRESS,
  });
  const values = {
    title: MARKUP,
    location: MARKUP,
    description: DESCRIPTION,
    applyurl: ADDRESS,
    company: { id: company.id },
  };
  const closed = await board.postJob(values);
  await board.call('POST', `/api/jobs/${closed.id}/close`);
  const job = await board.postJob(values);
  const search = { q: MARKUP, location: MARKUP, company: company.id };

  const expectNothingRan = async (what: string) =>
    expect([what, await take(page), await foreignElements(page)]).toEqual([what, [], []]);
  const typed = encodeURIComponent(MARKUP);

  for (const path of [
    pages.home(),
    pages.jobs({ company: company.id }),
    pages.jobs(search),
    pages.job(job.id),
    pages.job(closed.id),
    pages.companies(),
    pages.company(company.id),
  ]) {
    await visit(page, path);
    expect([path, await page.evaluate(() => document.body.innerText)]).toEqual([
      path,
      expect.stringContaining(MARKUP),
    ]);
    await expectNothingRan(path);
  }
  for (const path of [
    `${pages.jobs()}?type=${typed}&salary=${typed}&cursor=${typed}`,
    feeds.jobsAtom({ company: company.id }),
    feeds.jobsJson({ company: company.id }),
    sitemaps.jobs(1),
    embeds.jobs({ company: company.id }),
    oembed(`${board.url}${pages.job(job.id)}`, 'xml'),
    oembed(`${board.url}${pages.job(job.id)}`),
    previews.job(job.id),
    `/api/jobs/${job.id}?description=html`,
    `/api/jobs/${typed}`,
  ]) {
    await page.goto(path);
    await expectNothingRan(path);
  }

  await page.goto(pages.job(job.id));
  const posting = await page.evaluate(() =>
    JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? ''),
  );
  expect(posting).toMatchObject({ title: MARKUP, hiringOrganization: { name: MARKUP } });
  expect(await page.title()).toContain(MARKUP);

  await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe');
        frame.onload = resolve;
        frame.src = src;
        document.body.append(frame);
      }),
    embeds.jobs({ company: company.id }),
  );
  await expect(page.frameLocator('iframe').getByRole('listitem')).toContainText(MARKUP);
  await expectNothingRan('a list in a frame');

  // Without a new document: from the list to the job, its company and back.
  await visit(page, pages.jobs({ company: company.id }));
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('button', { name: 'Less' })).toBeVisible();
  await expectNothingRan('a whole description in a list');
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MARKUP);
  await page
    .getByRole('main')
    .locator(`a[href="${pages.company(company.id)}"]`)
    .first()
    .click();
  await expect(page).toHaveURL(pages.company(company.id));
  await page.goBack();
  await expect(page).toHaveURL(pages.job(job.id));
  await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
  await page.getByLabel('Search jobs').fill(MARKUP);
  await expect(page).toHaveURL(pages.jobs({ q: MARKUP }));
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(MARKUP);
  await expectNothingRan('a way through the pages');

  // What somebody types at the provider, and calls themselves.
  const popup = await openPopup(page);
  const form = popup.locator('form').first();
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
  });
  await enterAddress(popup, { email: MARKUP });
  // The page that answers: in the one that was sent it stands too, until then.
  await expect(popup.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/);
  await expect(popup.getByLabel('Email')).toHaveValue(MARKUP);
  expect([await take(popup), await foreignElements(popup)]).toEqual([[], []]);
  await enterAddress(popup, newPerson());
  await accountLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account');
  await page.getByLabel('Name').fill(MARKUP);
  await page.getByLabel('Brief Bio of yourself').fill(DESCRIPTION);
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(accountLink(page)).toHaveText(MARKUP);
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue(MARKUP);
  await expect(accountLink(page)).toHaveText(MARKUP);
  await expectNothingRan('an account');
  await board.call('DELETE', `/api/companies/${company.id}`);
});
