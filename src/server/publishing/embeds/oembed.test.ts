import { describe, expect, test } from 'vitest';
import { oembed } from '#shared/urls/outside-paths.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { xmlFaults } from '../feeds/testing/xml-faults.ts';

const board = setUpTestBoard();
const ORIGIN = 'http://localhost:3000';

async function ask(url: string) {
  const { statusCode, headers, body } = await board.app.inject({ url });
  return { status: statusCode, type: headers['content-type'], body };
}

async function weaver(values = {}) {
  const company = await createCompany(board.db, { name: 'Loom & Sons' });
  const job = await createJob(board.db, { company_id: company.id, title: 'Weaver', ...values });
  return { company, job, url: `${ORIGIN}/jobs/${job.id}` };
}

describe('oEmbed', () => {
  test('describes a job in JSON', async () => {
    const { company, job, url } = await weaver();
    for (const path of [oembed(url), oembed(url, 'json')]) {
      const { status, type, body } = await ask(path);
      expect([status, type]).toEqual([200, 'application/json; charset=utf-8']);
      expect(JSON.parse(body)).toEqual({
        type: 'link',
        version: '1.0',
        title: 'Weaver',
        author_name: 'Loom & Sons',
        author_url: `${ORIGIN}/companies/${company.id}`,
        provider_name: 'Test Board',
        provider_url: ORIGIN,
        cache_age: 3_600,
        thumbnail_url: expect.stringMatching(`/previews/jobs/${job.id}.png\\?v=\\w+$`),
        thumbnail_width: 1_200,
        thumbnail_height: 630,
      });
    }
  });

  test('describes a job in XML as in JSON, including hostile text', async () => {
    const title = 'a ]]> b <script> & \ufffe"\'';
    const { url } = await weaver({ title });
    const { status, type, body } = await ask(oembed(url, 'xml'));
    expect([status, type]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(await xmlFaults(body)).toEqual([]);
    expect(body).toContain('<title>a ]]&#62; b &#60;script&#62; &#38; &#34;&#39;</title>');
    expect(body).toContain('<author_name>Loom &#38; Sons</author_name>');
    expect(body).toContain('<thumbnail_width>1200</thumbnail_width>');
  });

  test.each([
    ['maxwidth=1200&maxheight=630', true],
    ['maxwidth=1199', false],
    ['maxheight=629', false],
    ['maxwidth=2000', true],
    ['maxwidth=wide', true],
  ])('oEmbed with %s includes a thumbnail: %s', async (bounds, has) => {
    const { url } = await weaver();
    const values = JSON.parse((await ask(`${oembed(url)}&${bounds}`)).body);
    for (const name of ['thumbnail_url', 'thumbnail_width', 'thumbnail_height']) {
      expect(name in values).toBe(has);
    }
  });

  test.each(['?utm_source=x', '#apply'])('accepts the job’s URL with %s', async (more) => {
    const { url } = await weaver();
    expect((await ask(oembed(`${url}${more}`))).status).toBe(200);
  });

  test.each<[string, (url: string) => string]>([
    ['another host', (url) => url.replace('localhost', 'localhost.example')],
    ['another port', (url) => url.replace(':3000', ':3001')],
    ['another scheme', (url) => url.replace('http:', 'https:')],
    ['a user', (url) => url.replace('//', '//me@')],
    ['a host that only begins alike', (url) => url.replace('3000', '3000@evil.example')],
    ['a relative address', (url) => url.replace(ORIGIN, '')],
    ['no job', () => `${ORIGIN}/jobs/00000000-0000-0000-0000-000000000000`],
    ['a job by another name', () => `${ORIGIN}/jobs/add`],
    ['something below it', (url) => `${url}/more`],
    ['something before it', (url) => url.replace('/jobs', '/x/jobs')],
    ['the list', () => `${ORIGIN}/jobs`],
    ['a company', (url) => url.replace('/jobs', '/companies')],
    ['a null character', (url) => `${url}%00`],
    ['a script', () => 'javascript:alert(1)'],
  ])('does not describe %s', async (_, change) => {
    const { url } = await weaver();
    const { status, type } = await ask(oembed(change(url)));
    expect(status).toBe(404);
    expect(type).toContain('application/problem+json');
  });

  test('does not describe a closed job', async () => {
    const { url } = await weaver({ closed_at: new Date() });
    expect((await ask(oembed(url))).status).toBe(404);
  });

  test('refuses other formats than JSON and XML', async () => {
    const { url } = await weaver();
    expect((await ask(`${oembed(url)}&format=html`)).status).toBe(501);
  });

  test.each(['/oembed', '/oembed?url='])('requires a URL: %s', async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(400);
    expect(JSON.parse(body).errors).toEqual([{ path: 'url', message: 'must be given' }]);
  });
});
