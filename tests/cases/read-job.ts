import { DEFAULT_RATES } from '#server/content/pay/exchange-rates.ts';
import { escapeHtml, type StatedJob } from '#server/job-feeds/systems/build-job.ts';
import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';
import type { Converted, System } from '#server/job-feeds/systems/system.ts';
import { readFeed } from '#server/job-feeds/systems/testing/read-feed.ts';
import { xmlFeed } from '#server/job-feeds/systems/xml-feed.ts';
import { type FactSource, type Facts, readFacts } from '#server/modules/facts/read-facts.ts';

/** The fields that a source must state in addition to the field that is tested. */
export const STATED: StatedJob = {
  id: '1',
  title: 'Weaver',
  employment: null,
  workplace: null,
  places: [],
  description: [],
  pay: undefined,
  urls: [],
  date: undefined,
};

export function built(converted: Converted): FeedJob {
  if ('reason' in converted) throw new Error(`the job is left out: ${converted.reason}`);
  return converted;
}

/** The facts that an import reads from a job of a feed. */
export function factsOf(job: FeedJob, values: Partial<FactSource> = {}): Facts {
  const { pay } = job;
  return readFacts(
    {
      ...job,
      id: '',
      company_id: '',
      pay_minimum: pay?.minimum ?? null,
      pay_maximum: pay?.maximum ?? null,
      pay_currency: pay?.currency ?? null,
      pay_unit: pay?.unit ?? null,
      ...values,
    },
    DEFAULT_RATES,
  );
}

/** Reads the only job of a feed. */
async function readOnlyJob(system: System, url: string, body: string): Promise<FeedJob> {
  const { jobs, left } = await readFeed(system, url, { [url]: body });
  const [job] = jobs;
  if (!job) throw new Error(`the feed has no job: ${left[0]?.reason}`);
  return job;
}

/** Reads a job with these elements from an XML feed. */
export async function readXmlJob(elements: Record<string, string>): Promise<FeedJob> {
  const fields = { referencenumber: '1', title: 'Weaver', ...elements };
  const xml = Object.entries(fields).map(
    ([name, text]) => `<${name}>${escapeHtml(text)}</${name}>`,
  );
  const body = `<source><job>${xml.join('')}</job></source>`;
  return readOnlyJob(xmlFeed, 'https://acme.example/jobs.xml', body);
}
