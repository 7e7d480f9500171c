import { ashbyBoard, ashbyJob } from '../feed-server-jobs.ts';
import type { Site } from './site.ts';

export const ashbySite: Site = {
  tenant: (customer) => customer,
  format: 'json',
  names: { list: 'jobs', ids: ['id'], title: 'title' },
  entry: ({ number, title, html, city, posted }) =>
    ashbyJob(number, {
      title,
      descriptionHtml: html,
      location: city,
      publishedAt: posted,
      address: { postalAddress: { addressLocality: city, addressCountry: 'Germany' } },
    }),
  list: (entries) => ashbyBoard(entries),
};
