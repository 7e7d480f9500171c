import { statement } from '#tests/security/statements.ts';
import { readBrowserStorage } from '../support/browser-storage.ts';
import { expect, test } from '../support/fixtures.ts';
import { accountLink, signIn, visit } from '../support/sign-in.ts';
import { nextTokens } from '../support/sign-in-requests.ts';

test(statement(13), async ({ page, newPerson }) => {
  const person = newPerson();
  await visit(page, '/jobs?type=Contract');
  const [first] = await Promise.all([nextTokens(page), signIn(page, person)]);
  const atFirst = await readBrowserStorage(page);
  const [second] = await Promise.all([nextTokens(page), page.reload()]);
  await expect(accountLink(page)).toHaveText(person.name);
  const stored = [atFirst, await readBrowserStorage(page)];

  for (const text of stored) {
    // The email address must be found, which proves that the check reads the storage of the browser.
    expect(text).toContain(person.email);
    expect(text).not.toMatch(/eyJ[\w-]+\.eyJ/);
    for (const { access_token, id_token, ...others } of [first, second]) {
      for (const token of [access_token, id_token]) {
        expect(token).toMatch(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/);
        for (const part of token.split('.').slice(1)) expect(text).not.toContain(part);
      }
      expect(Object.keys(others).sort()).toEqual(['expires_in', 'scope', 'token_type']);
    }
  }
});
