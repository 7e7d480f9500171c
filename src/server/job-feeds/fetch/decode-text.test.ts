import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const host = 'jobs.example';

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

const decode = (bytes: Uint8Array, contentType = '', size = 3) =>
  decodeText(inChunks(bytes, size), { host, contentType });

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test('a body is decoded as UTF-8 by default, even if its characters are divided between chunks', async () => {
  const text = `Köchin 👩‍🍳 ${'ö'.repeat(2000)}`;
  for (const size of [1, 7, 1024, 100_000]) {
    expect(await decode(Buffer.from(text), 'text/plain', size)).toBe(text);
  }
  expect(await decode(Buffer.from(''))).toBe('');
});

test('a body is decoded in the charset in the header', async () => {
  expect(await decode(latin1('Köchin'), 'text/xml; charset=ISO-8859-1')).toBe('Köchin');
  expect(await decode(latin1('Köchin'), 'text/xml;charset="windows-1252"')).toBe('Köchin');
  const japanese = Uint8Array.of(0x8e, 0x64, 0x8e, 0x96);
  expect(await decode(japanese, 'text/html; charset=shift_jis')).toBe('仕事');
});

test('a body is decoded in the charset that its document declares if the header states none', async () => {
  const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><job>Köchin</job>';
  expect(await decode(latin1(xml), 'text/xml')).toBe(xml);
  expect(await decode(Buffer.from(xml), 'text/xml; charset=utf-8')).toBe(xml);
  const html = '<!doctype html><meta charset=iso-8859-1><p>Köchin';
  expect(await decode(latin1(html), 'text/html')).toBe(html);
  const other = '<?xml version="1.0" encoding="UTF-16"?><job>Köchin</job>';
  expect(await decode(Buffer.from(other), 'text/xml')).toBe(other);
});

test('a byte order mark has priority over the header, and is not part of the decoded text', async () => {
  const header = 'text/xml; charset=iso-8859-1';
  expect(await decode(Buffer.from('\uFEFFKöchin'), header)).toBe('Köchin');
  expect(await decode(Buffer.from('\uFEFFKöchin', 'utf16le'), header)).toBe('Köchin');
  const bigEndian = Buffer.from('\uFEFFKöchin', 'utf16le').swap16();
  expect(await decode(bigEndian, header)).toBe('Köchin');
});

test('a body with bytes that are invalid in its charset is refused and not repaired', async () => {
  const refused = { name: 'FetchError', failure: 'unreadable' };
  await expect(decode(latin1('Köchin'), 'application/json; charset=utf-8')).rejects.toMatchObject(
    refused,
  );
  await expect(decode(latin1('Köchin'))).rejects.toMatchObject(refused);
  // The last character is cut off.
  await expect(decode(Buffer.from('Büro ö').subarray(0, -1))).rejects.toMatchObject(refused);
  await expect(decode(latin1('Jobs'), 'text/xml; charset=klingon')).rejects.toMatchObject({
    ...refused,
    message: 'The text of jobs.example has an unknown charset: klingon.',
  });
});
