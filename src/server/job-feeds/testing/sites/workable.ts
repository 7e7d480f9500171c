import type { Site } from './site.ts';

export const workableSite: Site = {
  tenant: (customer) => customer,
  format: 'json',
  names: { list: 'jobs', ids: ['shortcode'], title: 'title' },
  entry: ({ number, title, html, city, posted }) => ({
    title,
    shortcode: `A1B2C${number}`,
    employment_type: 'Full-time',
    telecommuting: false,
    city,
    state: '',
    country: 'Germany',
    locations: [{ country: 'Germany', countryCode: 'DE', city, region: '', hidden: false }],
    published_on: typeof posted === 'string' ? posted.slice(0, 10) : posted,
    url: `https://apply.workable.com/j/A1B2C${number}`,
    application_url: `https://apply.workable.com/j/A1B2C${number}/apply`,
    description: html,
  }),
  list: (entries) => ({ name: 'Acme Looms', description: null, jobs: entries }),
};
