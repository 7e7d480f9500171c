import type { Site } from './site.ts';

export const personioSite: Site = {
  tenant: (customer) => customer,
  format: 'xml',
  names: { list: 'position', ids: ['id'], title: 'name' },
  entry: ({ number, title, html, city, posted }) => ({
    id: number,
    subcompany: 'Acme Looms',
    office: city,
    name: title,
    jobDescriptions: { jobDescription: [{ name: '', value: html }] },
    employmentType: 'permanent',
    schedule: 'full-time',
    createdAt: posted,
  }),
  list: (entries) => ({ 'workzag-jobs': { position: entries } }),
};
