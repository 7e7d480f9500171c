import type { APIRequestContext } from '@playwright/test';
import { expect, expectNoOverflow, measureLayoutShift, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { untilIdle, visit } from '../support/sign-in.ts';
import { isSignInRequest } from '../support/sign-in-sdk.ts';

const JAVASCRIPT_LIMIT = 100_000;

/** Each public page in each of its states. The test fills in the ids. */
const PAGES = {
  home: '/',
  jobs: '/jobs',
  'jobs, none found': '/jobs?type=Internship&salary=Over+%24300K',
  job: '/jobs/:job',
  companies: '/companies',
  company: '/companies/:company',
  developers: '/developers',
  about: '/about',
  privacy: '/privacy',
  imprint: '/imprint',
  contact: '/contact-us',
  'not found': '/nope',
};

async function addressOf(path: string, request: APIRequestContext) {
  const response = await request.get('/api/jobs?limit=1');
  const [job]: { id: string; companyid: string }[] = (await response.json()).results;
  return path.replace(':job', job?.id ?? '').replace(':company', job?.companyid ?? '');
}

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name}: a first visit is small, has no layout shift, contacts no other host and has no accessibility violations`, async ({
    page,
    request,
    baseURL,
    allowBrowserError,
  }) => {
    if (name === 'not found') allowBrowserError('404');
    const foreign: string[] = [];
    const ofSignIn: string[] = [];
    const scripts = new Map<string, number>();
    const sizes: Promise<void>[] = [];
    page.on('requestfinished', (finished) => {
      const url = finished.url();
      if (!url.startsWith(baseURL ?? '') && !url.startsWith('data:')) foreign.push(url);
      if (isSignInRequest(url)) ofSignIn.push(url);
      if (!/\.js$/.test(new URL(url).pathname)) return;
      sizes.push(
        Promise.all([finished.sizes(), finished.response()]).then(([size, response]) => {
          expect(response?.headers()['content-encoding']).toBe('br');
          scripts.set(url, size.responseBodySize);
        }),
      );
    });
    const layoutShift = await measureLayoutShift(page);
    await untilIdle(page, async () => page.goto(await addressOf(path, request)));
    await Promise.all(sizes);

    expect(foreign).toEqual([]);
    expect(ofSignIn).toEqual([]);
    expect(scripts.size).toBeGreaterThan(0);
    const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
    expect(total, 'bytes of compressed JavaScript').toBeLessThanOrEqual(JAVASCRIPT_LIMIT);
    expect(await layoutShift(), 'layout shift').toBe(0);
    // Even on a slow connection, nothing shifts, because the browser paints only after it has received the whole page.
    await expect(page.locator('link[rel="expect"][blocking="render"]')).toHaveAttribute(
      'href',
      `#${await page.getByRole('contentinfo').getAttribute('id')}`,
    );
    await expectAccessibleScreens(page);
  });
}

test('long words do not overflow their boxes', async ({ page, request }) => {
  const [job] = (await (await request.get('/api/jobs?limit=1')).json()).results;
  const long = 'Donaudampfschiff'.repeat(12);
  await page.route('**/api/jobs/*?description=html', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const company = { ...body.company, name: long, website: `https://${long}.example` };
    const description = `<p>${long}</p><ul><li>${long}</li></ul><h3>${long}</h3>`;
    await route.fulfill({
      json: { ...body, title: long, location: long, description, company },
    });
  });
  await visit(page, '/jobs');
  await page.getByRole('article', { name: job.title }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(long);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page);
  }
  // The next job of the list is fetched ahead.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
