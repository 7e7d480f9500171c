import { numberAtEnd, type Posting, pageOf, type Site, uuid } from './site.ts';

const fieldsOf = ({ number, title, text, city, posted }: Posting) => ({
  id: uuid(number),
  title,
  location: city,
  description: text,
  date: posted,
  places: [{ locality: city, region: '', country: 'DE' }],
  workplace: 'on-site',
  employment: 'full-time',
  type: 'Full-Time',
  salary: '',
  stated: ['employment', 'workplace'],
  pay: null,
  company: { id: uuid(0), name: 'Acme Looms' },
});

export const boardSite: Site = {
  tenant: (customer) => `https://${customer}.example/api/jobs`,
  format: 'json',
  names: { list: 'results', ids: ['id'], title: 'title' },
  pageSize: 100,
  entry: fieldsOf,
  list(entries, { url }) {
    const offset = Number(url.searchParams.get('cursor') ?? 0);
    const next = offset + 100 < entries.length ? String(offset + 100) : null;
    return { results: pageOf(entries, offset, 100), total: entries.length, next };
  },
  detail: {
    numberIn: (url) => numberAtEnd(url, /\/api\/jobs\/[\d-]+-(\d{12})$/),
    fields: (posting) => ({
      ...fieldsOf(posting),
      moreplaces: '',
      applyurl: `https://apply.example/${posting.number}`,
      validthrough: null,
      origin: null,
    }),
    required: [['title']],
  },
};
