import type { z } from 'zod';
import { accountEndpoints } from './accounts.ts';
import { administeredCompanyEndpoints } from './administered-companies.ts';
import { alertEndpoints } from './alerts.ts';
import { auditEndpoints } from './audit.ts';
import { boardSettingsEndpoints } from './board-settings.ts';
import { categoryEndpoints } from './categories.ts';
import { claimEndpoints } from './claims.ts';
import { companyEndpoints } from './companies.ts';
import { companyRenameEndpoints } from './company-renames.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { descriptionEndpoints } from './descriptions.ts';
import { identityEndpoints } from './identities.ts';
import { inboxEndpoints } from './inbox.ts';
import { jobDraftEndpoints } from './job-drafts.ts';
import { jobRenewalEndpoints } from './job-renewals.ts';
import { jobEndpoints } from './jobs.ts';
import { mailEndpoints } from './mails.ts';
import { markEndpoints } from './marks.ts';
import { mergeEndpoints } from './merges.ts';
import { pageEndpoints } from './pages.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { peopleEndpoints } from './people.ts';
import { personalDataEndpoints } from './personal-data.ts';
import { rankingEndpoints } from './ranking.ts';
import { reportEndpoints } from './reports.ts';
import { reviewEndpoints } from './reviews.ts';
import { sessionEndpoints } from './sessions.ts';
import { sourceEndpoints } from './sources.ts';
import { systemEndpoints } from './system.ts';
import { teamEndpoints } from './teams.ts';
import { uploadEndpoints } from './uploads.ts';

/** The groups of endpoints, in the order of the API description. */
export const endpointGroups = [
  {
    name: 'Jobs',
    description: 'Open and closed jobs, and the job search.',
    endpoints: jobEndpoints,
  },
  {
    name: 'Unpublished jobs',
    description: 'Jobs before their publication: drafts, and jobs in review.',
    endpoints: jobDraftEndpoints,
  },
  {
    name: 'Reviews',
    description: 'The place of what a person has submitted in the review queue.',
    endpoints: reviewEndpoints,
  },
  {
    name: 'Reports',
    description: 'What visitors report about jobs.',
    endpoints: reportEndpoints,
  },
  {
    name: 'Marks',
    description: 'What people keep for themselves: saved and hidden jobs, applications and notes.',
    endpoints: markEndpoints,
  },
  {
    name: 'Inbox',
    description: 'What waits for a decision of a site admin.',
    endpoints: inboxEndpoints,
  },
  {
    name: 'Dashboard',
    description: 'The jobs of an employer in every state.',
    endpoints: dashboardEndpoints,
  },
  {
    name: 'Renewals',
    description: 'Renewals, which move the closing date of an open job to a later day.',
    endpoints: jobRenewalEndpoints,
  },
  { name: 'Companies', description: 'The companies that post jobs.', endpoints: companyEndpoints },
  {
    name: 'Administration of companies',
    description: 'Companies with their teams, claims and duplicates.',
    endpoints: { ...administeredCompanyEndpoints, ...mergeEndpoints },
  },
  {
    name: 'Changes of name or website',
    description: 'Requests of owners to change the name or website of their company.',
    endpoints: companyRenameEndpoints,
  },
  {
    name: 'Sources',
    description: 'Sites from which jobs are imported on a schedule, and their runs.',
    endpoints: sourceEndpoints,
  },
  {
    name: 'Claims',
    description: 'How people come to act for a company: claims and registrations.',
    endpoints: claimEndpoints,
  },
  { name: 'Accounts', description: 'People with their roles.', endpoints: accountEndpoints },
  {
    name: 'People',
    description: 'All people with their roles, for site admins.',
    endpoints: peopleEndpoints,
  },
  {
    name: 'Teams',
    description: 'Who may act for a company, and invitations.',
    endpoints: teamEndpoints,
  },
  {
    name: 'Sessions',
    description: 'Where a person is signed in.',
    endpoints: sessionEndpoints,
  },
  {
    name: 'Identities',
    description: 'The addresses and the other providers with which a person signs in.',
    endpoints: identityEndpoints,
  },
  {
    name: 'Passkeys',
    description: 'Passkeys with which a person signs in.',
    endpoints: passkeyEndpoints,
  },
  {
    name: 'Personal data',
    description: 'The download of one’s own data, and the deletion of one’s own account.',
    endpoints: personalDataEndpoints,
  },
  {
    name: 'Descriptions',
    description: 'Previews of Markdown texts.',
    endpoints: descriptionEndpoints,
  },
  {
    name: 'Audit trail',
    description: 'What was changed, by whom and when.',
    endpoints: auditEndpoints,
  },
  { name: 'Pages', description: 'Pages with texts of the operator.', endpoints: pageEndpoints },
  { name: 'Ranking', description: 'How searches are ranked.', endpoints: rankingEndpoints },
  {
    name: 'Mail',
    description: 'The mails of the board: those that wait, were sent or failed.',
    endpoints: mailEndpoints,
  },
  {
    name: 'Settings',
    description: 'The name, texts and rules of the board.',
    endpoints: boardSettingsEndpoints,
  },
  {
    name: 'Categories',
    description: 'The shelves on which the board presents jobs.',
    endpoints: categoryEndpoints,
  },
  {
    name: 'System',
    description: 'The state of the board.',
    endpoints: systemEndpoints,
  },
  { name: 'Logos', description: 'Uploads of company logos.', endpoints: uploadEndpoints },
  {
    name: 'Alerts',
    description: 'Searches whose new jobs people get by email, or see in their account.',
    endpoints: alertEndpoints,
  },
] as const;

/** All endpoints of the API, by method and path. */
export const endpoints = {
  ...jobEndpoints,
  ...jobDraftEndpoints,
  ...reviewEndpoints,
  ...reportEndpoints,
  ...markEndpoints,
  ...inboxEndpoints,
  ...dashboardEndpoints,
  ...jobRenewalEndpoints,
  ...companyEndpoints,
  ...administeredCompanyEndpoints,
  ...mergeEndpoints,
  ...companyRenameEndpoints,
  ...claimEndpoints,
  ...accountEndpoints,
  ...peopleEndpoints,
  ...teamEndpoints,
  ...sessionEndpoints,
  ...identityEndpoints,
  ...passkeyEndpoints,
  ...personalDataEndpoints,
  ...pageEndpoints,
  ...descriptionEndpoints,
  ...auditEndpoints,
  ...rankingEndpoints,
  ...mailEndpoints,
  ...sourceEndpoints,
  ...boardSettingsEndpoints,
  ...categoryEndpoints,
  ...systemEndpoints,
  ...uploadEndpoints,
  ...alertEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type InputOf<E, Part extends 'params' | 'query' | 'body'> = E extends {
  [P in Part]: infer S extends z.ZodType;
}
  ? z.input<S>
  : undefined;

/** The input of an endpoint: path parameters, query parameters and body. */
export type EndpointInput<Name extends EndpointName> = {
  params: InputOf<Endpoints[Name], 'params'>;
  query: InputOf<Endpoints[Name], 'query'>;
  body: InputOf<Endpoints[Name], 'body'>;
};

/** The body of a successful response. */
export type EndpointResponse<Name extends EndpointName> = z.output<Endpoints[Name]['response']>;
