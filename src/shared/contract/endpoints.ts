import type { z } from 'zod';
import { companyEndpoints } from './companies.ts';
import { jobEndpoints } from './jobs.ts';

/** The whole API. */
export const endpoints = { ...jobEndpoints, ...companyEndpoints };

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type InputOf<E, Part extends 'params' | 'query'> = E extends {
  [P in Part]: infer S extends z.ZodType;
}
  ? z.input<S>
  : undefined;

/** What a caller hands over: `params` where the path has any, and the query's parameters. */
export type EndpointInput<Name extends EndpointName> = {
  params: InputOf<Endpoints[Name], 'params'>;
  query: InputOf<Endpoints[Name], 'query'>;
};

export type EndpointReply<Name extends EndpointName> = z.output<Endpoints[Name]['reply']>;
