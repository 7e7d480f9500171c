import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { uploads } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import type { Role } from '#shared/domain/roles.ts';
import { MAX_LOGO_BYTES } from '#shared/limits.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount } from '#tests/support/factories.ts';
import { type FormFile, multipartForm } from '#tests/support/multipart.ts';
import { svg, twoColors } from '#tests/support/pictures.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

const URL_OF_A_LOGO = /^\/uploads\/[0-9a-f]{64}\.webp$/;
const drawing = svg('<rect width="100" height="50" fill="#f00"/>');

let token: string;
beforeEach(async () => {
  await board.db.delete(uploads);
  for (const { name } of await onDisk()) await storage().remove(name);
  token = await tokenOf('siteadmin');
});

const tokenOf = async (role: Role) =>
  tokenFor(board.db, (await createAccount(board.db, { role })).id);

const storage = () => openUploadStorage(board);
const onDisk = () => storage().list();

async function upload(files: FormFile[], fields?: Record<string, string>) {
  return board.ask('POST', '/api/upload', { token, ...(await multipartForm(files, fields)) });
}

const uploadOne = (content: Buffer, rest: Omit<FormFile, 'content'> = {}) =>
  upload([{ content, ...rest }]);

async function expectNothingStored() {
  expect(await onDisk()).toEqual([]);
  expect(await board.db.select().from(uploads)).toEqual([]);
  // Check that nothing was stored outside the folder of uploads, either.
  expect((await readdir(board.dataDir)).filter((name) => name !== 'uploads')).toEqual([]);
}

/** Stores a logo. Returns its path. */
async function storeLogo(): Promise<string> {
  const name = `${'1'.repeat(64)}.webp`;
  await storage().put(name, await twoColors().webp().toBuffer());
  return `/uploads/${name}`;
}

const fetch = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  board.app.inject({ method, url, headers });

describe('POST /api/upload', () => {
  test('stores an uploaded picture as WebP', async () => {
    const { status, headers, body } = await uploadOne(drawing);
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({ url: expect.stringMatching(URL_OF_A_LOGO) });
    const { rawPayload } = await fetch(body.url);
    const { format, width = 0, height = 0 } = await sharp(rawPayload).metadata();
    expect(format).toBe('webp');
    expect(Math.max(width, height)).toBeLessThanOrEqual(512);
  });

  test('always stores the same picture under the same URL, in one file', async () => {
    const replies = await Promise.all([drawing, drawing].map((it) => uploadOne(it)));
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1);
    expect(await onDisk()).toHaveLength(1);
    expect(await board.db.$count(uploads)).toBe(1);
    expect((await uploadOne(await twoColors().png().toBuffer())).body).not.toEqual(
      replies[0]?.body,
    );
    expect(await onDisk()).toHaveLength(2);
  });

  test('an upload requires a site admin or an owner', async () => {
    const form = await multipartForm([{ content: drawing }]);
    const statusAs = async (token: string) =>
      (await board.ask('POST', '/api/upload', { ...form, token })).status;
    expect((await board.ask('POST', '/api/upload', form)).status).toBe(401);
    const member = await tokenOf('companyadmin');
    await board.db.update(memberships).set({ role: 'editor' });
    expect([await statusAs(await tokenOf('user')), await statusAs(member)]).toEqual([403, 403]);
    await expectNothingStored();
    await board.db.update(memberships).set({ role: 'owner' });
    expect(await statusAs(member)).toBe(201);
  });

  test('an upload ignores other fields of the form', async () => {
    expect((await upload([{ content: drawing }], { caption: 'Ours' })).status).toBe(201);
  });

  test('an upload accepts a file of exactly the maximum size', async () => {
    const png = await twoColors().png().toBuffer();
    const padded = Buffer.concat([png, Buffer.alloc(MAX_LOGO_BYTES - png.length)]);
    expect((await uploadOne(padded)).status).toBe(201);
    expect((await uploadOne(Buffer.concat([padded, Buffer.alloc(1)]))).status).toBe(413);
  });

  test.each<[string, number, () => Promise<FormFile[]>]>([
    [
      'a web page named logo.png',
      415,
      async () => [{ content: Buffer.from('<!doctype html><script>alert(1)</script>') }],
    ],
    ['a file of 10 MB', 413, async () => [{ content: Buffer.alloc(10_000_000) }]],
    ['a file of just too much', 413, async () => [{ content: Buffer.alloc(MAX_LOGO_BYTES + 1) }]],
    [
      'half a JPEG',
      400,
      async () => [{ content: (await twoColors(800, 800).jpeg().toBuffer()).subarray(0, 3_000) }],
    ],
    ['an empty file', 400, async () => [{ content: Buffer.alloc(0) }]],
    ['two files', 400, async () => [{ content: drawing }, { content: drawing }]],
    ['three files', 400, async () => Array(3).fill({ content: drawing })],
    ['a file in another field', 400, async () => [{ content: drawing, field: 'logo' }]],
    [
      'a file in the field and one in another',
      400,
      async () => [{ content: drawing }, { content: drawing, field: 'logo' }],
    ],
    ['no file', 400, async () => []],
  ])('refuses %s with %i and stores nothing', async (_name, status, make) => {
    const { headers, ...reply } = await upload(await make());
    expect(headers['content-type']).toContain('application/problem+json');
    expect(reply).toMatchObject({
      status,
      body: { status, errors: [{ path: 'file', message: expect.stringMatching(/^must /) }] },
    });
    await expectNothingStored();
  });

  test('an upload refuses a text instead of a file', async () => {
    expect(await upload([], { file: 'logo.png' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'file', message: 'must be a file' }] },
    });
  });
});

describe('GET /uploads/:name', () => {
  test('serves a logo as immutable', async () => {
    const url = await storeLogo();
    const { statusCode, headers, rawPayload } = await fetch(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: `"${url.slice('/uploads/'.length, -'.webp'.length)}"`,
    });
  });

  test('answers HEAD for a logo with only the headers', async () => {
    const url = await storeLogo();
    const whole = await fetch(url);
    const head = await fetch(url, {}, 'HEAD');
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });

  test('answers a conditional request for a logo with 304', async () => {
    const url = await storeLogo();
    const tag = String((await fetch(url)).headers.etag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { statusCode, rawPayload, headers } = await fetch(url, { 'if-none-match': known });
      expect({ statusCode, length: rawPayload.length }).toEqual({ statusCode: 304, length: 0 });
      expect(headers.etag).toBe(tag);
      expect(headers['cache-control']).toContain('immutable');
    }
    expect((await fetch(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test.each([
    ['a missing file', `/uploads/${'0'.repeat(64)}.webp`],
    ['a missing file in capitals', `/uploads/${'A'.repeat(64)}.webp`],
    ['a half-written file', `/uploads/${'0'.repeat(64)}.webp.1.part`],
    ['the folder above', '/uploads/..%2f..%2fpackage.json'],
    ['a file above', `/uploads/..%2fuploads%2f${'0'.repeat(64)}.webp`],
    ['a name with a null', '/uploads/a%00.webp'],
    ['an empty name', '/uploads/'],
  ])('%s is not found', async (_name, url) => {
    const { statusCode, headers } = await fetch(url);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(headers['cache-control']).toBe('no-cache');
  });
});

test('endpoints other than uploads accept no form', async () => {
  const { id } = await createAccount(board.db);
  const form = await multipartForm([], { name: 'Ada' });
  const url = `/api/accounts/${encodeURIComponent(id)}`;
  expect((await board.ask('PUT', url, { ...form, token })).status).toBe(415);
});

test.each([
  ['JSON', { 'content-type': 'application/json' }, '{}'],
  ['a form without files', { 'content-type': 'application/x-www-form-urlencoded' }, 'file=a'],
  ['the bare file', { 'content-type': 'image/svg+xml' }, drawing],
  ['nothing', {}, undefined],
])('an upload as %s is refused with 415', async (_name, headers, body) => {
  const reply = await board.ask('POST', '/api/upload', { token, headers, body });
  expect(reply.status).toBe(415);
});
