import type { Site } from './site.ts';

export const pinpointSite: Site = {
  tenant: (customer) => customer,
  format: 'json',
  names: { list: 'data', ids: ['id'], title: 'title' },
  entry: ({ number, title, html, city }, customer) => ({
    id: String(number),
    title,
    description: html,
    employment_type: 'full_time',
    workplace_type: 'onsite',
    location: { id: '1', name: city, city, province: '' },
    url: `https://${customer}.pinpointhq.com/postings/${number}`,
    deadline_at: null,
    compensation_visible: false,
  }),
  list: (entries) => ({ data: entries }),
};
