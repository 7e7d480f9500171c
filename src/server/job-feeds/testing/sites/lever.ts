import { leverPosting } from '../feed-server-jobs.ts';
import type { Site } from './site.ts';

/** Lever states dates in milliseconds since 1970. */
export const leverSite: Site = {
  tenant: (customer) => customer,
  format: 'json',
  names: { ids: ['id'], title: 'text' },
  entry: ({ number, title, html, city, posted }) =>
    leverPosting(number, {
      text: title,
      description: html,
      lists: [],
      additional: '',
      additionalPlain: '',
      categories: { location: city, allLocations: [city], commitment: 'Full-time' },
      createdAt: new Date(posted).getTime(),
    }),
  list: (entries) => entries,
};
