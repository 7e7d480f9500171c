import { bambooHr } from '#server/job-feeds/systems/bamboohr.ts';
import { breezy } from '#server/job-feeds/systems/breezy.ts';
import { buildJob } from '#server/job-feeds/systems/build-job.ts';
import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';
import { fromJobPosting } from '#server/job-feeds/systems/job-posting.ts';
import { countryName } from '#shared/format/country.ts';
import { built, factsOf, readXmlJob, STATED } from '../read-job.ts';
import type { Case } from '../read-table.ts';

/** Reads the pay of a job, as `minimum-maximum CURRENCY/unit`. A missing bound is empty. */
export async function readPayOf(row: Case): Promise<string> {
  const { pay } = factsOf(await jobOf(row));
  return pay ? `${pay.minimum ?? ''}-${pay.maximum ?? ''} ${pay.currency}/${pay.unit}` : 'none';
}

async function jobOf({ kind, input, country, city }: Case): Promise<FeedJob> {
  switch (kind) {
    case 'salary field':
    case 'xml feed':
      return readXmlJob({ salary: input, country: country ?? '', city: city ?? '' });
    case 'bamboohr': {
      const opening = { jobOpeningName: 'Weaver', location: { city, addressCountry: country } };
      const detail = { result: { jobOpening: { ...opening, compensation: input } } };
      return built(bambooHr.toJob({ id: '1', ...opening, detail }, { tenant: 'acme' }));
    }
    case 'breezy': {
      const location = { city, country: { id: country } };
      const position = { id: '1', name: 'Weaver', location, salary: input };
      return built(breezy.toJob(position, { tenant: 'acme' }));
    }
    case 'JobPosting':
      return built(fromJobPosting({ title: 'Weaver', ...JSON.parse(input) }, { id: '1', url: '' }));
    default: {
      const places = [{ text: countryName(country ?? '') }];
      return built(buildJob({ ...STATED, places, description: [{ markdown: input }] }));
    }
  }
}
