import * as clips from '../support/clipboard.ts';
import { expect } from '../support/fixtures.ts';
import { importedDescriptions } from '../support/imported-descriptions.ts';
import { test } from '../support/isolated-board.ts';
import { openJobForm } from '../support/job-form.ts';

const LOOMS = '- Oil the looms\n  - Every morning\n- Order yarn';

for (const [program, clip, markdown] of [
  [
    'Word',
    clips.WORD,
    `## About the role\n\nYou will repair **looms** and *shuttles*. See [the team](https://loom.example/team).\n\n**Tasks:**\n\n${LOOMS}\n\n**Steps**\n\n1. Apply\n2. Meet us`,
  ],
  [
    'Word on the web',
    clips.WORD_ON_THE_WEB,
    `## About the role\n\nYou will repair **looms**.\n\n${LOOMS}\n\nSteps\n\n1. Apply\n2. Meet us`,
  ],
  [
    'Google Docs',
    clips.GOOGLE_DOCS,
    `## About the role\n\nYou will repair **looms** and *shuttles*.\n\n${LOOMS}`,
  ],
  ['Outlook', clips.OUTLOOK, 'Hello,\n\nwe need a **weaver**:\n\n- Two looms\n- No 2\\*3 shifts'],
  [
    'a web page',
    clips.WEB_PAGE,
    '### What we offer\n\nTea, **yarn** and more. Jobs\n\n3. Three\n4. Four',
  ],
  [
    'a table of Word',
    clips.WORD_TABLE,
    'Jobs:\n\n- Weaver; Pay: $50K; Place: Porto\n- **Spinner**; Place: Lyon\n\nApply now.',
  ],
  [
    'tables of a web page',
    clips.WEB_TABLES,
    '- Monday; Looms | yarn\n- Tuesday; Wool, Silk\n\n### Tea\n\nFree.',
  ],
  ['an editor of source text', clips.SOURCE_EDITOR, '## Us\n\n- **a**'],
  ['a program without formats', { html: '<span>5 * 5</span>', text: '5 * 5' }, '5 * 5'],
] as const) {
  test(`a description from ${program} is pasted as clean Markdown, and can be undone`, async ({
    page,
    board,
  }) => {
    await openJobForm(page, board);
    const description = page.getByLabel('Description');
    await description.fill('Before');
    await description.press('End');
    await clips.paste(page, clip);
    const isBlock = markdown.includes('\n') && program !== 'an editor of source text';
    await expect(description).toHaveValue(`Before${isBlock ? '\n\n' : ''}${markdown}`);
    await description.press('ControlOrMeta+z');
    await expect(description).toHaveValue('Before');
  });
}

test('a pasted description is the same as an imported one', async ({ page, board }) => {
  await openJobForm(page, board);
  const description = page.getByLabel('Description');
  /** Imports write wider gaps between the bullet and the text of an item. */
  const withoutGaps = (markdown: string) => markdown.replace(/^( *)([-*]|\d+[.)]) +/gm, '$2 ');
  for (const { html, markdown } of importedDescriptions()) {
    const imported = withoutGaps(markdown);
    await description.fill('');
    await clips.paste(page, { html, text: imported });
    const pasted = withoutGaps(await description.inputValue());
    expect.soft(pasted, html).toBe(imported);
  }
});

test('the toolbar formats the description, by pointer and by keyboard, and can be undone', async ({
  page,
  board,
}) => {
  await openJobForm(page, board);
  const description = page.getByLabel('Description');
  const toolbar = page.getByRole('toolbar', { name: 'Format' });
  await description.fill('oil looms');
  await description.selectText();
  await toolbar.getByRole('button', { name: 'Bold' }).click();
  await expect(description).toHaveValue('**oil looms**');
  await expect(description).toBeFocused();
  await description.press('ControlOrMeta+z');
  await expect(description).toHaveValue('oil looms');
  await description.selectText();
  await description.press('ControlOrMeta+i');
  await expect(description).toHaveValue('_oil looms_');
  await description.press('ControlOrMeta+i');
  await expect(description).toHaveValue('oil looms');

  // The toolbar is one tab stop, and the arrow keys move within it.
  await page.getByLabel('Job Title').focus();
  await page.keyboard.press('Tab');
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: 'List', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(description).toHaveValue('- oil looms');
  await expect(description).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(toolbar.getByRole('button', { name: 'List', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(description).toBeFocused();
});
