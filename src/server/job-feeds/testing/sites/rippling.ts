import { numberAtEnd, pageOf, type Site, uuid } from './site.ts';

export const ripplingSite: Site = {
  tenant: (customer) => customer,
  format: 'json',
  names: { list: 'items', ids: ['id'], title: 'name' },
  allows: { bareList: true },
  pageSize: 100,
  entry: ({ number, title, city }, customer) => ({
    id: uuid(number),
    name: title,
    url: `https://ats.rippling.com/${customer}/jobs/${uuid(number)}`,
    locations: [
      { name: city, city, country: 'Germany', countryCode: 'DE', workplaceType: 'ON_SITE' },
    ],
  }),
  list(entries, { url }) {
    const page = Number(url.searchParams.get('page'));
    return {
      items: pageOf(entries, page * 100, 100),
      page,
      pageSize: 100,
      totalItems: entries.length,
      totalPages: Math.ceil(entries.length / 100),
    };
  },
  detail: {
    numberIn: (url) => numberAtEnd(url, /\/jobs\/[\d-]+-(\d{12})$/),
    fields: ({ number, title, html, city, posted }, customer) => ({
      uuid: uuid(number),
      name: title,
      description: { company: '', role: html },
      workLocations: [city],
      employmentType: { id: 'Full-time', label: 'SALARIED_FT' },
      createdOn: posted,
      url: `https://ats.rippling.com/${customer}/jobs/${uuid(number)}`,
    }),
    required: [['name'], ['description']],
  },
};
