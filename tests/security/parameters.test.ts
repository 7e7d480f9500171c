import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { categories } from '#server/db/category-tables.ts';
import { company_claims } from '#server/db/claim-tables.ts';
import { job_drafts } from '#server/db/job-draft-tables.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { accounts, companies, jobs } from '#server/db/schema.ts';
import { sources } from '#server/db/source-tables.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { MAX_CATEGORY_TERMS, MAX_FILTER_VALUES } from '#shared/limits.ts';
import { JOB_SEARCH_PARAMETERS, MULTIPLE_PARAMETERS } from '#shared/urls/paths.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { isDeep } from '../support/deep-run.ts';
import {
  createAccount,
  createDraft,
  createJob,
  createRename,
  createReport,
} from '../support/factories.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { addPreview, addSource } from './access-calls.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();

let turn = 0;

/**
 * The values to try. The deep run tries all of them with every parameter. `npm test` takes them in turn, so that every
 * parameter gets some of them.
 */
function some<T>(values: T[], count = 2): T[] {
  if (isDeep || values.length <= count) return values;
  turn += count;
  return values.map((_, index) => values[(turn + index) % values.length] as T).slice(0, count);
}

/** Values that every parameter refuses. */
const ALWAYS_INVALID = ['%00', 'x'.repeat(5_000), 'a%00b'];
/** More invalid values of each parameter. */
const INVALID: Record<string, string[]> = {
  limit: ['0', '-1', '1.5', '0x10', '1e309', 'Infinity', 'NaN', '١', ' 1', '__proto__', '', '1000'],
  cursor: ['x', '0x10', '__proto__', 'W10', 'eyJhIjoxfQ', '1e309'],
  description: ['all', '__proto__', '0x10', '1e309'],
  minsalary: ['0x10', '1e309', '-1', '__proto__', 'NaN', '99999999999999999999'],
  remote: ['yes', '1', '__proto__', '0x10', '1e309'],
  nosalary: ['yes', '__proto__', '0x10', '1e309'],
  posted: ['2', '-7', '__proto__', '0x7', '1e309'],
  radius: ['0', '501', '-1', '1.5', '__proto__', '0x10', '1e309'],
  orunknown: ['yes', '__proto__', '0x10', '1e309'],
  orremote: ['yes', '__proto__', '0x10', '1e309'],
  workplace: ['home', 'Remote', '__proto__', '0x10', '1e309'],
  employment: ['Full-Time', '__proto__', '0x10', '1e309'],
  role: ['boss', '__proto__', '0x10', '1e309'],
  blocked: ['yes', '__proto__', '0x10', '1e309'],
  status: ['sending', '__proto__', '0x10', '1e309'],
  kind: ['session', '__proto__', '0x10', '1e309'],
  action: ['read', '__proto__', '0x10', '1e309'],
  by: ['nobody', '__proto__', '0x10', '1e309'],
  from: ['2026-02-30', '0x10', '1e309', '__proto__'],
  to: ['2026-13-01', '0x10', '1e309', '__proto__'],
  show: ['all', '__proto__', '0x10', '1e309'],
  state: ['published', 'Draft', '__proto__', '0x10', '1e309'],
  sort: ['date', '__proto__', '0x10', '1e309'],
  level: ['Senior', '__proto__', '0x10', '1e309'],
  visa: ['yes', '__proto__', '0x10', '1e309'],
  mentions: ['some', '__proto__', '0x10', '1e309'],
  part: ['0', '__proto__', '0x10', '1e309'],
  group: ['1', '__proto__', '0x10', '1e309'],
  counts: ['1', '__proto__', '0x10', '1e309'],
  item: ['job', 'job-1', '__proto__', '0x10', '1e309'],
};
/** The parameters that may be repeated. */
const REPEATABLE: string[] = [...MULTIPLE_PARAMETERS, 'words', 'skills'];
/** Valid search texts that match no job and have no side effect. */
const HARMLESS = ["'; drop table jobs; --", '__proto__', '0x10', '1e309', '%25', '\\', '$1', '{}'];

/** JSON values that most body fields refuse. */
const INVALID_VALUES = [
  ...[
    'null',
    '7',
    '1e309',
    '-0',
    'true',
    '[]',
    '["a"]',
    '{}',
    '{"id":["a"]}',
    '{"id":"a","length":1}',
  ],
  ...['"a\\u0000b"', `"${'x'.repeat(120_000)}"`],
];
/** Which of the values above a field accepts, by the name of the field. */
const VALID_VALUES: Record<string, string | string[]> = {
  daysopen: '7',
  replaces: '7',
  workplace: 'null',
  employment: 'null',
  pay: 'null',
  stated: '[]',
  settings: '{}',
  founded: 'null',
  places: ['[]', '["a"]'],
  links: '[]',
  categories: ['[]', '["a"]'],
  corrections: ['{}', '{"id":["a"]}', '{"id":"a","length":1}'],
  words: ['[]', '["a"]'],
  skills: ['[]', '["a"]'],
  position: ['7', '-0'],
  saved: 'null',
  applied: 'null',
  hidden: 'null',
  jobs: '[]',
  companies: '[]',
  close: 'true',
  digest: 'true',
  reminders: 'true',
};
const INVALID_BODIES = [
  '',
  'null',
  '[]',
  '"text"',
  '7',
  '1e309',
  '{',
  '{"title":}',
  'title=x',
  '[[{}]]',
];
/** Fields that clients may send back unchanged; the server ignores them. */
const IGNORED_FIELDS = ['role', 'company'];
const FREE_TEXT = ['title', 'location', 'description', 'name', 'bio'];

/**
 * Endpoints that refuse even a valid body: the account or the slug already exists, the ids, tokens and codes do not, and the caller
 * cannot have passkeys.
 */
const UNACCEPTED = [
  'POST /api/accounts',
  'POST /api/companies/:id/merge',
  'POST /api/admin/categories',
  'POST /api/admin/people/:id/role',
  'POST /api/admin/people/:id/block',
  'PUT /api/memberships/:id',
  'POST /api/claims/:id/accept',
  'POST /api/invitations/read',
  'POST /api/job-renewals/read',
  'POST /api/job-renewals',
  'POST /api/job-renewals/close',
  'POST /api/invitations/accept',
  'POST /api/passkeys',
  'POST /api/personal-data/deletion',
];

const JOB = {
  title: 'Weaver',
  type: 'Contract',
  location: 'Lisbon',
  salary: '$60K - $70K',
  description: 'You will weave.',
  applyurl: 'https://ada.example/apply',
};
const COMPANY = { name: 'Loom', description: 'We weave.', website: 'https://loom.example' };
const PROFILE = { name: 'Ada', email: '', bio: '' };
const PAGE = { title: 'Ethics', text: 'We pay.', place: 'menu', position: 10 };
/** A valid body for each endpoint that accepts a body. */
const BODIES: Record<string, object> = {
  'POST /api/jobs/read': { ids: ['01a20bb3-9c0d-7649-ad4a-6f2010386ae2'] },
  'POST /api/jobs': JOB,
  'PUT /api/jobs/:id': JOB,
  'POST /api/jobs/:id/reopen': {},
  'POST /api/jobs/bulk': { action: 'close', ids: ['01a20bb3-9c0d-7649-ad4a-6f2010386ae2'] },
  'POST /api/job-drafts': JOB,
  'PUT /api/job-drafts/:id': JOB,
  'POST /api/job-drafts/:id/reject': { reason: 'It does not say what the work is.' },
  'POST /api/jobs/:id/reports': { reason: 'wrong', text: '', email: '' },
  'POST /api/reported-jobs/:id/resolve': {
    reports: ['01a20bb3-9c0d-7649-ad4a-6f2010386ae2'],
    answer: '',
  },
  'POST /api/marks': { jobs: [], companies: [] },
  'PUT /api/marks/jobs/:id': { saved: null, applied: null, hidden: null, note: '' },
  'PUT /api/admin/inbox/digest': { digest: true },
  'POST /api/job-renewals/read': { token: 't'.repeat(70) },
  'POST /api/job-renewals': { token: 't'.repeat(70) },
  'POST /api/job-renewals/close': { token: 't'.repeat(70) },
  'PUT /api/reminders': { reminders: true },
  'POST /api/companies': COMPANY,
  'PUT /api/companies/:id': COMPANY,
  'POST /api/companies/:id/merge': { into: '01a20bb3-9c0d-7649-ad4a-6f2010386ae2' },
  'POST /api/renames/:id/reject': { reason: 'Another company has this name.' },
  'POST /api/claims': { registration: COMPANY },
  'PUT /api/claims/:id': COMPANY,
  'PUT /api/claims/:id/job': JOB,
  'POST /api/claims/:id/code': { email: 'eve@loom.example' },
  'POST /api/claims/:id/prove': { code: '4829 1305' },
  'POST /api/claims/:id/submit': { message: 'I founded it.' },
  'POST /api/claims/:id/accept': { role: 'editor' },
  'POST /api/claims/:id/reject': { reason: 'We cannot tell that you work there.' },
  'POST /api/accounts': { id: 'auth0|another', ...PROFILE },
  'PUT /api/accounts/:id': PROFILE,
  'POST /api/admin/people/:id/role': { role: 'user' },
  'POST /api/admin/people/:id/block': { reason: 'Spam' },
  'PUT /api/memberships/:id': { role: 'editor' },
  'POST /api/companies/:id/invitations': { email: 'grace@example.com', role: 'editor' },
  'POST /api/invitations/read': { token: 't'.repeat(43) },
  'POST /api/invitations/accept': { token: 't'.repeat(43) },
  'POST /api/passkeys': {
    credential: {
      id: 'id',
      rawId: 'id',
      type: 'public-key',
      response: { clientDataJSON: 'data', attestationObject: 'object' },
    },
  },
  'POST /api/personal-data/deletion': { code: '4829 1305' },
  'POST /api/admin/pages': { slug: 'ethics', ...PAGE },
  'POST /api/admin/pages/preview': { text: 'We pay.' },
  'PUT /api/admin/pages/:id': PAGE,
  'POST /api/descriptions/preview': { description: 'We weave.' },
  'POST /api/source-previews': { url: 'https://loom.example/careers' },
  'POST /api/sources': {},
  'PUT /api/sources/:id': { interval: 60, settings: {} },
  'POST /api/sources/:id/run': {},
  'POST /api/jobs/:id/unlock': { field: 'title' },
  'POST /api/jobs/:id/merge': { into: '01a20bb3-9c0d-7649-ad4a-6f2010386ae2' },
  'POST /api/jobs/:id/distinguish': { other: '01a20bb3-9c0d-7649-ad4a-6f2010386ae2' },
  'PUT /api/admin/setup': { step: 'done' },
  'PUT /api/admin/settings': { heading: 'Jobs' },
  'POST /api/admin/categories': { slug: 'weaving', name: 'Weaving' },
  'PUT /api/admin/categories/:id': { slug: 'looms', name: 'Looms' },
  'POST /api/alerts': {
    search: '?q=weaver',
    email: 'ada@example.com',
    frequency: 'daily',
    timezone: 'UTC',
  },
  'POST /api/saved-searches': { search: '?q=weaver', frequency: 'never', timezone: 'UTC' },
  'PUT /api/saved-searches/:id': { seen: true },
};
/** Values for `If-Match` and `Idempotency-Key`. */
const ODD_HEADERS = [
  '',
  ' ',
  ',',
  '"',
  '"0x1"',
  '1e309',
  '"1e309"',
  `"${'9'.repeat(400)}"`,
  'x'.repeat(200),
  '\u0001\u001f\u007f',
  '__proto__',
  'W/',
  '"é"',
];

/** Pages and other URLs outside the API, and their parameters. */
const PAGE_PARAMETERS: [string[], string[]][] = [
  [
    ['/jobs', '/jobs.json', '/embed/jobs'],
    [...JOB_SEARCH_PARAMETERS, 'cursor', 'limit', 'theme'],
  ],
  [
    ['/', '/companies', '/jobs.atom'],
    ['q', 'cursor', 'minsalary'],
  ],
  [['/oembed'], ['url', 'format', 'maxwidth', 'maxheight']],
  [['/previews/jobs/:job.png', '/previews/companies/:company.png', '/previews/board.png'], ['v']],
  [['/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/jobs-1.xml', '/robots.txt'], ['x']],
  [
    ['/jobs/:job', '/dashboard', '/companies/:company', '/about', '/account'],
    ['cursor', 'x'],
  ],
];
const ODD_PATHS = [
  '/jobs/',
  '/companies/',
  '/jobs/edit/',
  '/companies/edit/',
  '/look/',
  '/previews/jobs/',
  '/previews/companies/',
  '/sitemaps/jobs-',
  '/sitemaps/',
].flatMap((path) =>
  [...ALWAYS_INVALID, '0x10', '1e309', '-1', '99999999999999999999', '%E0%A4%A', '..%2f..'].map(
    (id) => `${path}${id}${/previews/.test(path) ? '.png' : /sitemaps/.test(path) ? '.xml' : ''}`,
  ),
);

test(statement(21), async () => {
  const { id, company_id: company } = await createJob(board.db);
  const admin = await createAccount(board.db, { role: 'siteadmin' });
  const token = await tokenFor(board.db, admin.id);
  const person = (await createAccount(board.db)).id;
  const rows = () =>
    Promise.all(
      [jobs, companies, accounts, job_drafts, company_claims, company_renames, sources].map(
        (table) => board.db.select().from(table),
      ),
    );
  const draft = await createDraft(board.db, { company_id: company });
  const inReview = await createDraft(board.db, { company_id: company, state: 'review' });
  const report = await createReport(board.db, { job_id: id });
  const rename = await createRename(board.db, { company_id: company });
  const claim = { account_id: admin.id, registration: { ...COMPANY, logo: '' } };
  const [ownClaim, claimInReview] = [uuidv7(), uuidv7()];
  await board.db.insert(company_claims).values([
    { id: ownClaim, ...claim },
    { id: claimInReview, ...claim, state: 'review', submitted_at: new Date() },
  ]);
  const source = await addSource(board.db, company);
  const preview = await addPreview(board.db, company);
  await board.db.insert(categories).values({ slug: 'looms', name: 'Looms', position: 0 });
  const before = await rows();
  for (const [name, { query }] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = name.split(' ');
    const ask = async (parameters: string, at = path.replace(':id', 'x')) => {
      const response = await board.ask(method, `${at}?${parameters}`, { token });
      return { label: `${name}?${parameters.slice(0, 60)}`, ...response };
    };
    for (const parameter of Object.keys(query?.shape ?? {})) {
      const invalid = some([...ALWAYS_INVALID, ...(INVALID[parameter] ?? [])], 3).map(
        (value) => `${parameter}=${value}`,
      );
      for (const query of [
        ...invalid,
        REPEATABLE.includes(parameter)
          ? Array.from(
              { length: Math.max(MAX_FILTER_VALUES, MAX_CATEGORY_TERMS) + 1 },
              (_, n) => `${parameter}=${n}`,
            ).join('&')
          : `${parameter}=1&${parameter}=2`,
        `${parameter}=1&__proto__=1`,
      ]) {
        const { label, status, headers, body } = await ask(query);
        expect([label, status]).toEqual([label, 400]);
        expect(headers['content-type']).toContain('application/problem+json');
        expect(body.errors.length).toBeGreaterThan(0);
      }
      if (INVALID[parameter]) continue;
      for (const value of some(HARMLESS)) {
        const { label, status } = await ask(`${parameter}=${encodeURIComponent(value)}`);
        expect([label, status]).toEqual([label, 200]);
      }
    }
    if (!path.includes(':id') || method !== 'GET') continue;
    const ids = [...ALWAYS_INVALID, ...HARMLESS.map(encodeURIComponent)];
    for (const id of some([...ids, '%E0%A4%A', '..%2f', '0'])) {
      const { label, status } = await ask('', path.replace(':id', id));
      expect([label, id, [400, 403, 404, 414].includes(status)]).toEqual([label, id, true]);
    }
  }
  expect(await rows()).toEqual(before);

  // Test each field of each body.
  const idOf = (path: string) => {
    if (/accounts|people/.test(path)) return encodeURIComponent(person);
    if (path.includes('admin/pages')) return 'imprint';
    if (path.includes('companies')) return company;
    if (path.includes('sources')) return source;
    if (path.includes('categories')) return 'looms';
    if (path.includes('drafts')) return (path.endsWith('reject') ? inReview : draft).id;
    if (path.includes('renames')) return path.includes('companies') ? company : rename.id;
    if (path.includes('claims')) return path.endsWith('reject') ? claimInReview : ownClaim;
    return id;
  };
  const pathOf = (path: string) => path.replace(':id', idOf(path));
  const write = async (name: string, body: string, headers = {}) => {
    const [method = '', path = ''] = name.split(' ');
    const type = { 'content-type': 'application/json', ...headers };
    const response = await board.ask(method, pathOf(path), { token, body, headers: type });
    return {
      label: `${name} ${body.slice(0, 300)} ${JSON.stringify(headers).slice(0, 60)}`,
      ...response,
    };
  };
  const endpointsWithBody = Object.entries<Endpoint>(endpoints).flatMap(([name, { body }]) => {
    if (!body) return [];
    const example = {
      ...BODIES[name],
      ...(body.shape.company && !/accounts|previews/.test(name) && { company: { id: company } }),
      ...(body.shape.preview && { preview }),
      ...(body.shape.reports && { reports: [report.id] }),
    };
    const fields = Object.keys(body.shape).filter(
      (field) => !(name.includes('accounts') && IGNORED_FIELDS.includes(field)),
    );
    /** The example body with a different value in one field. */
    const withRaw = (field: string, raw: string) =>
      JSON.stringify({ ...example, [field]: '@' }).replace('"@"', () => raw);
    return [{ name, example, fields, withRaw }];
  });
  expect(endpointsWithBody.map(({ name }) => name)).toEqual(Object.keys(BODIES));
  for (const { name, fields, withRaw } of endpointsWithBody) {
    const invalid = fields.flatMap((field) =>
      some(INVALID_VALUES.filter((raw) => ![VALID_VALUES[field]].flat().includes(raw))).map((raw) =>
        withRaw(field, raw),
      ),
    );
    const nested = fields.includes('company')
      ? some(INVALID_VALUES).map((raw) => withRaw('company', `{"id":${raw}}`))
      : [];
    for (const body of [...invalid, ...nested]) {
      const { label, status, body: refusal } = await write(name, body);
      expect([label, status]).toEqual([label, 400]);
      expect([label, refusal.errors?.length > 0]).toEqual([label, true]);
    }
    for (const body of [
      ...some(INVALID_BODIES, 3),
      withRaw('__proto__', '{"id":"x"}'),
      withRaw('constructor', '{"prototype":{}}'),
    ]) {
      const { label, status, headers } = await write(name, body);
      expect([label, status]).toEqual([label, 400]);
      expect(headers['content-type']).toContain('application/problem+json');
    }
  }
  for (const { name, example } of endpointsWithBody) {
    const { etag, idempotent } = endpoints[name as keyof typeof endpoints] as Endpoint;
    if (etag === 'checked') {
      for (const tag of some(ODD_HEADERS, 4)) {
        const { label, status } = await write(name, JSON.stringify(example), { 'if-match': tag });
        // A decision about another version, or about a claim that is not in review, is a conflict.
        const refusals = /\/(reject|accept)$/.test(name) ? [400, 409] : [400, 412];
        expect([label, refusals.includes(status)]).toEqual([label, true]);
      }
    }
    if (idempotent) {
      const { status } = await write(name, JSON.stringify(example), {
        'idempotency-key': 'x'.repeat(5_000),
      });
      expect(status).toBe(400);
    }
  }
  expect(await rows()).toEqual(before);
  for (const { name, example, fields, withRaw } of endpointsWithBody) {
    for (const field of fields) {
      // Another slug is another address, so the next call would find nothing.
      if (name === 'PUT /api/admin/categories/:id' && field === 'slug') continue;
      for (const text of some(HARMLESS, 1)) {
        const { label, status } = await write(name, withRaw(field, JSON.stringify(text)));
        const accepted =
          !UNACCEPTED.includes(name) && FREE_TEXT.includes(field)
            ? [200, 201]
            : [200, 201, 204, 400, 409];
        expect([label, accepted.includes(status)]).toEqual([label, true]);
      }
    }
    if (!('idempotent' in endpoints[name as keyof typeof endpoints])) continue;
    for (const key of some(ODD_HEADERS, 4)) {
      const { label, status } = await write(name, JSON.stringify(example), {
        'idempotency-key': key,
      });
      // 409 means that the key was used with a different body.
      expect([label, [201, 400, 409].includes(status)]).toEqual([label, true]);
    }
  }

  // Test each URL outside the API.
  for (const [paths, parameters] of PAGE_PARAMETERS) {
    for (const path of paths.map((one) => one.replace(':job', id).replace(':company', company))) {
      const queries = parameters.flatMap((name) =>
        // The same code checks long texts and null bytes of all parameters, so one such value is enough.
        some(['%00', '__proto__', `1&${name}=2`], 1).map((value) => `${name}=${value}`),
      );
      for (const query of [
        ...queries,
        `${parameters[0]}=${'x'.repeat(5_000)}`,
        '__proto__=1',
        '__proto__[a]=1',
        'constructor=1',
        '%E0%A4%A=%',
        '&&==&',
      ]) {
        const { statusCode } = await board.app.inject({ url: `${path}?${query}` });
        const label = `${path}?${query.slice(0, 60)} ${statusCode}`;
        // The oEmbed protocol requires status 501: https://oembed.com/#section2.3.4
        const accepted =
          path === '/oembed' && query.startsWith('format=')
            ? [501, 400]
            : [200, 301, 302, 307, 400, 404];
        expect([label, accepted.includes(statusCode)]).toEqual([label, true]);
      }
    }
  }
  for (const path of ODD_PATHS) {
    const { statusCode } = await board.app.inject({ url: path });
    expect([path, [200, 301, 307, 400, 404, 414].includes(statusCode)]).toEqual([path, true]);
  }
});
