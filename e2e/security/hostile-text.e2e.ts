import type { Page } from '@playwright/test';
import { BIO_LENGTH } from '#shared/limits.ts';
import { embeds, oembed, previews, sitemaps } from '#shared/urls/outside-paths.ts';
import { feeds, pages } from '#shared/urls/paths.ts';
import { statement } from '#tests/security/statements.ts';
import { expect } from '../support/fixtures.ts';
import { detectScripts, OTHER_SITE } from '../support/hostile-script.ts';
import { test } from '../support/isolated-board.ts';
import { accountLink, enterEmail, openPopup, visit } from '../support/sign-in.ts';

/** Markup that escapes from most HTML contexts, written on one line. */
const MARKUP =
  '</title></script><script>alert(1)</script>{{7*7}}<%=7*7%>]]>&lt;"\'><img src=x onerror=alert(1)><!--';

const DESCRIPTION = [
  MARKUP,
  '[a link](javascript:alert(1)) and [another](data:text/html,<script>alert(1)</script>)',
  '<a href="javascript:alert(1)">a third</a> ![a picture](javascript:alert(1))',
  `![a picture from elsewhere](${OTHER_SITE}/pixel.png)`,
  `one line\u2028${MARKUP}\u2029another`,
  `${'- '.repeat(500)}deep`,
  '*'.repeat(10_000),
].join('\n\n');

const ADDRESS = `https://elsewhere.example/?${MARKUP.replaceAll(' ', '/')}`;

/** Elements that only injected markup can create. */
const injectedElements = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll('a[href^="javascript:" i],a[href^="data:" i],[onerror],[src=x]'),
    ].map(({ outerHTML }) => outerHTML),
  );

test(statement(19), async ({ page, context, board, newPerson, allowBrowserError }) => {
  // The browser reports the responses for the closed job and the invalid URLs as failed requests.
  allowBrowserError('410');
  allowBrowserError('400');
  allowBrowserError('cursor=');
  allowBrowserError('/api/jobs/');
  // Chromium adds its own inline styles to feeds and pictures. The Content-Security-Policy blocks them.
  allowBrowserError('Applying inline style');
  const { take } = await detectScripts(context, board.url);
  const company = await board.addCompany({
    name: MARKUP,
    description: DESCRIPTION,
    website: ADDRESS,
  });
  const values = {
    title: MARKUP,
    // A job without a known place has no structured data.
    location: `Lisbon; ${MARKUP}`,
    description: DESCRIPTION,
    applyurl: ADDRESS,
    company: { id: company.id },
  };
  const closed = await board.postJob(values);
  await board.call('POST', `/api/jobs/${closed.id}/close`);
  const job = await board.postJob(values);
  const search = { q: MARKUP, location: MARKUP, company: company.id };

  const expectNothingRan = async (what: string) =>
    expect([what, await take(page), await injectedElements(page)]).toEqual([what, [], []]);
  const encoded = encodeURIComponent(MARKUP);

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
    `${pages.jobs()}?type=${encoded}&salary=${encoded}&cursor=${encoded}`,
    feeds.jobsAtom({ company: company.id }),
    feeds.jobsJson({ company: company.id }),
    sitemaps.jobs(1),
    embeds.jobs({ company: company.id }),
    oembed(`${board.url}${pages.job(job.id)}`, 'xml'),
    oembed(`${board.url}${pages.job(job.id)}`),
    previews.job(job.id),
    `/api/jobs/${job.id}?description=html`,
    `/api/jobs/${encoded}`,
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

  // Navigate in the browser: from the list to the job, to its company and back.
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

  // Fill in the provider's email field, and then the person's name and bio.
  const popup = await openPopup(page);
  const form = popup.locator('form').first();
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
  });
  await enterEmail(popup, { email: MARKUP });
  // Wait for the response, because the submitted page shows the same value.
  await expect(popup.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/);
  await expect(popup.getByLabel('Email')).toHaveValue(MARKUP);
  expect([await take(popup), await injectedElements(popup)]).toEqual([[], []]);
  await enterEmail(popup, newPerson());
  await accountLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account');
  await page.getByLabel('Name').fill(MARKUP);
  await page.getByLabel('Brief Bio of yourself').fill(DESCRIPTION.slice(0, BIO_LENGTH));
  await page.getByRole('button', { name: 'Update Account' }).click();
  await expect(accountLink(page)).toHaveText(MARKUP);
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue(MARKUP);
  await expect(accountLink(page)).toHaveText(MARKUP);
  await expectNothingRan('an account');
  await board.call('DELETE', `/api/companies/${company.id}`);
});
