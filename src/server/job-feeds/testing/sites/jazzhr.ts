import type { Site } from './site.ts';

/** JazzHR states a date only in the id. */
export const jazzHrSite: Site = {
  tenant: (customer) => customer,
  format: 'xml',
  names: { list: 'job', ids: ['id'], title: 'title' },
  entry: ({ number, title, html, city }, customer) => ({
    id: `job_20260302090000_${String(number).padStart(6, '0')}`,
    status: 'Open',
    title,
    city,
    state: '',
    country: 'Germany',
    url: `https://${customer}.applytojob.com/apply/${number}`,
    description: html,
    type: 'Full Time',
  }),
  list: (entries) => ({ jobs: { job: entries } }),
};
