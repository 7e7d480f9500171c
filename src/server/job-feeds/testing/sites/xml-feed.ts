import type { Site } from './site.ts';

export const xmlFeedSite: Site = {
  tenant: (customer) => `https://${customer}.example/jobs.xml`,
  format: 'xml',
  names: { list: 'job', ids: ['referencenumber', 'url'], title: 'title' },
  allows: { anyRoot: true },
  entry: ({ number, title, html, city, posted }, customer) => ({
    title,
    date: typeof posted === 'string' ? new Date(posted).toUTCString() : posted,
    referencenumber: `ref-${number}`,
    url: `https://${customer}.example/apply/${number}`,
    company: 'Acme Looms',
    city,
    country: 'DE',
    description: html,
    jobtype: 'fulltime',
  }),
  list: (entries) => ({
    source: { publisher: 'Acme Looms', publisherurl: 'https://acme.example', job: entries },
  }),
};
