import type { z } from 'zod';
import { accountEndpoints } from './accounts.ts';
import { companyEndpoints } from './companies.ts';
import { descriptionEndpoints } from './descriptions.ts';
import { jobEndpoints } from './jobs.ts';
import { uploadEndpoints } from './uploads.ts';

/** What the API is about, in the order in which it is described. */
export const endpointGroups = [
  { name: 'Jobs', description: 'Open and closed jobs, and the search.', endpoints: jobEndpoints },
  { name: 'Companies', description: 'Who the jobs are at.', endpoints: companyEndpoints },
  { name: 'Accounts', description: 'Who may do what on the board.', endpoints: accountEndpoints },
  { name: 'Descriptions', description: 'Texts in Markdown.', endpoints: descriptionEndpoints },
  { name: 'Logos', description: 'Pictures of companies.', endpoints: uploadEndpoints },
] as const;

/** The whole API. */
export const endpoints = {
  ...jobEndpoints,
  ...companyEndpoints,
  ...accountEndpoints,
  ...descriptionEndpoints,
  ...uploadEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type InputOf<E, Part extends 'params' | 'query' | 'body'> = E extends {
  [P in Part]: infer S extends z.ZodType;
}
  ? z.input<S>
  : undefined;

/** What a caller hands over: `params` where the path has any, the query's parameters, the body. */
export type EndpointInput<Name extends EndpointName> = {
  params: InputOf<Endpoints[Name], 'params'>;
  query: InputOf<Endpoints[Name], 'query'>;
  body: InputOf<Endpoints[Name], 'body'>;
};

export type EndpointResponse<Name extends EndpointName> = z.output<Endpoints[Name]['response']>;
