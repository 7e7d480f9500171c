import type { StatedPay } from '#shared/contract/stated-pay.ts';
import type { Address } from '#shared/domain/address.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';

/** A job of an external feed, with the fields of this board. */
export type FeedJob = {
  /** The id of the job at its source. Later imports find the job by this id. */
  sourceId: string;
  title: string;
  type: EmploymentType;
  location: string;
  /** The places that do not fit into `location`; null if all of them fit. */
  more_places: string | null;
  /** The places that the source states in separate fields; null if it states none. */
  addresses: Address[] | null;
  /** The workplace; null if the source does not state it. */
  workplace: Workplace | null;
  employment: Employment | null;
  /** The description in Markdown. */
  description: string;
  salary: Salary;
  pay: StatedPay | null;
  applyurl: string;
  applyemail: string;
  date: Date;
  /** The closing date, that is, the last day on which the job is open; null if the source does not state one. */
  validthrough: PlainDate | null;
};
