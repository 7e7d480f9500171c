import { z } from 'zod';
import {
  ACCOUNT_ID_LENGTH,
  ACCOUNT_NAME_LENGTH,
  ACCOUNTS_PER_PAGE,
  BIO_LENGTH,
  EMAIL_LENGTH,
} from '#shared/constants/limits.ts';
import { ROLES } from '#shared/constants/roles.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { cursor, idParams, kept, sameId, wholeNumber, words } from './parameters.ts';

const account = z.object({
  /** The identity provider's subject. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  bio: z.string(),
  /** The id of the company that a company admin administers, else empty. */
  company: z.string(),
  /** That company's name. */
  companyname: z.string(),
});

export type Account = z.infer<typeof account>;

const accountList = z.object({ results: z.array(account), next: z.string().optional() });

const name = words(ACCOUNT_NAME_LENGTH).trim();

/** Empty, or an address; not looked at closely, for a provider may know addresses of any script. */
const email = words(EMAIL_LENGTH)
  .trim()
  .refine(
    (value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value),
    'must be an e-mail address, such as name@example.com',
  );

const bio = words(BIO_LENGTH);

export const accountEndpoints = {
  'GET /api/accounts': {
    summary: 'Every account, for site admins',
    query: z.object({ limit: wholeNumber(ACCOUNTS_PER_PAGE), cursor: cursor() }),
    reply: accountList,
    errors: [400, 401, 403],
  },
  'GET /api/accounts/:id': {
    summary: 'One account: one’s own, or any for a site admin',
    params: idParams,
    reply: account,
    errors: [401, 403, 404],
  },
  'POST /api/accounts': {
    summary: 'Creates an account: one’s own, or any for a site admin; it gets the role `user`',
    body: z.object({
      id: words(ACCOUNT_ID_LENGTH).min(1, 'must not be empty'),
      name: name.default(''),
      email: email.default(''),
      bio: bio.default(''),
      role: kept,
      company: kept,
    }),
    success: 201,
    reply: account,
    errors: [400, 401, 403, 409],
  },
  'PUT /api/accounts/:id': {
    summary: 'Updates an account: one’s own, or any for a site admin; its role and company stay',
    params: idParams,
    body: z.object({
      id: sameId,
      name,
      email,
      bio,
      role: kept,
      company: kept,
    }),
    reply: account,
    errors: [400, 401, 403, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
