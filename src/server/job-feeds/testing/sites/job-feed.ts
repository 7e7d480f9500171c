import type { Site } from './site.ts';

export const jobFeedSite: Site = {
  tenant: (customer) => `https://${customer}.example/?feed=job_feed`,
  format: 'xml',
  names: { list: 'item', ids: ['guid', 'link'], title: 'title' },
  entry: ({ number, title, html, city, posted }, customer) => ({
    title,
    link: `https://${customer}.example/job/weaver-${number}/`,
    pubDate: typeof posted === 'string' ? new Date(posted).toUTCString() : posted,
    guid: `https://${customer}.example/?post_type=job_listing&p=${number}`,
    'content:encoded': html,
    'job_listing:location': city,
    'job_listing:job_type': 'Full Time',
    'job_listing:company': 'Acme Looms',
  }),
  list: (entries) => ({ rss: { channel: { title: 'Jobs', item: entries } } }),
};
