import { numberAtEnd, type Site } from './site.ts';

/** A sitemap, and pages with structured data. */
export const jsonLdPagesSite: Site = {
  tenant: (customer) => `https://${customer}.example/sitemap.xml`,
  format: 'xml',
  names: { list: 'url', ids: ['loc'] },
  entry: ({ number, title, changed }, customer) => ({
    loc: `https://${customer}.example/jobs/weaver-${number}`,
    lastmod: changed,
    'image:image': {
      'image:loc': `https://${customer}.example/loom.png`,
      'image:title': title.slice(0, 100),
    },
  }),
  list: (entries, { url }) =>
    url.pathname === '/sitemap.xml' ? { urlset: { url: entries } } : undefined,
  detail: {
    numberIn: (url) => numberAtEnd(url, /\/jobs\/weaver-(\d+)$/),
    fields: ({ number, title, html, city, posted }, customer) => ({
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title,
      description: html,
      datePosted: posted,
      employmentType: 'FULL_TIME',
      identifier: { '@type': 'PropertyValue', value: String(number) },
      hiringOrganization: { '@type': 'Organization', name: 'Acme Looms' },
      jobLocation: {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressLocality: city, addressCountry: 'DE' },
      },
      url: `https://${customer}.example/jobs/weaver-${number}`,
    }),
    required: [['title']],
    isPage: true,
  },
};
