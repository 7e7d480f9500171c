import { numberAtEnd, pageOf, type Site } from './site.ts';

const PAGE = 20;

export const workdaySite: Site = {
  tenant: (customer) => `${customer}.wd5.External`,
  format: 'json',
  names: { list: 'jobPostings', ids: ['externalPath'], title: 'title' },
  pageSize: PAGE,
  entry: ({ number, title, city }) => ({
    title,
    externalPath: `/job/Koeln/Weaver_R${number}`,
    locationsText: city,
    postedOn: 'Posted 3 Days Ago',
    bulletFields: [`R${number}`],
  }),
  list(entries, { body }) {
    const [, digits] = /"offset":(\d+)/.exec(body) ?? [];
    if (digits === undefined) return undefined;
    const offset = Number(digits);
    return { total: entries.length, jobPostings: pageOf(entries, offset, PAGE), facets: [] };
  },
  detail: {
    numberIn: (url) => numberAtEnd(url, /\/Weaver_R(\d+)$/),
    fields: ({ number, title, html, city, posted }) => ({
      jobPostingInfo: {
        id: `id-${number}`,
        title,
        jobDescription: html,
        location: city,
        startDate: typeof posted === 'string' ? posted.slice(0, 10) : posted,
        timeType: 'Full time',
        jobReqId: `R${number}`,
        country: { descriptor: 'Germany', id: 'de' },
        externalUrl: `https://acme.wd5.myworkdayjobs.com/External/job/Koeln/Weaver_R${number}`,
      },
    }),
    required: [['jobPostingInfo', 'title']],
  },
};
