import type { EmploymentType } from './employment-types.ts';
import type { JobReview } from './job-drafts.ts';

/** Who may claim or register a company: everyone with an account, or nobody, so that site admins add the employers. */
export const REGISTRATIONS = ['everyone', 'nobody'] as const;

export type Registration = (typeof REGISTRATIONS)[number];

/** How often site admins get an email about the inbox: once a day, soon after something new waits, or never. */
export const MODERATIONS = ['daily', 'hourly', 'never'] as const;

export type Moderation = (typeof MODERATIONS)[number];

/** The rules of a board. They follow its settings, so they must be read when they are needed. */
export type BoardRules = {
  /** Which jobs of company admins are reviewed. */
  readonly rule: JobReview;
  /** Whether a job must state a salary range or pay. */
  readonly payRequired: boolean;
  /** The employment types that people may choose. */
  readonly types: readonly EmploymentType[];
  /** How long a new or renewed job is open by default (days). */
  readonly daysOpen: number;
  /** The time zone in which jobs close whose places do not say it (IANA). */
  readonly timeZone: string;
  readonly registration: Registration;
  readonly moderation: Moderation;
};
