import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { REAL_FEEDS, realFeeds } from '#server/job-feeds/testing/real-feeds.ts';
import { PAY_UNITS } from '#shared/contract/job-responses.ts';
import type { StatedPay } from '#shared/contract/stated-pay.ts';
import { markdownFromHtml } from '../markdown/from-html.ts';
import { gazetteer } from '../places/gazetteer.ts';
import { readLocation } from '../places/read-location.ts';
import { readPay } from './read-pay.ts';

/**
 * Jobs whose text contradicts their pay fields, with the pay in the text. People checked each job: the employer changed
 * the text or the fields and forgot the other.
 */
const CONTRADICTIONS: Record<string, string> = {
  '9a0fdbca-a600-42c3-b428-bc38018edf90': '140000-180000 USD/year',
  '24b06eb0-9e27-4bfa-a118-429c8baee538': '120000-150000 USD/year',
  'b40c7e82-e930-4e46-918e-245cdd01441d': '160000-220000 USD/year',
  '29fbbb85-ed6c-4458-b076-8d20ae8210a4': '120000-200000 USD/year',
  'e44e4020-c379-45ef-b295-81f98f8dc124': '240000-320000 USD/year',
  '6bbd5243-9033-494d-9f20-dd53a40fa81b': '250000-350000 USD/year',
  '2e05d38f-cdee-4107-97d0-e33c62f4c8b9': '240000-320000 USD/year',
  'e73bc306-5861-4ee5-8cb6-84d15827164c': '140000-220000 USD/year',
  '1a7664de-d7c2-4f98-9927-a5dadec16660': '250000-330000 USD/year',
  'a0d74bd1-3b36-467e-988c-9c0862c29fbb': '240000-320000 USD/year',
  '4878a89e-824e-415e-ae41-20e399529a7a': '200000-300000 USD/year',
  '3c68bfae-085f-4a23-b5dd-d071ab1ea505': '150000-175000 USD/year',
  'c0241024-478f-47ae-8021-d0639df8ad7f': '165000-215000 USD/year',
  'de579898-f6e4-4664-a8a8-1158b7499d5f': '130000-160000 USD/year',
};

type Component = {
  compensationType: string;
  interval: string;
  currencyCode: string;
  minValue: number;
  maxValue: number;
};

type Posting = {
  id: string;
  location: string;
  address: { postalAddress: { addressCountry?: string } } | null;
  descriptionHtml: string;
  compensation: { summaryComponents: Component[] | null } | null;
};

type Compared = { id: string; field: string | undefined; read: string | undefined; text: string };

describe.skipIf(!REAL_FEEDS)('pay in real descriptions (REAL_FEEDS)', () => {
  test('pay is read with the amounts that the pay fields of the same job state', async () => {
    const jobs: Compared[] = [];
    for (const file of await realFeeds()) {
      const feed: { jobs: Posting[] } = JSON.parse(await readFile(file, 'utf8'));
      jobs.push(...feed.jobs.map(compare));
    }
    const withField = jobs.filter(({ field }) => field);
    const found = withField.filter(({ read }) => read);
    const right = found.filter(({ id, field, read }) => read === (CONTRADICTIONS[id] ?? field));
    const equal = found.filter(({ field, read }) => read === field);
    const inText = withField.filter(({ field = '', text }) => hasFigures(text, field));
    const inTextFound = inText.filter(({ field, read }) => read === field);
    const wrong = found.filter((job) => !right.includes(job));
    process.stdout.write(`
Pay in descriptions: ${found.length} read of ${withField.length} jobs with a field
  as the text states it: ${share(right, found)}
  as the field states it: ${share(equal, found)}
  found of those with the figures in the text: ${share(inTextFound, inText)}
  found where no field states pay: ${jobs.filter(({ field, read }) => !field && read).length}
${wrong.map(({ id, field, read }) => `  ${id}: ${read} instead of ${field}\n`).join('')}`);
    expect(right.length / found.length).toBeGreaterThanOrEqual(0.98);
    expect(found.length).toBeGreaterThan(150);
    expect(inTextFound.length / inText.length).toBeGreaterThan(0.8);
  });
});

function compare({ id, location, address, descriptionHtml, compensation }: Posting): Compared {
  const text = markdownFromHtml(descriptionHtml);
  const salary = compensation?.summaryComponents?.find(
    ({ compensationType }) => compensationType === 'Salary',
  );
  const unit = PAY_UNITS.find((each) => salary?.interval === `1 ${each.toUpperCase()}`);
  const country = countryOf(address?.postalAddress.addressCountry ?? '') ?? countryOf(location);
  const read = readPay(text, { country });
  return {
    id,
    text,
    field:
      salary &&
      unit &&
      format({
        minimum: salary.minValue,
        maximum: salary.maxValue,
        currency: salary.currencyCode,
        unit,
      }),
    read: read && format(read),
  };
}

/** The country that a location names. Returns undefined if it names several. */
function countryOf(location: string): string | undefined {
  const { places } = readLocation(location, gazetteer());
  const [only, ...others] = new Set(
    places.map(({ area }) => (area.kind === 'country' ? area.id : area.country)),
  );
  return others.length === 0 ? only : undefined;
}

function format({ minimum, maximum, currency, unit }: StatedPay): string {
  return `${minimum}-${maximum} ${currency}/${unit}`;
}

/** Whether a text contains both figures of a field, even if it groups or shortens them differently. */
function hasFigures(text: string, field: string): boolean {
  const digits = text.replace(/(?<=\d)[,. ](?=\d{3})/g, '');
  return (field.match(/[\d.]+(?=[- ])/g) ?? []).every((figure) => {
    const inThousands = String(Number(figure) / 1_000).replace('.', '\\.');
    return new RegExp(
      `(?<!\\d)(?:${figure.replace('.', '\\.')}|${inThousands} ?[kK]?)(?!\\d)`,
    ).test(digits);
  });
}

function share(part: unknown[], whole: unknown[]): string {
  return `${part.length} of ${whole.length} (${((100 * part.length) / whole.length).toFixed(1)} %)`;
}
