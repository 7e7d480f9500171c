import { numberAtEnd, type Posting, pageOf, type Site } from './site.ts';

const entryOf = ({ number, title, city, posted }: Posting) => ({
  id: `p${number}`,
  name: title,
  company: { identifier: 'Acme', name: 'Acme Looms' },
  releasedDate: posted,
  location: { city, region: '', country: 'de', remote: false, hybrid: true },
  typeOfEmployment: { id: 'permanent', label: 'Unbefristet' },
});

export const smartRecruitersSite: Site = {
  tenant: (customer) => customer,
  format: 'json',
  names: { list: 'content', ids: ['id'], title: 'name' },
  pageSize: 100,
  entry: entryOf,
  list(entries, { url }) {
    const offset = Number(url.searchParams.get('offset'));
    return {
      offset,
      limit: 100,
      totalFound: entries.length,
      content: pageOf(entries, offset, 100),
    };
  },
  detail: {
    numberIn: (url) => numberAtEnd(url, /\/postings\/p(\d+)$/),
    fields: (posting) => ({
      ...entryOf(posting),
      postingUrl: `https://jobs.smartrecruiters.com/Acme/p${posting.number}`,
      applyUrl: `https://jobs.smartrecruiters.com/Acme/p${posting.number}?oga=true`,
      jobAd: { sections: { jobDescription: { title: '', text: posting.html } } },
    }),
    required: [['name']],
  },
};
