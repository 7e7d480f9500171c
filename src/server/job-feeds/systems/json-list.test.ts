import { describe, expect, test } from 'vitest';
import { readJsonList } from './json-list.ts';

/** Parses a text that arrives in chunks of `size` bytes. */
async function read(text: string | Uint8Array, size: number, name?: string) {
  const bytes = Buffer.from(text);
  const reading = readJsonList(
    (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
    name,
  );
  const entries: unknown[] = [];
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) entries.push(next.value);
  return { entries, hasList: next.value.hasList, members: next.value.members };
}

const entries = [
  { id: 'a', text: 'Brackets ]}[{ and "quotes", \\ and \\" in words 🧵', list: [[], {}, [[1, 2]]] },
  [1, [2, '"jobs": [']],
  'words, with a comma',
  -7.5e3,
  null,
  {},
];

describe('the parser', () => {
  test.each([1, 2, 3, 7, 64, 100_000])(
    'the parser reads a list in chunks of %d bytes',
    async (size) => {
      for (const space of [undefined, 2]) {
        const before = { 'not "jobs': [0], a: ['jobs', { jobs: [1] }] };
        const after = { apiVersion: '1', more: [{ jobs: [2] }] };
        const text = JSON.stringify({ ...before, jobs: entries, ...after }, null, space);
        expect(await read(text, size, 'jobs')).toEqual({
          entries,
          hasList: true,
          members: { ...before, ...after },
        });
      }
    },
  );

  test.each(['{"jobs":[]}', '{ "jobs" : [ \n ] }', '\ufeff{"jobs":[]}'])(
    'the parser reads an empty list: %j',
    async (text) => {
      expect(await read(text, 3, 'jobs')).toEqual({
        entries: [],
        hasList: true,
        members: {},
      });
    },
  );

  test.each([1, 3, 100_000])(
    'the parser reads an array that is the whole JSON in chunks of %d bytes',
    async (size) => {
      expect(await read(JSON.stringify(entries), size)).toEqual({
        entries,
        hasList: true,
        members: {},
      });
    },
  );

  test.each(['{"jobs":[1]}', '"jobs"', '7'])(
    'the parser finds no list without a name in JSON that is not an array: %s',
    async (text) => {
      expect(await read(text, 3)).toMatchObject({ entries: [], hasList: false });
    },
  );

  test.each(['[{"jobs":[1]}]', '{"jobs":{"jobs":[1]}}', '"jobs"', '{"a":{"jobs":[1]}}'])(
    'the parser ignores a list at another level: %s',
    async (text) => {
      expect(await read(text, 3, 'jobs')).toMatchObject({ entries: [], hasList: false });
    },
  );
});

test.each([
  '',
  '{"jobs":[',
  '{"jobs":[1',
  '{"jobs":[1]',
  '{"jobs":[1,]}',
  '{"jobs":[,1]}',
  '{"jobs":[1 2]}',
  '{"jobs":[{"a":1]}',
  '{"jobs":[{"a":1}}',
  '{"jobs":[1]}]',
  '{"jobs":[1]} 2',
  '{"jobs" [1]}',
  '{"jobs":["\n"]}',
  '{"jobs":[1]"a":2}',
  Uint8Array.of(0x7b, 0xff, 0xfe),
  Buffer.concat([Buffer.from('{"jobs":["'), Buffer.from([0xc3, 0x28]), Buffer.from('"]}')]),
])('rejects invalid JSON: %s', async (text) => {
  for (const size of [1, 5, 1_000]) {
    await expect(read(text, size, 'jobs')).rejects.toThrow();
  }
});

test('the parser limits the size of an entry and of everything outside the list', async () => {
  const long = ' '.repeat(17 * 1024 * 1024);
  for (const text of [`{"jobs":["${long}"]}`, `{"more":"${long}","jobs":[]}`, `[${long}]`]) {
    await expect(read(text, 65_536, 'jobs')).rejects.toThrow('a part of it is over 16 MiB');
  }
});

test('the parser reads a list after many members', async () => {
  const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, n]));
  const text = JSON.stringify({ ...members, jobs: [1] });
  const { entries, ...end } = await read(text, 65_536, 'jobs');
  expect(entries).toEqual([1]);
  expect(Object.keys(end.members)).toHaveLength(100_000);
});

test('the parser stops reading chunks when the caller stops reading entries', async () => {
  let isStopped = false;
  const chunks = async function* () {
    try {
      yield Buffer.from('{"jobs":[1,');
      for (let n = 0; n < 100_000; n += 1) yield Buffer.from(`${n},${' '.repeat(1_000)}`);
    } finally {
      isStopped = true;
    }
  };
  for await (const entry of readJsonList(chunks(), 'jobs')) if (entry === 1) break;
  expect(isStopped).toBe(true);
});
