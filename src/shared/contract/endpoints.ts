import type { z } from 'zod';
import { accountEndpoints } from './accounts.ts';
import { companyEndpoints } from './companies.ts';
import { descriptionEndpoints } from './descriptions.ts';
import { jobEndpoints } from './jobs.ts';
import { rankingEndpoints } from './ranking.ts';
import { uploadEndpoints } from './uploads.ts';

/** The groups of endpoints, in the order of the API description. */
export const endpointGroups = [
  {
    name: 'Jobs',
    description: 'Open and closed jobs, and the job search.',
    endpoints: jobEndpoints,
  },
  { name: 'Companies', description: 'The companies that post jobs.', endpoints: companyEndpoints },
  { name: 'Accounts', description: 'People with their roles.', endpoints: accountEndpoints },
  {
    name: 'Descriptions',
    description: 'Previews of Markdown texts.',
    endpoints: descriptionEndpoints,
  },
  { name: 'Ranking', description: 'How searches are ranked.', endpoints: rankingEndpoints },
  { name: 'Logos', description: 'Uploads of company logos.', endpoints: uploadEndpoints },
] as const;

/** All endpoints of the API, by method and path. */
export const endpoints = {
  ...jobEndpoints,
  ...companyEndpoints,
  ...accountEndpoints,
  ...descriptionEndpoints,
  ...rankingEndpoints,
  ...uploadEndpoints,
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
