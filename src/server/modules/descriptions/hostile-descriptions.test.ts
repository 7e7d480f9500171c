import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeCompany, describeJob } from '#server/content/markdown/summary.ts';
import { DESCRIPTION_LENGTH } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const { ask } = board;

const filled = (text: string) => text.repeat(DESCRIPTION_LENGTH).slice(0, DESCRIPTION_LENGTH);

const HOSTILE: [string, string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['an unclosed script', '<script>alert(1)//'],
  ['an image', '<img src=x onerror=alert(1)>'],
  ['an SVG', '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>'],
  ['a frame', '<iframe src="javascript:alert(1)"></iframe>'],
  ['the end of a page’s own script', '</script></textarea></title><script>alert(1)</script>'],
  ['a link to a script', '[x](javascript:alert(1)) [y](<JaVaScRiPt:alert(1)>)'],
  ['a link to an encoded script', '[x](java&#x73;cript:alert(1)) [y](javascript&colon;alert(1))'],
  ['a link to data', '[x](data:text/html;base64,PHNjcmlwdD4=) [y](vbscript:x)'],
  ['an automatic link', '<javascript:alert(1)>'],
  ['a reference', '[x][1]\n\n[1]: javascript:alert(1) "x"'],
  ['a picture', '![x](javascript:alert(1)) ![" onerror="alert(1)](https://example.com/x.png)'],
  ['an attribute in a title', '[x](https://example.com "\\" onmouseover=\\"alert(1)")'],
  ['a language of code', '```"><script>alert(1)</script>\nx\n```'],
  ['nested lists', filled('- ')],
  [
    'deeply indented lists',
    Array.from({ length: 190 }, (_, at) => `${' '.repeat(at)}- x`).join('\n'),
  ],
  ['nested quotes', filled('>')],
  ['stars', filled('*')],
  ['stars and letters', filled('*a **b ')],
  ['underscores', filled('_a__b')],
  ['brackets', filled('[')],
  ['brackets and links', filled('[a](')],
  ['backticks', filled('`a``b')],
  ['pictures', filled('![')],
  ['angles', filled('<')],
  ['tags', filled('<a ')],
  ['references', filled('[a]: b\n')],
  ['entities', filled('&#')],
  ['headings', filled('# a\n')],
];

let token: string;

beforeEach(async () => {
  token = await tokenFor(board.db, (await createAccount(board.db, { role: 'siteadmin' })).id);
});

/**
 * Expects that this HTML has no harmful tag. Scripts that the Content Security Policy of the page allows are accepted.
 */
function expectHarmless(html: string, policy = ''): void {
  const withoutOwn = html.replace(/<script[^>]*>(.*?)<\/script>/gs, (element, script) => {
    // JSON-LD is data, which browsers do not run. A description that could end its script element early would make
    // `JSON.parse` fail.
    if (element.startsWith('<script type="application/ld+json"') && JSON.parse(script)) return '';
    const hash = createHash('sha256').update(script).digest('base64');
    return policy.includes(`'sha256-${hash}'`) ? '' : element;
  });
  expect(withoutOwn).not.toMatch(/<script(?![^>]* src="\/)/i);
  const tags = withoutOwn.match(/<[a-z][^>]*>/gi) ?? [];
  expect(tags.filter(isHarmful)).toEqual([]);
}

const isHarmful = (tag: string) =>
  /\son[a-z]+\s*=/i.test(tag.replaceAll(/"[^"]*"/g, '""')) ||
  /(href|src)\s*=\s*"?\s*(javascript|vbscript|data:text)/i.test(tag) ||
  /^<(img [^>]*src=x|iframe|object|embed|form [^>]*action="java)/i.test(tag);

/** The maximum processor time for one response to a description (ms). */
const QUICK = 1_000;

describe.each(HOSTILE)('a description with %s', (_, description) => {
  test('a hostile description is harmless and rendered fast in the preview', async () => {
    const cost = await cpuTimeOf(async () => {
      const body = { description };
      const reply = await ask('POST', '/api/descriptions/preview', { token, body });
      expect(reply.status).toBe(200);
      expectHarmless(reply.body.html);
    });
    expect(cost).toBeLessThan(QUICK);
  });

  test('a hostile description is harmless and rendered fast on the pages of its job and its company', async () => {
    const company = await createCompany(board.db, describeCompany(description));
    const job = await createJob(board.db, { company_id: company.id, ...describeJob(description) });
    const { id: _id, date: _date, ...sent } = (await ask('GET', `/api/jobs/${job.id}`)).body;
    const written = await ask('PUT', `/api/jobs/${job.id}`, { token, body: sent });
    expect(written.status).toBe(200);
    expect(written.body.description).toBe(description);
    for (const page of [`/jobs/${job.id}`, `/companies/${company.id}`]) {
      const cost = await cpuTimeOf(async () => {
        const reply = await board.app.inject({ url: page });
        expect(reply.statusCode, page).toBe(200);
        expectHarmless(reply.body, String(reply.headers['content-security-policy']));
      });
      expect(cost, page).toBeLessThan(QUICK);
    }
    const { body } = await ask('GET', `/api/jobs/${job.id}?description=html`);
    expectHarmless(body.description);
  });
});

test('lists of jobs with all the hostile descriptions are harmless and fast', async () => {
  for (const [, description] of HOSTILE) {
    const company = await createCompany(board.db, describeCompany(description));
    await createJob(board.db, { company_id: company.id, ...describeJob(description) });
  }
  const shown = new Set<string>();
  const pages = ['/', '/jobs', '/companies'];
  for (const page of pages) {
    let body = '';
    const cost = await cpuTimeOf(async () => {
      const reply = await board.app.inject({ url: page });
      expect(reply.statusCode, page).toBe(200);
      expectHarmless(reply.body, String(reply.headers['content-security-policy']));
      body = reply.body;
    });
    expect(cost, page).toBeLessThan(QUICK);
    const [more = ''] = /<a [^>]*rel="next"[^>]*>/.exec(body) ?? [];
    const next = /href="([^"]+)"/.exec(more)?.[1];
    if (next) pages.push(next.replaceAll('&amp;', '&'));
    for (const [job] of body.matchAll(/\/jobs\/[\da-f-]{36}/g)) shown.add(job);
  }
  expect(shown.size).toBeGreaterThanOrEqual(HOSTILE.length);
});

describe('the preview', () => {
  test('shows a description as the page of the job will show it', async () => {
    const description = '# Us\n\nWe **make** [things](https://example.com).';
    const reply = await ask('POST', '/api/descriptions/preview', { token, body: { description } });
    const { id } = await createJob(board.db, { description });
    const { body } = await ask('GET', `/api/jobs/${id}?description=html`);
    expect(reply.body.html).toBe(body.description);
  });

  test('has the summary that lists of jobs will show', async () => {
    const description = `# Us\n\nWe **make** things${', and more things'.repeat(9)}.`;
    const { body } = await ask('POST', '/api/descriptions/preview', {
      token,
      body: { description },
    });
    const company = await createCompany(board.db);
    await createJob(board.db, { description, company_id: company.id });
    const list = await ask('GET', `/api/jobs?company=${company.id}&description=summary`);
    const [listed] = list.body.results;
    expect(body).toMatchObject({ summary: listed.description, truncated: listed.truncated });
    expect(body.truncated).toBe(true);
  });

  test('requires a person who is signed in, but no role, because anyone may register a company', async () => {
    const preview = (as?: string) =>
      ask('POST', '/api/descriptions/preview', { token: as, body: { description: 'x' } });
    expect((await preview()).status).toBe(401);
    const user = await createAccount(board.db);
    expect((await preview(await tokenFor(board.db, user.id))).status).toBe(200);
    const employer = await createAccount(board.db, { role: 'companyadmin' });
    expect((await preview(await tokenFor(board.db, employer.id))).status).toBe(200);
  });

  test.each([undefined, 5, 'x'.repeat(DESCRIPTION_LENGTH + 1), 'nu\0ll'])(
    'refuses a description of %j',
    async (description) => {
      const reply = await ask('POST', '/api/descriptions/preview', {
        token,
        body: { description },
      });
      expect(reply.status).toBe(400);
      expect(reply.body.errors[0].path).toBe('description');
    },
  );
});
