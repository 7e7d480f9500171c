import { escapeHtml, greenhouseBoard, greenhouseJob } from '../feed-server-jobs.ts';
import type { Site } from './site.ts';

export const greenhouseSite: Site = {
  tenant: (customer) => customer,
  format: 'json',
  names: { list: 'jobs', ids: ['id'], title: 'title' },
  entry: ({ number, title, html, city, posted }) =>
    greenhouseJob(number, {
      title,
      content: escapeHtml(html),
      location: { name: city },
      first_published: posted,
    }),
  list: (entries) => greenhouseBoard(entries),
};
