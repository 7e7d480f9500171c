import { pageOf, type Site } from './site.ts';

/** A site with the RSS feed, and without the JSON feed, which is read only if there is no RSS feed. */
export const teamtailorSite: Site = {
  tenant: (customer) => customer,
  format: 'xml',
  names: { list: 'item', ids: ['link'], title: 'title' },
  pageSize: 100,
  entry: ({ number, title, html, city, posted }, customer) => ({
    title,
    description: html,
    pubDate: typeof posted === 'string' ? new Date(posted).toUTCString() : posted,
    link: `https://${customer}.teamtailor.com/jobs/${number}-weaver`,
    guid: `guid-${number}`,
    remoteStatus: 'none',
    'tt:locations': {
      'tt:location': [{ 'tt:name': city, 'tt:city': city, 'tt:country': 'Germany' }],
    },
  }),
  list(entries, { url }) {
    if (url.pathname !== '/jobs.rss') return undefined;
    const item = pageOf(entries, Number(url.searchParams.get('offset')), 100);
    return { rss: { channel: { title: 'Acme Looms', item } } };
  },
};
