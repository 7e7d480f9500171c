import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { markdownFromHtml } from '#server/content/markdown/from-html.ts';
import { REAL_FEEDS, realFeeds } from '#server/job-feeds/testing/real-feeds.ts';
import { findSignals } from './find-signals.ts';

const APPLY = 'https://ada.example/apply';

const signalsOf = (description: string, applyurl = '') =>
  findSignals({ title: 'Weaver', description, applyurl });

describe('a contact by messenger only', () => {
  test.each([
    ['Apply via Telegram: @weaver_jobs'],
    ['Contact us on WhatsApp.'],
    ['WhatsApp: +351 912 345 678'],
    ['Message me through our WhatsApp and we will talk.'],
    ['Start here: https://t.me/weaver_jobs'],
    ['Write to wa.me/351912345678'],
  ])('a contact by messenger only is found in: %s', (description) => {
    expect(signalsOf(description)).toEqual(['messenger']);
  });

  test('is found in the apply URL', () => {
    expect(signalsOf('You will weave.', 'https://t.me/weaver_jobs')).toEqual(['messenger']);
  });

  test.each([
    ['Contact us on WhatsApp.', APPLY],
    ['Contact us on WhatsApp, or write to jobs@ada.example.', ''],
    ['You will build our integration with WhatsApp and Telegram.', ''],
    ['Our customers contact each other in WhatsApp groups that you moderate.', APPLY],
    ['Read https://start.me/p/weaving for more.', ''],
  ])('no contact by messenger only is found in: %s', (description, applyurl) => {
    expect(signalsOf(description, applyurl)).toEqual([]);
  });
});

describe('a request to pay', () => {
  test.each([
    ['A registration fee of $50 is required.'],
    ['You must pay $30 for the training before you begin.'],
    ['Applicants are required to pay a fee of 20 USD.'],
    ['Please send the refundable deposit to start.'],
    ['Candidates will first transfer 50 USDT.'],
  ])('a request to pay is found in: %s', (description) => {
    expect(signalsOf(description, APPLY)).toEqual(['payment']);
  });

  test.each([
    ['We never ask candidates to pay a registration fee.'],
    ['There is no application fee to apply.'],
    ['Beware of scams that ask you to pay a security deposit.'],
    ['We pay your visa processing fees and relocation.'],
    ['You will pay suppliers and reconcile deposits of $5,000 a day.'],
    ['You need to send reports about fees to the board.'],
    ['Training fees are reimbursed by the company.'],
  ])('no request to pay is found in: %s', (description) => {
    expect(signalsOf(description, APPLY)).toEqual([]);
  });
});

describe('an address at a free mail provider', () => {
  test.each([
    ['Write to weaver.jobs@gmail.com'],
    ['Apply: a@outlook.com or b@yahoo.co.uk'],
    ['Write to Weaver@Telenet.be'],
    ['Write to weaver@mozmail.com'],
  ])('an address at a free mail provider as the only contact is found in: %s', (description) => {
    expect(signalsOf(description)).toEqual(['freemail']);
  });

  test('is found in the address to which people apply', () => {
    const job = { title: 'Weaver', description: 'You will weave.', applyurl: '' };
    expect(findSignals({ ...job, applyemail: 'weaver@gmail.com' })).toEqual(['freemail']);
    expect(findSignals({ ...job, applyemail: 'jobs@ada.example' })).toEqual([]);
    expect(findSignals({ ...job, applyemail: 'weaver@gmail.com', applyurl: APPLY })).toEqual([]);
  });

  test.each([
    ['Write to weaver.jobs@gmail.com', APPLY],
    ['Write to weaver@gmail.com or jobs@ada.example', ''],
    ['Write to jobs@mail.ada.example', ''],
    ['Write to jobs@orange.example', ''],
    ['You will administer Gmail and Outlook.', ''],
  ])(
    'no address at a free mail provider as the only contact is found in: %s',
    (description, applyurl) => {
      expect(signalsOf(description, applyurl)).toEqual([]);
    },
  );
});

describe.skipIf(!REAL_FEEDS)('real jobs (REAL_FEEDS)', () => {
  type Posting = { title: string; descriptionHtml: string; applyUrl: string };

  test('real jobs have hardly any sign of fraud, even without their apply URL', async () => {
    const found: string[] = [];
    let total = 0;
    for (const path of await realFeeds()) {
      const { jobs }: { jobs: Posting[] } = JSON.parse(await readFile(path, 'utf8'));
      for (const { title, descriptionHtml, applyUrl } of jobs) {
        total++;
        const description = markdownFromHtml(descriptionHtml);
        for (const applyurl of [applyUrl, '']) {
          const signals = findSignals({ title, description, applyurl });
          if (signals.length > 0) found.push(`${path} ${title} ${applyurl && 'URL'} ${signals}`);
        }
      }
    }
    expect(total).toBeGreaterThan(1_700);
    expect(found).toEqual([]);
  });
});
