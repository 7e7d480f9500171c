import { describe, expect, test } from 'vitest';
import { collectGarbage } from '#tests/support/collect-garbage.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { childAt, htmlOf, readXmlEntries, textAt, type XmlElement } from './read-xml.ts';
import { UnreadableFeedError } from './system.ts';

const FORMAT = { what: 'a feed', roots: ['jobs'], entry: 'job' };

/** Reads a document that arrives in chunks of `size` bytes. */
async function read(document: string | Uint8Array, { size = 65_536, contentType = '' } = {}) {
  const bytes = Buffer.from(document);
  const body = (async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  })();
  const reading = readXmlEntries({ body, contentType }, FORMAT);
  const entries: XmlElement[] = [];
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) entries.push(next.value);
  return { entries, texts: next.value };
}

const titleOf = async (document: string | Uint8Array, options = {}) => {
  const { entries } = await read(document, options);
  return entries.map((entry) => textAt(entry, 'title'));
};

describe('a document', () => {
  test.each([1, 2, 3, 7, 64, 65_536])('is read in chunks of %d bytes', async (size) => {
    const { entries, texts } = await read(
      `<?xml version="1.0" encoding="UTF-8"?><!-- <job> --><jobs><publisher>Acme &amp; Söhne</publisher>
      <job id="1"><title>Weaver</title><text><![CDATA[<p>Größe & "x" ]] 🧵</p>]]></text><empty/></job>
      <job><title>B &lt; A &#8211; C</title></job></jobs>\n`,
      { size },
    );
    expect(entries.map((entry) => textAt(entry, 'title'))).toEqual(['Weaver', 'B < A – C']);
    const [first] = entries;
    expect(first && textAt(first, 'text')).toBe('<p>Größe & "x" ]] 🧵</p>');
    expect(texts.get('publisher')).toBe('Acme & Söhne');
  });

  test('the HTML in a document can be text or elements', async () => {
    const { entries } = await read(
      '<jobs><job><a>&lt;b&gt;x&lt;/b&gt;</a><c><b>1 &lt; 2</b> y</c></job></jobs>',
    );
    const [entry] = entries;
    expect(entry && [htmlOf(childAt(entry, 'a')), htmlOf(childAt(entry, 'c'))]).toEqual([
      '<b>x</b>',
      '<b>1 &#60; 2</b> y',
    ]);
  });
});

describe('an encoding', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');
  const jobs = (declared: string) =>
    `<?xml version="1.0"${declared}?><jobs><job><title>Führung</title></job></jobs>`;

  test.each([
    ['the default', jobs(''), ''],
    [
      'a byte order mark',
      `\ufeff${jobs(' encoding="iso-8859-1"')}`,
      'text/xml; charset=iso-8859-1',
    ],
    ['the declaration', latin(jobs(" encoding='ISO-8859-1'")), 'application/xml'],
    ['the header', latin(jobs(' encoding="utf-8"')), 'text/xml; charset="ISO-8859-1"'],
    ['UTF-16', Buffer.from(`\ufeff${jobs(' encoding="utf-16"')}`, 'utf16le'), ''],
    ['UTF-16 without a mark', Buffer.from(jobs(' encoding="utf-16"'), 'utf16le'), ''],
  ])('is recognized by %s', async (_, document, contentType) => {
    expect(await titleOf(document, { contentType, size: 5 })).toEqual(['Führung']);
  });

  test.each([
    [
      'is another than the declared one',
      latin(jobs(' encoding="utf-8"')),
      'its text is not valid utf-8',
    ],
    ['is unknown', jobs(' encoding="klingon"'), 'its encoding is unknown (klingon)'],
    [
      'ends within a character',
      Buffer.from(jobs('').split('hrung')[0] ?? '').subarray(0, -1),
      'its text is not valid utf-8',
    ],
  ])('that %s is refused', async (_, document, message) => {
    await expect(read(document)).rejects.toThrow(message);
  });
});

test.each([
  ['empty', '', 'it is empty'],
  ['only space', ' \n ', 'it is empty'],
  ['text', 'no XML', 'it is not XML'],
  ['JSON', '{"jobs":[]}', 'it is not XML'],
  ['a page', '<!doctype html><html></html>', 'its root element is <html>'],
  ['cut off in a tag', '<jobs><job><titl', 'its XML is cut off'],
  ['cut off in text', '<jobs><job><title>We', 'its XML is cut off'],
  ['cut off in a section', '<jobs><job><![CDATA[ x</job></jobs>', 'its XML is cut off'],
  ['cut off before the end', '<jobs><job></job>', 'its XML is cut off'],
  ['not nested', '<jobs><job><a></job></a></jobs>', '<a> is not closed'],
  ['without a start tag', '<jobs></job></jobs>', 'an end tag has no start tag'],
  ['with an unclosed tag', '<jobs <job><title>x</title></job></jobs>', 'a tag is not closed'],
  ['with two roots', '<jobs></jobs><jobs></jobs>', 'it has a second root element'],
  [
    'of other entries',
    '<jobs><name>Acme</name><vacancy><title>x</title></vacancy><vacancy><title>y</title></vacancy></jobs>',
    'its format has changed: it has no <job>, but several <vacancy>',
  ],
])('a document that is %s is refused', async (_, document, message) => {
  await expect(read(document)).rejects.toThrow(message);
  await expect(read(document)).rejects.toBeInstanceOf(UnreadableFeedError);
});

test('a document with long names is read in proportion to its length', async () => {
  const names = Array.from({ length: 95 }, (_, n) => `n${n}`.padEnd(4_000, 'x'));
  const tags = (start: string) => names.map((name) => `<${start}${name}>`);
  const document = [
    '<jobs>',
    ...tags(''),
    '<b/>'.repeat(200_000),
    ...tags('/').reverse(),
    '<job><title>Weaver</title></job></jobs>',
  ].join('');
  const cost = await cpuTimeOf(async () => expect(await titleOf(document)).toEqual(['Weaver']));
  expect(cost).toBeLessThan(20_000);
});

describe('an attack', () => {
  const laughs = Array.from(
    { length: 10 },
    (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n};`.repeat(10)}">`,
  ).join('');

  test.each([
    ['billion laughs', `<!DOCTYPE jobs [<!ENTITY lol0 "lol">${laughs}]>`, '&lol9;'],
    ['a file', '<!DOCTYPE jobs [<!ENTITY lol9 SYSTEM "file:///etc/passwd">]>', '&lol9;'],
    ['a URL', '<!DOCTYPE jobs [<!ENTITY lol9 SYSTEM "https://evil.example/">]>', '&lol9;'],
    [
      'a parameter entity',
      '<!DOCTYPE jobs [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]>',
      '&lol9;',
    ],
    ['an external definition', '<!DOCTYPE jobs SYSTEM "https://evil.example/jobs.dtd">', '&lol9;'],
    ['an inclusion', '', '<xi:include href="file:///etc/passwd"/>'],
    ['a stylesheet', '<?xml-stylesheet href="https://evil.example/a.xsl"?>', 'x'],
  ])('an attack by %s has no effect', async (_, definition, text) => {
    const [title] = await titleOf(
      `<?xml version="1.0"?>${definition}<jobs><job><title>${text}</title></job></jobs>`,
    );
    expect(['&lol9;', '', 'x']).toContain(title);
  });

  test.each([
    ['deep elements', '<a>'.repeat(1_000_000), 'its elements are nested over 100 deep'],
    ['deep entries', '<job>'.repeat(1_000_000), 'its elements are nested over 100 deep'],
    ['a large entry', `<job>${'x'.repeat(3_000_000)}</job>`, 'an entry is over 2000000 characters'],
    ['many elements in an entry', `<job>${'<a/>'.repeat(3_000_000)}</job>`, 'an entry is over'],
    ['a long tag', `<${'a'.repeat(5_000_000)}`, 'its XML is cut off'],
    ['many attributes', `<job ${'a '.repeat(2_000_000)}`, 'its XML is cut off'],
    ['a long section', `<job><![CDATA[${'x'.repeat(5_000_000)}`, 'an entry is over'],
  ])('by %s is refused within a limited time', async (_, content, message) => {
    const cost = await cpuTimeOf(async () => {
      await expect(read(`<jobs>${content}`)).rejects.toThrow(message);
    });
    expect(cost).toBeLessThan(10_000);
  });

  test('a long text outside the entries has no effect, because it is cut', async () => {
    const { texts } = await read(`<jobs><note>${'x'.repeat(5_000_000)}</note></jobs>`);
    expect(texts.get('note')).toHaveLength(2_000);
  });
});

test('a feed of 100 MB is read in a small part of 100 MB of memory', async () => {
  const job = `<job><title>Weaver</title><text>${'x'.repeat(10_000)}</text></job>`;
  const chunk = Buffer.from(job.repeat(100));
  async function* body() {
    yield Buffer.from('<jobs>');
    for (let n = 0; n < 100; n += 1) yield chunk;
    yield Buffer.from('</jobs>');
  }
  let entries = 0;
  let peak = 0;
  const heapUsed = async () => {
    await collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await heapUsed();
  for await (const entry of readXmlEntries({ body: body(), contentType: '' }, FORMAT)) {
    entries += 1;
    if (entries % 1_000 === 0) peak = Math.max(peak, (await heapUsed()) - before);
    expect(entry.name).toBe('job');
  }
  expect(entries).toBe(10_000);
  expect(peak).toBeLessThan(10 * 1024 * 1024);
});
