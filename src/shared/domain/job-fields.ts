/** The labels of the fields of a job, in the order of the form, by the path in the request body. */
export const JOB_LABELS = {
  type: 'Job Type',
  title: 'Job Title',
  description: 'Description',
  'pay.minimum': 'Minimum pay',
  'pay.maximum': 'Maximum pay',
  'pay.currency': 'Currency',
  'pay.unit': 'Paid per',
  salary: 'Salary',
  location: 'Location',
  workplace: 'Workplace',
  employment: 'Hours',
  'company.id': 'Company',
  applyurl: 'Apply URL',
  applyemail: 'Apply by email',
  validthrough: 'Closes on',
  corrections: 'Categories',
} as const;

export type JobField = keyof typeof JOB_LABELS;

/**
 * The fields of a job that are plain texts. The form, requests, responses, unpublished jobs and the table `jobs` have
 * each of them under the same name.
 */
export const JOB_TEXTS = [
  'type',
  'title',
  'location',
  'applyurl',
  'applyemail',
  'description',
] as const satisfies JobField[];

export type JobText = (typeof JOB_TEXTS)[number];

/** The texts whose words the search does not find: the type is a filter, and nobody knows the URL or the address. */
export const UNSEARCHED_TEXTS: readonly JobText[] = ['type', 'applyurl', 'applyemail'];
