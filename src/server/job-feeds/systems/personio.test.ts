import { describe, expect, test } from 'vitest';
import { personio } from './personio.ts';
import { readFeed } from './testing/read-feed.ts';
import { REAL_FEEDS, recordingsOf } from './testing/recordings.ts';

const URL = 'https://acme.jobs.personio.de/xml';

/** A made-up position in the format of Personio's feed. */
function position(fields: string) {
  return `<position>
    <id>681100</id><name>Weaver &amp; Loom Builder (m/w/d)</name>
    <office>Ulm</office><additionalOffices><office>Bonn</office></additionalOffices>
    <employmentType>permanent</employmentType><schedule>full-time</schedule>
    <createdAt>2026-03-04T05:06:07+00:00</createdAt>
    <jobDescriptions>
      <jobDescription><name>Deine Aufgaben</name><value><![CDATA[<p>Webstühle <b>bauen</b>.</p>]]></value></jobDescription>
      <jobDescription><name>Leer</name><value></value></jobDescription>
    </jobDescriptions>${fields}</position>`;
}

const feed = (...positions: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<workzag-jobs>${positions.join('\n')}</workzag-jobs>`;

const read = (body: string) => readFeed(personio, 'acme', { [URL]: body });

test('a position becomes a job', async () => {
  const { jobs, isComplete } = await read(feed(position('')));
  expect(jobs).toEqual([
    {
      sourceId: '681100',
      title: 'Weaver & Loom Builder (m/w/d)',
      type: 'Full-Time',
      employment: 'full-time',
      workplace: null,
      location: 'Ulm; Bonn',
      more_places: null,
      addresses: null,
      description: '## Deine Aufgaben\n\nWebstühle **bauen**.',
      salary: '',
      pay: null,
      applyurl: 'https://acme.jobs.personio.de/job/681100',
      applyemail: '',
      date: new Date('2026-03-04T05:06:07Z'),
      validthrough: null,
    },
  ]);
  expect(isComplete).toBe(true);
});

test('a position has the pay that it states', async () => {
  const pay =
    '<salaryInformation><min>48000</min><max>52000.50</max><currencyCode>EUR</currencyCode><type>yearly</type></salaryInformation>';
  expect((await read(feed(position(pay)))).jobs).toMatchObject([
    { pay: { minimum: 48_000, maximum: 52_000.5, currency: 'EUR', unit: 'year' } },
  ]);
});

test.each([
  ['intern', 'part-time', 'internship'],
  ['working_student', 'part-time', 'part-time'],
  ['freelance', 'full-time', 'contract'],
  ['temporary', 'full-time', 'temporary'],
  ['permanent', 'part-time', 'part-time'],
  ['permanent', 'full-or-part-time', 'part-time'],
  ['permanent', '', null],
])(
  'a position with the employment type "%s" and the schedule "%s" has the right employment',
  async (type, schedule, employment) => {
    const body = feed(position(''))
      .replace('>permanent<', `>${type}<`)
      .replace('>full-time<', `>${schedule}<`);
    expect((await read(body)).jobs).toMatchObject([{ employment }]);
  },
);

test('a career site at the international domain is read in the chosen language', async () => {
  const url = 'https://acme.jobs.personio.com/xml?language=fr';
  const address = { tenant: 'com:acme', settings: { language: 'fr' } };
  const { jobs } = await readFeed(personio, address, { [url]: feed(position('')) });
  expect(jobs).toMatchObject([{ applyurl: 'https://acme.jobs.personio.com/job/681100' }]);
  expect(personio.hosts(address)).toEqual(['acme.jobs.personio.com']);
});

test.each([
  [
    'a page',
    '<!DOCTYPE html><html><body>Not found</body></html>',
    'it is not a Personio feed: its root element is <html>',
  ],
  ['a feed that is cut off', feed(position('')).slice(0, -9), 'its XML is cut off'],
  ['positions without a name', feed('<position><id>1</id></position>'), 'its format has changed'],
  ['nothing', '', 'it is empty'],
])('%s is refused', async (_, body, message) => {
  await expect(read(body)).rejects.toThrow(message);
});

test('a feed without positions is not complete', async () => {
  expect(await read(feed())).toMatchObject({ isComplete: false });
});

describe.skipIf(!REAL_FEEDS)('recordings (REAL_FEEDS)', () => {
  test('all positions in recorded feeds of Personio are converted, and malformed feeds are refused', async () => {
    for (const { file, text } of recordingsOf('personio')) {
      if (/invalid|faulty/.test(file)) {
        await expect(read(text), file).rejects.toThrow(/its format has changed|not well-formed/);
        continue;
      }
      const { jobs, items, isComplete } = await read(text);
      expect([file, jobs.length, isComplete]).toEqual([
        file,
        items.length,
        !file.includes('empty'),
      ]);
      if (file === 'positions-11.xml') expect(jobs).toHaveLength(11);
    }
  });
});
