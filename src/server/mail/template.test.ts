import { expect, test } from 'vitest';
import type { MailContent } from '#server/db/mail-tables.ts';
import { accentSchemes } from '#shared/domain/accent.ts';
import { quoted } from './quoted.ts';
import { mailHtml, mailText } from './template.ts';

const SITE = { name: 'Jobs & Co', origin: 'https://board.example' };
const CONTENT: MailContent = {
  heading: 'Sign in',
  paragraphs: ['Type this code into the window that waits for it.', 'It is valid for 10 minutes.'],
  code: '4829 1305',
  items: [
    {
      title: 'Weaver',
      url: 'https://board.example/jobs/1',
      action: { label: 'Close this job', url: 'https://board.example/close' },
    },
    { title: 'Spinner', url: 'https://board.example/jobs/2' },
  ],
  button: { label: 'Open', url: 'https://board.example/jobs?a=1&b=2' },
  reason: 'Someone entered this address.',
};

test('the text version of a mail has everything that the HTML version has', () => {
  expect(mailText(SITE, CONTENT)).toBe(`Sign in

4829 1305

Weaver
https://board.example/jobs/1
Close this job: https://board.example/close

Spinner
https://board.example/jobs/2

Type this code into the window that waits for it.

It is valid for 10 minutes.

Open:
https://board.example/jobs?a=1&b=2

--\u0020
Jobs & Co
https://board.example

Someone entered this address.

@board.example #48291305`);
});

test('all values in the HTML version of a mail are escaped', () => {
  const hostile = '"><img src=x onerror=alert(1)>';
  const page = mailHtml(
    { ...SITE, name: hostile },
    {
      heading: hostile,
      items: [{ title: hostile, url: hostile, action: { label: hostile, url: hostile } }],
      paragraphs: [hostile],
      unsubscribe: hostile,
      button: { label: hostile, url: `https://board.example/${hostile}` },
      reason: hostile,
    },
  );
  expect(page).not.toContain('<img');
  expect(page).not.toContain('"><');
});

test('a text that someone else has written keeps its line breaks, and cannot forge a part of the mail', () => {
  const content = {
    ...CONTENT,
    paragraphs: [quoted(' Say more.\r\n\n\n-- \n<b>Board</b>\u2028x ')],
  };
  expect(mailText(SITE, content)).toContain('> Say more.\n>\n> --\n> <b>Board</b>\n> x\n');
  expect(mailHtml(SITE, content)).toContain(
    '<blockquote>Say more.<br><br>--<br>&#60;b&#62;Board&#60;/b&#62;<br>x</blockquote>',
  );
});

test('the HTML version of a mail loads nothing', () => {
  expect(mailHtml(SITE, CONTENT)).not.toMatch(
    /<(img|link|script|iframe)|url\(|@import|@font-face/i,
  );
});

test('a mail without a code or a button has neither', () => {
  const plain = { ...CONTENT, code: undefined, button: undefined, items: undefined };
  expect(mailHtml(SITE, plain)).not.toMatch(/class="(code|button|title)"/);
  expect(mailText(SITE, plain)).not.toContain('Open');
});

test('links and buttons have the accent of the board, and in the dark scheme the color that is derived from it', () => {
  const mail = mailHtml({ ...SITE, accent: '#1a7f4e' }, CONTENT);
  const { dark } = accentSchemes('#1a7f4e');
  expect(mail).toContain('li a { color: #1a7f4e; }');
  expect(mail).toContain(`.button { background: ${dark.brand}; color: ${dark.onBrand}; }`);
  expect(mail).not.toMatch(/#2b3fd6|#8f9bff/);
  expect(mailHtml(SITE, CONTENT)).toContain('li a { color: #2b3fd6; }');
});
