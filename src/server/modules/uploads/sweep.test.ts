import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import type { UploadStorage } from '#server/content/storage/upload-storage.ts';
import { companies, uploads } from '#server/db/schema.ts';
import { board_settings } from '#server/db/setting-tables.ts';
import { createCompany } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { removeUnusedUploads, storeUpload, touchUploads } from './commands.ts';

const board = setUpTestBoard();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const content = Buffer.from('a logo');

let storage: UploadStorage;
beforeEach(async () => {
  storage = openUploadStorage(board);
  await board.db.delete(uploads);
  for (const { name } of await storage.list()) await storage.remove(name);
});

const store = (text: Buffer | string = content) =>
  storeUpload(board.db, storage, Buffer.from(text));

/** Removes unused uploads as if it were `later` milliseconds from now. */
const sweep = (later: number, over: UploadStorage = storage) =>
  removeUnusedUploads(board.db, over, Date.now() + later);

/** The paths of uploads that have a row, and of those that have a file. */
async function remaining() {
  const rows = await board.db.select().from(uploads);
  const paths = (named: { name: string }[]) => named.map(({ name }) => `/uploads/${name}`).sort();
  return { rows: paths(rows), files: paths(await storage.list()) };
}

const both = (...paths: string[]) => ({ rows: paths.sort(), files: paths.sort() });

/** Resolves when a database connection is waiting for a lock. */
const somebodyWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await board.db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows;
    })
    .not.toEqual([]);

/** A storage that calls `act` before it removes its first file. */
function beforeRemoval(act: () => Promise<void>): UploadStorage {
  let first = true;
  return {
    ...storage,
    async remove(name) {
      if (first) await act();
      first = false;
      await storage.remove(name);
    },
  };
}

describe('a logo that no company uses', () => {
  test('is deleted after a day, but not before', async () => {
    const path = await store();
    await sweep(DAY - MINUTE);
    expect(await remaining()).toEqual(both(path));
    await sweep(DAY + MINUTE);
    expect(await remaining()).toEqual(both());
  });

  test('stays for another day if it is uploaded again', async () => {
    const path = await store();
    await board.db.update(uploads).set({ touched_at: new Date(Date.now() - DAY - MINUTE) });
    expect(await store()).toBe(path);
    await sweep(0);
    expect(await remaining()).toEqual(both(path));
  });

  test('a logo stays for another day after a company replaces it', async () => {
    const path = await store();
    await board.db.update(uploads).set({ touched_at: new Date(Date.now() - DAY - MINUTE) });
    expect(await touchUploads(board.db, [path])).toEqual([]);
    await sweep(0);
    expect(await remaining()).toEqual(both(path));
    await sweep(DAY + MINUTE);
    expect(await remaining()).toEqual(both());
    expect(await touchUploads(board.db, [path])).toEqual([path]);
  });

  test('the row of a logo that no company uses is deleted even if its file is missing', async () => {
    const path = await store();
    await storage.remove(path.slice('/uploads/'.length));
    await sweep(DAY + MINUTE);
    expect(await remaining()).toEqual(both());
  });

  test('a logo stays complete if its file cannot be removed', async () => {
    const path = await store();
    const failing = { ...storage, remove: () => Promise.reject(new Error('no such right')) };
    await expect(sweep(DAY + MINUTE, failing)).rejects.toThrow('no such right');
    expect(await remaining()).toEqual(both(path));
  });
});

test('an unused logo is deleted, and a used one stays', async () => {
  const [used, unused] = [await store('used'), await store('unused')];
  const { id } = await createCompany(board.db, { logo: used });
  await createCompany(board.db, { logo: '' });
  await sweep(30 * DAY);
  expect(await remaining()).toEqual(both(used));
  expect(used).not.toBe(unused);

  await board.db.delete(companies).where(sql`id = ${id}`);
  await sweep(30 * DAY);
  expect(await remaining()).toEqual(both());
});

test('the logos and icons of the board stay', async () => {
  const logo = await store('logo');
  const logodark = await store('dark');
  const icon = await store('icon');
  await store('unused');
  await board.db.insert(board_settings).values({ values: { logo, logodark, icon } });
  await sweep(30 * DAY);
  expect(await remaining()).toEqual(both(logo, logodark, icon));

  await board.db.delete(board_settings);
  await sweep(30 * DAY);
  expect(await remaining()).toEqual(both());
});

test('all unused logos are deleted, even if there are many', async () => {
  const used = await store('used');
  await createCompany(board.db, { logo: used });
  for (let n = 0; n < 120; n += 1) await store(`unused ${n}`);
  await sweep(DAY + MINUTE);
  expect(await remaining()).toEqual(both(used));
});

describe('a file without a row', () => {
  test.each(['0123.webp', '0123.webp.4567.part'])(
    'the file %s, which has no row, is deleted after a day',
    async (name) => {
      const path = await store();
      await createCompany(board.db, { logo: path });
      await storage.put(name, content);
      await sweep(DAY - MINUTE);
      expect((await remaining()).files).toHaveLength(2);
      await sweep(DAY + MINUTE);
      expect(await remaining()).toEqual(both(path));
    },
  );
});

describe('during the removal of unused uploads', () => {
  test.each([
    ['an upload of the picture that is being removed stores it again', async () => {}],
    [
      'an upload of a picture whose file has no row keeps the file',
      async () => {
        await board.db.delete(uploads);
      },
    ],
  ])('%s', async (_, prepare) => {
    const path = await store();
    await prepare();
    let again: Promise<string> | undefined;
    const during = beforeRemoval(async () => {
      again = store();
      await somebodyWaits();
    });
    await sweep(DAY + MINUTE, {
      ...during,
      // The clock of this removal is a day ahead, so files that are being written now would seem to be a day old. Leave
      // them out.
      list: async () => (await during.list()).filter(({ name }) => !name.endsWith('.part')),
    });
    expect(await again).toBe(path);
    expect(await remaining()).toEqual(both(path));
  });

  test('an upload that arrives during the removal of unused uploads is not removed', async () => {
    const path = await store();
    await board.db.delete(uploads);
    await sweep(DAY + MINUTE, {
      ...storage,
      async list() {
        const files = await storage.list();
        await store();
        return files;
      },
    });
    expect(await remaining()).toEqual(both(path));
  });

  test('a company cannot take a logo that is being removed', async () => {
    const path = await store();
    let missing: Promise<string[]> | undefined;
    await sweep(
      DAY + MINUTE,
      beforeRemoval(async () => {
        missing = touchUploads(board.db, [path]);
        await somebodyWaits();
      }),
    );
    expect(await missing).toEqual([path]);
    expect(await remaining()).toEqual(both());
  });

  test('a logo that a company is about to take is not removed', async () => {
    const path = await store();
    await board.db.update(uploads).set({ touched_at: new Date(0) });
    await board.db.transaction(async (tx) => {
      expect(await touchUploads(tx, [path])).toEqual([]);
      await sweep(0);
      await createCompany(tx, { logo: path });
    });
    await sweep(DAY + MINUTE);
    expect(await remaining()).toEqual(both(path));
  });

  test('several processes can remove unused uploads at the same time', async () => {
    const used = await store('used');
    await createCompany(board.db, { logo: used });
    for (let n = 0; n < 5; n += 1) {
      await store(`unused ${n}`);
      await storage.put(`unknown-${n}`, content);
    }
    await Promise.all([sweep(DAY + MINUTE), sweep(DAY + MINUTE), sweep(DAY + MINUTE)]);
    expect(await remaining()).toEqual(both(used));
  });
});

test('an upload whose file cannot be written leaves no row', async () => {
  const failing = { ...storage, put: () => Promise.reject(new Error('the disk is full')) };
  await expect(storeUpload(board.db, failing, content)).rejects.toThrow('the disk is full');
  expect(await remaining()).toEqual(both());
});
