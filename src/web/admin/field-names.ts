import { JOB_LABELS } from '#shared/domain/job-fields.ts';

/** The names of columns in the audit trail for people. Other columns are shown by their names in the database. */
const FIELD_NAMES: Record<string, string> = {
  ...JOB_LABELS,
  account_id: 'Person',
  author: 'Author',
  blocked_at: 'Blocked since',
  body: 'Job',
  closed_at: 'Closed',
  closed_by: 'Closed by',
  company_id: 'Company',
  created_at: 'Created',
  date: 'Posted',
  employment: 'Employment',
  feed: 'Feed',
  into_id: 'Merged into',
  job_id: 'Job',
  kept_open: 'Reopened by an admin',
  logo: 'Logo',
  more_places: 'More places',
  moved: 'Moved',
  name: 'Name',
  pay: 'Pay',
  pay_currency: 'Currency',
  pay_maximum: 'Maximum pay',
  pay_minimum: 'Minimum pay',
  pay_unit: 'Pay per',
  proven_email: 'Proven email address',
  reason: 'Reason',
  role: 'Role',
  signals: 'Signs of fraud',
  source: 'Source',
  source_id: 'Id at the source',
  source_validthrough: 'Closing date of the source',
  state: 'State',
  status: 'Status',
  submitted_at: 'Submitted',
  title: 'Title',
  trusted_website: 'Trusted website',
  type: 'Type',
  website: 'Website',
};

export function nameOfField(field: string): string {
  return FIELD_NAMES[field] ?? field;
}
