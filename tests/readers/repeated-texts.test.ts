import { describe, expect, test } from 'vitest';
import { readSkills } from '#server/content/dictionary/read-skills.ts';
import { readTitle } from '#server/content/dictionary/read-title.ts';
import { readEligibility } from '#server/content/eligibility/read-eligibility.ts';
import { offersVisa } from '#server/content/eligibility/read-visa.ts';
import { markdownFromHtml } from '#server/content/markdown/from-html.ts';
import { plainText } from '#server/content/markdown/plain-text.ts';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import { describeJob } from '#server/content/markdown/summary.ts';
import { readPay } from '#server/content/pay/read-pay.ts';
import { onlyCountryIn } from '#server/content/places/country-in-text.ts';
import { gazetteer } from '#server/content/places/gazetteer.ts';
import { readLocation } from '#server/content/places/read-location.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import { parseRobots } from '#server/job-feeds/fetch/robots.ts';
import { findJobPostings } from '#server/job-feeds/systems/json-ld.ts';
import { readDate } from '#server/job-feeds/systems/read-date.ts';
import { readXmlEntries } from '#server/job-feeds/systems/read-xml.ts';
import { recognizePage } from '#server/job-feeds/systems/recognize-page.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import {
  readEmployment,
  readPayText,
  readPayUnit,
  readWorkplace,
} from '#server/job-feeds/systems/terms.ts';
import { NestedTooDeeplyError } from '#shared/markdown/html-tree.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
import { repetitions, seedOr } from '../support/deep-run.ts';
import { pick, randomFrom } from '../support/random.mjs';

/**
 * Regular expressions that backtrack, and lists that grow with each part of a text, take time that grows with the square
 * of a text's length (https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS). Texts that
 * repeat what a reader looks for, without the end that it expects, show this.
 */
const LENGTH = 20_000;

/** The time limit for a text (ms), many times what any text should take. */
const LIMIT = 2_000;

/** How much longer than a text of a quarter of its length a text may take. If time grows with the square, it is 16. */
const GROWTH = 10;

/** The time in which growth is not measured, because it is too short to be measured (ms). */
const NEGLIGIBLE = 250;

type Reader = { read: (text: string) => unknown; words: string };

const PUNCTUATION = [...'.,;:!?-–—/\\|()[]{}<>"\'`*_~#&=+$€£%@^'];
const SPACES = [' ', '  ', '\n', '\n\n', '\t', '\r\n', '\u00a0', '\u200b'];

const READERS: Record<string, Reader> = {
  pay: {
    read: (text) => [readPay(text, { country: 'US' }), readPayText(text, 'DE')],
    words:
      '$ € £ USD EUR CHF 100 100,000 90k 1.5 0 00 000 , - to from up salary range base pay per year hour /yr annually OTE bonus equity or and between plus 401k million',
  },
  places: {
    read: (text) => [readLocation(text, gazetteer()), onlyCountryIn(text, gazetteer())],
    words:
      'Berlin New York NY San Francisco CA Paris Remote US USA UK Germany EMEA LATAM or and in anywhere worldwide hybrid St. Saint La D.C. Washington North Europe ; , / ( )',
  },
  eligibility: {
    read: (text) => {
      const location = readLocation('Remote', gazetteer());
      return [
        readEligibility({ location, text, title: 'Engineer' }, gazetteer()),
        readEligibility({ location, text: '', title: text }, gazetteer()),
        offersVisa(text),
      ];
    },
    words:
      'remote Remote must be based in located US EMEA Germany anywhere worldwide authorized to work visa sponsorship we do not offer UTC +3 UTC-8 GMT hours overlap time zone within ±2 EST reside eligible only except or and',
  },
  workplace: {
    read: (text) => [readWorkplace(text), readEmployment(text), readPayUnit(text), readDate(text)],
    words:
      'remote fully hybrid on-site onsite office home TELECOMMUTE full time part-time contract intern temporary per hour year 2026 2026-01-01 T00:00 Z +02:00 Jan 1',
  },
  skills: {
    read: (text) => [
      readSkills({ title: 'Engineer', description: text }),
      readSkills({ title: text, description: '' }),
    ],
    words:
      'C C++ C# .NET Go R React Node.js JavaScript Java Spring SQL Requirements: required nice to have - * 1. and or / machine learning Excel',
  },
  titles: {
    read: readTitle,
    words:
      'Senior Staff Engineer of Software (m/f/d) (f/m/x) Head VP Director II III - / , & at for and Manager Lead Jr. Sr. C++ II:in *in',
  },
  Markdown: {
    read: (text) => [renderHtml(text), plainText(text), describeJob(text)],
    words:
      '* ** *** _ __ ` ``` ~~~ # ## > - + 1. 1) [ ] ( ) ![ ]( <a> </a> <!-- --> &amp; & \\ | --- === http:// https://a.example/ www. @ [a]: [a](b) a',
  },
  HTML: {
    read: markdownFromHtml,
    words:
      '<p> </p> <div> </div> <ul> <li> </li> </ul> <b> </b> <i> <em> <strong> <a href="x"> </a> <a < > <!-- --> <![CDATA[ ]]> <br> <br/> <table> <tr> <td> <pre> <code> <h1> </h1> &amp; &lt; &#60; &# & " = a <span style="',
  },
  XML: {
    read: readXml,
    words:
      '<job> </job> <jobs> </jobs> <a> </a> <b/> <a x="1"> <a < > </ /> <!-- --> <![CDATA[ ]]> <!DOCTYPE [ <?xml ?> &amp; &#60; &lt; & " = title <n:a>',
  },
  'JSON-LD': {
    read: (text) => [
      findJobPostings(`<script type="application/ld+json">${text}`),
      findJobPostings(text),
      recognizePage(text, 'https://a.example/'),
    ],
    words:
      '{ } [ ] {} "@type": "JobPosting" "@graph": , : " \\ \\u0041 null 0 -->  <!-- //<![CDATA[ //]]> ]]> ; // <script> </script> <script type="application/ld+json"> https:// //a.b a. href=" <a',
  },
  robots: {
    read: (text) => parseRobots(ROBOTS, text, 'ComposableJobs/1.0').check(PAGE),
    words:
      'User-agent: * ComposableJobs Disallow: Allow: allow / /* *a $ %41 % # Crawl-delay: 5 Sitemap: Host: : \n \r a /jobs',
  },
};

const ROBOTS = new URL('https://a.example/robots.txt');
const PAGE = new URL(`https://a.example/jobs/${'a'.repeat(500)}`);

async function readXml(text: string): Promise<number> {
  const body = (async function* () {
    yield Buffer.from(text);
  })();
  let entries = 0;
  const format = { what: 'a feed', entry: 'job' };
  for await (const _ of readXmlEntries({ body, contentType: '' }, format)) entries += 1;
  return entries;
}

/** The errors with which readers refuse a text. */
const REFUSALS = [FetchError, UnreadableFeedError, NestedTooDeeplyError];

/** The processor time of a reader (ms). A text may be refused, but not take long. */
function costOf({ read }: Reader, text: string): Promise<number> {
  return cpuTimeOf(async () => {
    try {
      await read(text);
    } catch (error) {
      if (!REFUSALS.some((refusal) => error instanceof refusal)) throw error;
    }
  });
}

/** Whether a text takes a reader long for its length. Measures twice, because the machine may be busy. */
async function isSlow(reader: Reader, textOf: (length: number) => string): Promise<boolean> {
  const long = textOf(LENGTH);
  if ((await costOf(reader, long)) < NEGLIGIBLE) return false;
  const cost = await costOf(reader, long);
  if (cost < NEGLIGIBLE) return false;
  return cost > LIMIT || cost > GROWTH * (await costOf(reader, textOf(LENGTH / 4)));
}

describe.each(Object.entries(READERS))('%s', (name, reader) => {
  test('no text that repeats its beginning takes a reader long', async () => {
    const seed = seedOr(20_261_128);
    const words = reader.words.split(' ').filter(Boolean);
    for (let number = 0; number < repetitions(3, 2_000); number++) {
      const random = randomFrom(seed + number);
      const token = () => pick(random, pick(random, [words, words, words, PUNCTUATION, SPACES]));
      const tokens = (most: number) =>
        Array.from({ length: Math.floor(random() * (most + 1)) }, token).join(
          pick(random, ['', '', ' ']),
        );
      const [start, repeated, end] = [tokens(3), token() + tokens(3), tokens(2)];
      const textOf = (length: number) =>
        start + repeated.repeat(Math.ceil(length / repeated.length)).slice(0, length) + end;
      const shown = JSON.stringify([start, repeated, end]);
      expect.soft(await isSlow(reader, textOf), `${name}: ${shown}`).toBe(false);
    }
  });
});
