import { describe, expect, test } from 'vitest';
import { createCompany } from '#tests/support/factories.ts';
import { previewSource } from './previews/preview-source.ts';
import { claimPreview } from './runs/lease.ts';
import { setUpSources } from './testing/set-up-sources.ts';

const setup = setUpSources();
const { board, list, run, addSource, sourceOf, tokenOf } = setup;
const { ask } = board;

const BOARD = 'https://job-boards.greenhouse.io/acme';

type Body = { url: string; company?: string; settings?: Record<string, string> };

/** Requests a preview, lets a process make it, and returns the finished preview. */
async function preview(body: Body, token: string) {
  const created = await ask('POST', '/api/source-previews', { token, body });
  expect([created.status, created.body.result]).toEqual([201, null]);
  await setup.preview();
  const { body: finished } = await ask('GET', `/api/source-previews/${created.body.id}`, { token });
  return finished;
}

const save = (id: string, token: string, more: object = {}) =>
  ask('POST', '/api/sources', { token, body: { preview: id, ...more } });

/** Serves a page at a URL, without a robots.txt. */
const page = (url: string, html: string) =>
  setup.server.answer(url, { text: html, headers: { 'content-type': 'text/html' } });

const embed = `<div id="grnhse_app"></div>
  <script src="https://boards.greenhouse.io/embed/job_board/js?for=acme"></script>`;

async function companyWithOwner(trusted_website = '') {
  const company = await createCompany(board.db, { trusted_website });
  const token = await tokenOf({ role: 'companyadmin', company_id: company.id });
  return { company: company.id, token };
}

describe('a preview', () => {
  test('shows what a first run would do, and changes nothing', async () => {
    const token = await tokenOf();
    list(
      'acme',
      Array.from({ length: 7 }, (_, id) => ({ id: id + 1 })),
    );
    const { result, listed } = await preview({ url: `${BOARD}/jobs/3` }, token);
    expect(listed).toBe(7);
    expect(result).toMatchObject({
      found: { system: 'greenhouse', systemname: 'Greenhouse', tenant: 'acme', url: BOARD },
      existing: null,
      proven: false,
      jobs: 7,
      complete: true,
      error: '',
      counts: { added: 7, changed: 0, closed: 0 },
      checked: 7,
      lacking: { description: 0, location: 0, pay: 7 },
    });
    expect(result.samples).toHaveLength(5);
    expect(result.samples[0]).toMatchObject({
      title: 'Weaver 1',
      location: 'Lisbon',
      url: 'https://job-boards.greenhouse.io/acme/jobs/1',
    });
    expect((await board.get('/api/jobs')).body.total).toBe(0);
    expect((await board.get('/api/companies')).body.results).toEqual([]);
  });

  test('finds the job board that a career page embeds', async () => {
    page('https://www.acme.example/careers', `<h1>Careers</h1>${embed}`);
    list('acme', [{ id: 1 }]);
    const { result } = await preview({ url: 'https://www.acme.example/careers' }, await tokenOf());
    expect(result).toMatchObject({ found: { tenant: 'acme' }, jobs: 1, error: '' });
  });

  test('of a page without a job board says that none was found', async () => {
    page('https://acme.example/careers', '<h1>We are hiring!</h1>');
    const token = await tokenOf();
    const { result, id } = await preview({ url: 'https://acme.example/careers' }, token);
    expect(result).toMatchObject({
      found: null,
      jobs: 0,
      error: expect.stringMatching(/No job board was found/),
    });
    expect((await save(id, token, { companyname: 'Acme' })).status).toBe(400);
  });

  test('names the source if it already exists, and shows what its next run would do', async () => {
    const token = await tokenOf();
    const source = await addSource();
    list('acme', [{ id: 1 }, { id: 2 }]);
    await run(source.id);
    list('acme', [{ id: 1, title: 'Dyer' }, { id: 2 }, { id: 3 }]);
    const { result, id } = await preview({ url: BOARD }, token);
    expect(result).toMatchObject({
      existing: source.id,
      counts: { added: 1, changed: 1, unchanged: 1 },
    });
    const { status, body } = await save(id, token, { companyname: 'Acme' });
    expect([status, body.detail ?? body.title]).toEqual([
      409,
      expect.stringContaining('already has this source'),
    ]);
  });

  test.each([
    ['a missing list', { status: 404 }],
    ['a page that is not a list', { text: '<html>' }],
    ['a list whose server fails', { status: 500 }],
  ])('a preview finds nothing and gives the reason for %s', async (_, answer) => {
    setup.server.answer(setup.urlOf('acme'), answer);
    const { result } = await preview({ url: BOARD }, await tokenOf());
    expect(result).toMatchObject({ found: null, jobs: 0 });
    expect(result.error).toMatch(/\.$/);
  });

  test('finds the source of an empty list, but warns', async () => {
    list('acme', []);
    const { result } = await preview({ url: BOARD }, await tokenOf());
    expect(result).toMatchObject({ found: { tenant: 'acme' }, jobs: 0 });
    expect(result.error).toMatch(/The list is empty/);
  });

  test('does not read a page that robots.txt forbids', async () => {
    setup.server.answer('https://shy.example/robots.txt', {
      text: 'User-agent: *\nDisallow: /careers',
    });
    page('https://shy.example/careers', embed);
    const { result } = await preview({ url: 'https://shy.example/careers' }, await tokenOf());
    expect(result.found).toBeNull();
    expect(result.error).toMatch(/robots\.txt/);
    expect(setup.server.requests.map(({ url }) => url)).toEqual(['https://shy.example/robots.txt']);
  });

  test.each([
    'https://localhost/careers',
    'https://127.0.0.1/careers',
    'https://10.0.0.7/careers',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/careers',
    'https://[::ffff:127.0.0.1]/careers',
    'https://acme.example:8443/careers',
  ])('a preview opens no connection for the URL %s', async (url) => {
    const token = await tokenOf();
    const before = setup.server.connections.length;
    setup.server.resolveTo('localhost', ['127.0.0.1']);
    const created = await ask('POST', '/api/source-previews', { token, body: { url } });
    if (created.status === 201) {
      await setup.preview();
      const { body } = await ask('GET', `/api/source-previews/${created.body.id}`, { token });
      expect(body.result.found).toBeNull();
      expect(body.result.error).toMatch(/\.$/);
    } else {
      expect(created.status).toBe(400);
    }
    expect(setup.server.connections).toHaveLength(before);
    expect(setup.server.requests).toEqual([]);
  });

  test('fails for a page at a private IP address, whatever its host name', async () => {
    setup.server.resolveTo('inside.example', ['10.0.0.7']);
    setup.server.resolveTo('www.inside.example', ['10.0.0.7']);
    const { result } = await preview({ url: 'https://inside.example/' }, await tokenOf());
    expect(result.found).toBeNull();
    expect(setup.server.requests).toEqual([]);
  });

  test('is not made again after its process was killed, but after its process was stopped', async () => {
    const token = await tokenOf();
    list('acme', [{ id: 1 }]);
    const request = () => ask('POST', '/api/source-previews', { token, body: { url: BOARD } });
    const killed = await request();
    expect((await claimPreview(board.db, setup.now))?.id).toBe(killed.body.id);
    setup.passes(2 * 60 * 1_000);
    expect(await claimPreview(board.db, setup.now)).toBeUndefined();
    const { body } = await ask('GET', `/api/source-previews/${killed.body.id}`, { token });
    expect(body.result.error).toMatch(/ended unexpectedly/);

    const stopped = await request();
    const claimed = await claimPreview(board.db, setup.now);
    if (!claimed) throw new Error('no preview waits');
    await previewSource(claimed, { ...setup.options(), signal: AbortSignal.abort() });
    expect((await claimPreview(board.db, setup.now))?.id).toBe(stopped.body.id);
  });

  test('is refused for a URL with a password, and for text that is not a URL', async () => {
    const token = await tokenOf();
    for (const url of ['https://ada:secret@job-boards.greenhouse.io/acme', 'careers', '', 7]) {
      const { status } = await ask('POST', '/api/source-previews', { token, body: { url } });
      expect([url, status]).toEqual([url, 400]);
    }
  });

  test('is refused for a company that does not exist', async () => {
    const company = '0198a3c5-7d5e-7000-8000-00000000dead';
    const body = { url: BOARD, company };
    const { status, body: problem } = await ask('POST', '/api/source-previews', {
      token: await tokenOf(),
      body,
    });
    expect([status, problem.errors?.[0]?.path]).toEqual([400, 'company']);
  });

  test('a preview reads a feed with the entered settings, and the saved source is read with the same settings', async () => {
    const url = 'https://acme.example/jobs.xml';
    const vacancy = (id: number) =>
      `<vacancy><nr>${id}</nr><name>Weaver ${id}</name><link>https://acme.example/${id}</link></vacancy>`;
    setup.server.answer(url, {
      text: `<list>${vacancy(1)}${vacancy(2)}</list>`,
      headers: { 'content-type': 'application/xml' },
    });
    const token = await tokenOf();
    const usual = await preview({ url }, token);
    expect(usual.result).toMatchObject({ jobs: 0, found: { system: 'xml', tenant: url } });
    expect(usual.settable[0]).toEqual({
      name: 'entry',
      label: 'Element of each job',
      usual: 'job',
    });
    // Settings that the system does not have are not stored.
    const settings = { entry: 'vacancy', id: 'nr', shade: 'blue' };
    const { result, id } = await preview({ url, settings }, token);
    expect(result.samples.map(({ title }: { title: string }) => title)).toEqual([
      'Weaver 1',
      'Weaver 2',
    ]);
    const { body: source } = await save(id, token, { companyname: 'Acme' });
    expect(source.settings).toEqual({ entry: 'vacancy', id: 'nr' });
    await run(source.id);
    expect((await setup.jobsOf(source.company.id)).open).toEqual(['Weaver 1', 'Weaver 2']);
    const put = (values: object) =>
      ask('PUT', `/api/sources/${source.id}`, { token, body: { interval: 60, settings: values } });
    const refused = await put({ shade: 'blue' });
    expect([refused.status, refused.body.errors]).toMatchObject([
      400,
      [{ path: 'settings.shade' }],
    ]);
    // With a different title as its id, an entry is still the same job, which has changed.
    expect((await put({ ...source.settings, title: 'nr' })).status).toBe(200);
    await run(source.id);
    expect((await setup.jobsOf(source.company.id)).open).toEqual(['1', '2']);
  });

  test('is possible only for site admins and owners of the company', async () => {
    const { company, token } = await companyWithOwner();
    const body = { url: BOARD, company };
    const request = (token?: string, more: object = {}) =>
      ask('POST', '/api/source-previews', { token, body: { ...body, ...more } });
    expect((await request()).status).toBe(401);
    expect((await request(await tokenOf({ role: 'user' }))).status).toBe(403);
    const other = await tokenOf({ role: 'companyadmin' });
    expect((await request(other)).status).toBe(403);
    expect((await request(token, { company: undefined })).status).toBe(403);
    const { body: created } = await request(token);
    const read = (token?: string) => ask('GET', `/api/source-previews/${created.id}`, { token });
    expect((await read()).status).toBe(401);
    expect((await read(other)).status).toBe(403);
    expect((await read(token)).status).toBe(200);
    expect((await save(created.id, token)).status).toBe(400);
    expect((await ask('GET', '/api/source-previews/x', { token })).status).toBe(404);
  });
});

describe('saving a preview', () => {
  test('adds the source, which is read at once, and a new company', async () => {
    const token = await tokenOf();
    list('acme', [{ id: 1 }]);
    const { id } = await preview({ url: BOARD }, token);
    expect((await save(id, token)).body.errors).toMatchObject([{ path: 'companyname' }]);
    const { status, body } = await save(id, token, { companyname: 'Acme', interval: 120 });
    expect([status, body]).toMatchObject([
      201,
      { system: 'greenhouse', tenant: 'acme', state: 'active', interval: 120, version: 1 },
    ]);
    expect(body.company.name).toBe('Acme');
    expect(Date.parse(body.nextrun)).toBeLessThanOrEqual(Date.now());
    await run(body.id);
    expect((await setup.jobsOf(body.company.id)).open).toEqual(['Weaver 1']);
    const trail = await ask('GET', `/api/admin/audit?kind=source&q=${body.id}`, { token });
    expect(trail.body.results).toMatchObject([
      { action: 'create', name: 'Acme (greenhouse)', actor: { kind: 'person' } },
    ]);
  });

  test('adds one source for each idempotency key, and each source only once', async () => {
    const token = await tokenOf();
    const { company } = await companyWithOwner();
    list('acme', [{ id: 1 }]);
    const { id } = await preview({ url: BOARD, company }, token);
    const send = (key: string) =>
      ask('POST', '/api/sources', {
        token,
        body: { preview: id },
        headers: { 'idempotency-key': key },
      });
    const one = await send('a');
    const same = await send('a');
    expect([one.status, same.body.id]).toEqual([201, one.body.id]);
    expect((await send('b')).status).toBe(409);
  });

  test.each([{ interval: 5 }, { interval: 'daily' }, { preview: 'x' }])(
    'saving a preview with the invalid value %j is refused',
    async (values) => {
      const token = await tokenOf();
      list('acme', [{ id: 1 }]);
      const { id } = await preview({ url: BOARD }, token);
      expect((await save(id, token, { companyname: 'Acme', ...values })).status).toBe(400);
    },
  );

  test('a source that an owner saves needs the approval of a site admin: the job board may be another company’s', async () => {
    const { company, token } = await companyWithOwner('https://acme.example');
    list('acme', [{ id: 1 }]);
    const { id, result } = await preview({ url: BOARD, company }, token);
    expect(result.proven).toBe(false);
    const { body } = await save(id, token);
    expect(body).toMatchObject({ state: 'proposed', nextrun: null });
    await expect(run(body.id)).rejects.toThrow('no source is due');
    expect((await ask('POST', `/api/sources/${body.id}/resume`, { token })).status).toBe(403);
    const admin = await tokenOf();
    await ask('POST', `/api/sources/${body.id}/resume`, { token: admin });
    await run(body.id);
    expect((await setup.jobsOf(company)).open).toHaveLength(1);
  });

  test('a source that an owner saves needs no approval if a page at the proven domain embeds the job board', async () => {
    const { company, token } = await companyWithOwner('https://acme.example');
    page('https://www.acme.example/careers', embed);
    list('acme', [{ id: 1 }]);
    const url = 'https://www.acme.example/careers';
    const { id, result } = await preview({ url, company }, token);
    expect(result.proven).toBe(true);
    expect((await save(id, token)).body.state).toBe('active');
  });

  test.each([
    ['another domain', 'https://acme.example', 'https://careers.rival.example/'],
    ['a site that anyone gets', 'https://acme.github.io', 'https://other.github.io/'],
    ['no proven domain', '', 'https://acme.example/careers'],
  ])(
    'a source that an owner saves needs approval if the page is at %s',
    async (_, website, url) => {
      const { company, token } = await companyWithOwner(website);
      page(url, embed);
      list('acme', [{ id: 1 }]);
      const { id, result } = await preview({ url, company }, token);
      expect(result).toMatchObject({ found: { tenant: 'acme' }, proven: false });
      const { body } = await save(id, token);
      expect((await sourceOf(body.id)).state).toBe('proposed');
    },
  );
});
