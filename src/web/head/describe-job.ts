import type { Job } from '#shared/contract/job-responses.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { shorten, textOf } from './text-of.ts';

/** A job in a sentence or two: what decides whether somebody looks at it, then how its description begins. */
export function describeJob(job: Job): string {
  const { type, location, company, description } = job;
  const facts = [type, location, formatMoney(job)].filter(Boolean).join(' · ');
  return shorten(`${company.name}: ${facts}. ${textOf(description)}`);
}
