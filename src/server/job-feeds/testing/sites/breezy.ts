import type { Site } from './site.ts';

export const breezySite: Site = {
  tenant: (customer) => customer,
  format: 'json',
  names: { ids: ['id'], title: 'name' },
  entry: ({ number, title, html, city, posted }, customer) => ({
    id: `b${number}`,
    name: title,
    url: `https://${customer}.breezy.hr/p/b${number}`,
    published_date: posted,
    type: { id: 'fullTime', name: 'Full-Time' },
    location: { name: city, city, country: { id: 'DE', name: 'Germany' }, is_remote: false },
    description: html,
    company: { name: 'Acme Looms', friendly_id: customer },
  }),
  list: (entries) => entries,
};
