import { test } from '../fixtures.ts';
import { expectAccess } from '../restricted-pages.ts';
import { demoPerson, visitAs } from '../sign-in.ts';

test('the pages for a companyadmin open, and the others lead home', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble('/api/jobs/1');

  await visitAs(page, demoPerson('companyadmin'), '/');
  await expectAccess(page, 'companyadmin');
});
