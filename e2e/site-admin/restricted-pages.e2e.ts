import { test } from '../support/fixtures.ts';
import { expectAccess } from '../support/restricted-pages.ts';
import { demoPerson, visitAs } from '../support/sign-in.ts';

test('a site admin opens the pages that the role allows and is redirected home from the others', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('/api/jobs/1');
  allowBrowserError('/api/job-drafts/1');
  allowBrowserError('/api/companies/1');

  await visitAs(page, demoPerson('siteadmin'), '/');
  await expectAccess(page, 'siteadmin');
});
