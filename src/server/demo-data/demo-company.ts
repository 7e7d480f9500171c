import type { EmploymentType } from '#shared/domain/employment-types.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';

export type DemoJob = {
  title: string;
  type: EmploymentType;
  location: string;
  salary: Salary;
  /** Markdown. */
  description: string;
  /** Empty if the description states how to apply. */
  applyurl: string;
  /** Age when the demo board is filled. */
  hoursAgo: number;
};

export type DemoCompany = {
  name: string;
  /** Also the logo's file name: `logos/<slug>.svg`. */
  slug: string;
  /** Markdown. */
  description: string;
  website: string;
  jobs: DemoJob[];
};
