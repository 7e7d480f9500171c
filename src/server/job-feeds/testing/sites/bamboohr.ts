import { numberAtEnd, type Posting, type Site } from './site.ts';

const fieldsOf = ({ title, city }: Posting) => ({
  jobOpeningName: title,
  employmentStatusLabel: 'Full-Time',
  location: { city, state: null, addressCountry: 'Germany' },
  isRemote: null,
  locationType: '0',
});

export const bambooHrSite: Site = {
  tenant: (customer) => customer,
  format: 'json',
  names: { list: 'result', ids: ['id'], title: 'jobOpeningName' },
  entry: (posting) => ({ id: String(posting.number), ...fieldsOf(posting) }),
  list: (entries) => ({ meta: { totalCount: entries.length }, result: entries }),
  detail: {
    numberIn: (url) => numberAtEnd(url, /\/careers\/(\d+)\/detail$/),
    fields: (posting, customer) => ({
      meta: {},
      result: {
        jobOpening: {
          ...fieldsOf(posting),
          description: posting.html,
          datePosted:
            typeof posting.posted === 'string' ? posting.posted.slice(0, 10) : posting.posted,
          jobOpeningShareUrl: `https://${customer}.bamboohr.com/careers/${posting.number}`,
        },
      },
    }),
    required: [['result']],
  },
};
