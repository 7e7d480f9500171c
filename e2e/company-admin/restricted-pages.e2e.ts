import { test } from '../fixtures.ts';
import { expectAccess } from '../restricted-pages.ts';
import { demoPerson, visitAs } from '../sign-in.ts';

test('a company admin opens the pages of their role and is redirected home from others', async ({
  page,
  expectTrouble,
}) => {
  expectTrouble('/api/jobs/1');

  await visitAs(page, demoPerson('companyadmin'), '/');
  await expectAccess(page, 'companyadmin');
});
