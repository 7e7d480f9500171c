import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { companies, uploads } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { MAX_LOGO_BYTES } from '#shared/limits.ts';
import { previews } from '#shared/urls/outside-paths.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { tokenFor } from '../support/access-tokens.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { createAccount, createCompany } from '../support/factories.ts';
import { type FormFile, multipartForm } from '../support/multipart.ts';
import { blankPng, svg, twoColors } from '../support/pictures.ts';
import { setUpTestBoard } from '../support/test-app.ts';
import { statement } from './statements.ts';

const board = setUpTestBoard();
let token: string;
beforeEach(async () => {
  await board.db.delete(uploads);
  const storage = openUploadStorage(board);
  for (const { name } of await storage.list()) await storage.remove(name);
  const { id } = await createAccount(board.db, { role: 'siteadmin' });
  token = await tokenFor(board.db, id);
});

const upload = async (content: Buffer, rest: Omit<FormFile, 'content'> = {}, as = token) =>
  board.ask('POST', '/api/upload', {
    ...(as && { token: as }),
    ...(await multipartForm([{ content, ...rest }])),
  });

/** The memory that buffers use after a garbage collection (bytes). */
async function bytesInUse(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

async function expectNothingStored() {
  expect(await openUploadStorage(board).list()).toEqual([]);
  expect(await board.db.$count(uploads)).toBe(0);
}

test(statement(1), async () => {
  const png = await twoColors().png().toBuffer();
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const refused: [string, Buffer][] = [
    ['logo.png', html],
    ['logo.png', Buffer.concat([Buffer.from('GIF89a'), html])],
    ['logo.png', Buffer.alloc(0)],
    ['logo.png', png.subarray(0, 40)],
    ['logo.png', Buffer.from('%PDF-1.7\n')],
    ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"')],
    ['logo.gif', Buffer.from('PK\u0003\u0004')],
  ];
  for (const [name, content] of refused) {
    const { status } = await upload(content, { name, type: 'image/png' });
    expect([400, 415]).toContain(status);
  }
  await expectNothingStored();
});

test(statement(2), async () => {
  await board.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = board.app.server.address() as AddressInfo;
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
  };
  const send = (more: Record<string, string>) =>
    request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/upload',
      headers: { ...headers, ...more },
    });

  // An upload with a Content-Length is refused before its body arrives.
  const withLength = send({ 'content-length': String(MAX_LOGO_BYTES * 100) });
  withLength.flushHeaders();
  const [refusal] = await once(withLength, 'response');
  expect(refusal.statusCode).toBe(413);
  withLength.destroy();

  // A chunked upload is read but not buffered.
  const chunked = send({ 'transfer-encoding': 'chunked' });
  const response = once(chunked, 'response');
  chunked.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
  const chunk = Buffer.alloc(1024 * 1024);
  let before = 0;
  for (let sent = 0; sent < 96; sent += 1) {
    if (!chunked.write(chunk)) await once(chunked, 'drain');
    if (sent === 4) before = await bytesInUse();
  }
  const buffered = (await bytesInUse()) - before;
  chunked.end('\r\n--b--\r\n');
  expect((await response)[0].statusCode).toBe(413);
  // Since `before` was measured, ninety million bytes have been sent. Some of them may be in memory because they are
  // still in transit.
  expect(buffered).toBeLessThan(32_000_000);

  const bomb = await blankPng(50_000, 50_000);
  expect(bomb.length).toBeLessThan(MAX_LOGO_BYTES);
  const started = performance.now();
  expect((await upload(bomb)).status).toBe(413);
  // The server refuses the file after reading its header. Decoding the file would take until a timeout.
  expect(performance.now() - started).toBeLessThan(8_000);
  await expectNothingStored();
});

test(statement(4), async () => {
  const { body } = await upload(svg('<rect width="9" height="9"/>'), { type: 'text/html' });
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers } = await board.app.inject({ method, url: body.url });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('image/webp');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox');
  }
  const unknown = await board.app.inject({ url: `/uploads/${'0'.repeat(64)}.webp` });
  expect([unknown.statusCode, unknown.headers['x-content-type-options']]).toEqual([404, 'nosniff']);
});

test(statement(5), async () => {
  const names = [
    '/etc/passwd',
    '..\\..\\logo.png',
    `${'x'.repeat(300)}.png`,
    '\u202Egnp.exe',
    '.htaccess',
    'con',
  ];
  const png = await twoColors().png().toBuffer();
  for (const name of names) {
    const { status, headers, body } = await upload(png, { name });
    expect([name, status]).toEqual([name, 201]);
    expect(body.url).toMatch(/^\/uploads\/[0-9a-f]{64}\.webp$/);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(JSON.stringify(headers)).not.toContain('passwd');
  }
  // Send file names that no browser sends, because forms encode line breaks and quotes.
  for (const disposition of [
    'filename="a.png\r\nSet-Cookie: marker=1\r\n\r\nmarker.png"',
    'filename="marker\r\n\r\n--b--\r\n.png"',
    'filename="marker\n.png"',
    'filename="marker"><script>alert("1")</script>.png"',
    'filename="marker\0.png"',
    "filename*=UTF-8''marker%0d%0aSet-Cookie:%20marker=1%00.png",
    'filename*=UTF-8\'\'..%2f..%2fmarker.png; filename="../marker.png"',
    "filename*=marker''%ff%fe%e0.png",
    'filename=../../marker.png',
    'filename="marker.png',
  ]) {
    const { status, headers, body } = await board.ask('POST', '/api/upload', {
      token,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\n`),
        Buffer.from('Content-Type: image/png\r\n\r\n'),
        png,
        Buffer.from('\r\n--b--\r\n'),
      ]),
    });
    expect([disposition, [201, 400, 415].includes(status)]).toEqual([disposition, true]);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(JSON.stringify([headers, body])).not.toContain('marker');
  }
  expect(JSON.stringify(await readdir(board.dataDir, { recursive: true }))).not.toContain('marker');
  const [only, ...others] = await readdir(join(board.dataDir, 'uploads'));
  expect(others).toEqual([]);
  expect(only).toMatch(/^[0-9a-f]{64}\.webp$/);

  // No request can read a file outside the folder.
  const secret = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
  for (const path of [
    '../../package.json',
    '..%2F..%2Fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    '..%5c..%5cpackage.json',
    '%00',
    only?.replace('.webp', '.webp%00.png'),
  ]) {
    const response = await board.app.inject({ url: `/uploads/${path}` });
    expect([path, response.statusCode]).toEqual([path, 404]);
    expect(response.body).not.toContain(secret.slice(0, 30));
  }
});

test(statement(6), async () => {
  const png = await twoColors().png().toBuffer();
  expect((await upload(png, {}, '')).status).toBe(401);
  const user = await createAccount(board.db);
  const editor = await createAccount(board.db, { role: 'companyadmin' });
  await board.db
    .update(memberships)
    .set({ role: 'editor' })
    .where(eq(memberships.account_id, editor.id));
  for (const { id } of [user, editor]) {
    expect((await upload(png, {}, await tokenFor(board.db, id))).status).toBe(403);
  }
  for (const content of [
    Buffer.from('no picture'),
    png.subarray(0, 60),
    Buffer.alloc(MAX_LOGO_BYTES + 1),
  ]) {
    expect((await upload(content)).status).toBeGreaterThanOrEqual(400);
  }
  await expectNothingStored();
  expect((await readdir(board.dataDir)).filter((name) => name !== 'uploads')).toEqual([]);
});

test(statement(57), async () => {
  const { id } = await createCompany(board.db);
  const marked = (await board.app.inject(previews.company(id))).rawPayload;
  const storage = openUploadStorage({ dataDir: board.dataDir });
  const files: [string, (path: string) => Promise<unknown>][] = [
    ['a', (path) => mkdir(path)],
    ['b', (path) => symlink(path, path)],
    ['c', (path) => symlink('/dev/zero', path)],
  ];
  for (const [letter, create] of files) {
    const name = `${letter.repeat(64)}.webp`;
    const logo = `/uploads/${name}`;
    const path = join(board.dataDir, 'uploads', name);
    await mkdir(join(path, '..'), { recursive: true });
    await create(path);
    await board.db.update(companies).set({ logo }).where(eq(companies.id, id));
    const { statusCode, rawPayload } = await board.app.inject(previews.company(id));
    expect([statusCode, rawPayload.equals(marked)]).toEqual([200, true]);
    expect((await board.app.inject(logo)).statusCode).toBe(404);
    // Such a file does not stop the removal of unused uploads, either.
    await storage.remove(name);
    await removeFolder(path);
  }
});
