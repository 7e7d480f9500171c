import type { EmploymentType } from '#shared/domain/employment-types.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';

type DemoJob = {
  title: string;
  type: EmploymentType;
  location: string;
  salary: Salary;
  /** In Markdown. */
  description: string;
  /** The apply URL; empty if the description says how to apply. */
  applyurl: string;
  /** The age of the job when the demo board is filled (hours). */
  hoursAgo: number;
};

export type DemoCompany = {
  name: string;
  /** The name of the logo's file, without the extension: `logos/<slug>.svg`. */
  slug: string;
  /** In Markdown. */
  description: string;
  website: string;
  jobs: DemoJob[];
};
