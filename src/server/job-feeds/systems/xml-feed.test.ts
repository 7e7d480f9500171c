import { describe, expect, test } from 'vitest';
import { readFeed } from './testing/read-feed.ts';
import { xmlFeed } from './xml-feed.ts';

const URL = 'https://acme.example/indeed.xml';

/** A made-up feed in Indeed's format, which many feeds use. */
const job = (fields = '') => `<job>
  <title><![CDATA[Loom Builder]]></title><date><![CDATA[Wed, 04 Mar 2026 05:06:07 GMT]]></date>
  <referencenumber><![CDATA[ref-1]]></referencenumber><url><![CDATA[https://acme.example/jobs/1]]></url>
  <company><![CDATA[Acme Looms]]></company><city><![CDATA[Akron]]></city><state><![CDATA[OH]]></state>
  <country><![CDATA[US]]></country><postalcode><![CDATA[44301]]></postalcode>
  <description><![CDATA[<p>Build <b>looms</b>.</p>]]></description>
  <salary><![CDATA[$80,000 - $100,000 per year]]></salary><jobtype><![CDATA[parttime]]></jobtype>
  <expirationdate><![CDATA[2026-08-28]]></expirationdate>
  <remotetype><![CDATA[Hybrid remote]]></remotetype>${fields}</job>`;

const feed = (...jobs: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?><source><publisher>Acme</publisher>${jobs.join('')}</source>`;

test('a job of the feed becomes a job of this board', async () => {
  const { jobs, isComplete, company } = await readFeed(xmlFeed, URL, { [URL]: feed(job()) });
  expect(jobs).toEqual([
    {
      sourceId: 'ref-1',
      title: 'Loom Builder',
      type: 'Part-Time',
      employment: 'part-time',
      workplace: 'hybrid',
      location: 'Akron, OH, United States',
      more_places: null,
      addresses: [
        { text: 'Akron, OH, United States', locality: 'Akron', region: 'OH', country: 'US' },
      ],
      description: 'Build **looms**.',
      salary: '$90K - $100K',
      pay: { minimum: 80_000, maximum: 100_000, currency: 'USD', unit: 'year' },
      applyurl: 'https://acme.example/jobs/1',
      applyemail: '',
      date: new Date('2026-03-04T05:06:07Z'),
      validthrough: '2026-08-28',
    },
  ]);
  expect({ isComplete, company }).toEqual({ isComplete: true, company: 'Acme Looms' });
});

test('the settings of the source name the elements', async () => {
  const settings = {
    entry: 'vacancy',
    id: 'nr',
    title: 'missing, head/line',
    city: 'place/town',
    country: 'place/land',
    description: 'body',
  };
  const body = `<list><vacancy><nr>7</nr><head><line>Weaver</line></head>
    <place><town>Ulm</town><land>Germany</land></place><body>One.\n\nTwo.</body></vacancy></list>`;
  const { jobs } = await readFeed(xmlFeed, { tenant: URL, settings }, { [URL]: body });
  expect(jobs).toMatchObject([
    { sourceId: '7', title: 'Weaver', location: 'Ulm, Germany', description: 'One.\n\nTwo.' },
  ]);
});

describe('a job', () => {
  test.each([
    ['with a text for a location', '<location>Bonn</location>', { location: 'Bonn' }],
    [
      'with a place in elements',
      '<location><city>Bonn</city><country>Germany</country></location>',
      { location: 'Bonn, Germany' },
    ],
    [
      'with an escaped description',
      '<description>&amp;lt;p&amp;gt;Weave&amp;lt;/p&amp;gt;</description>',
      { description: 'Weave' },
    ],
    [
      'with elements for a description',
      '<description><p>Weave <b>well</b></p></description>',
      { description: 'Weave **well**' },
    ],
    ['without an id', '<url>https://acme.example/2</url>', { sourceId: 'https://acme.example/2' }],
    [
      'with an email address',
      '<url>mailto:jobs@acme.example?subject=Weaver</url><id>1</id>',
      { applyurl: '', applyemail: 'jobs@acme.example' },
    ],
    [
      'with an element of an email address',
      '<email>jobs@acme.example</email>',
      { applyemail: 'jobs@acme.example' },
    ],
    ['with a URL that is none', '<id>1</id><url>javascript:alert(1)</url>', { applyurl: '' }],
  ])('%s', async (_, fields, expected) => {
    const id = fields.includes('<url>') ? '' : '<id>1</id>';
    const body = feed(`<job><title>Weaver</title>${id}${fields}</job>`);
    expect((await readFeed(xmlFeed, URL, { [URL]: body })).jobs).toMatchObject([expected]);
  });
});

test.each([
  ['has other elements', feed('<job><name2>Weaver</name2></job>'), 'its format has changed'],
  ['is a page', '<html><body></body></html>', 'it is not an XML feed: its root element is <html>'],
  ['is cut off', feed(job(), job()).slice(0, -30), 'its XML is cut off'],
])('a feed that %s is refused', async (_, body, message) => {
  await expect(readFeed(xmlFeed, URL, { [URL]: body })).rejects.toThrow(message);
});

test('a feed without jobs is not complete', async () => {
  expect(await readFeed(xmlFeed, URL, { [URL]: feed() })).toMatchObject({ isComplete: false });
});
