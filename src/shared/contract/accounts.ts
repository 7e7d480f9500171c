import { z } from 'zod';
import { ROLES } from '#shared/domain/roles.ts';
import {
  ACCOUNT_ID_LENGTH,
  ACCOUNT_NAME_LENGTH,
  BIO_LENGTH,
  EMAIL_LENGTH,
} from '#shared/limits.ts';
import { ACCOUNTS_PER_PAGE } from '#shared/page-sizes.ts';
import { EXAMPLE_COMPANY_ID } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { jsonSchemas } from './json-schema.ts';
import {
  cursor,
  idParamsOf,
  next,
  readOnly,
  sameId,
  text,
  visible,
  wholeNumber,
} from './parameters.ts';

/** The id of the person in the examples of the API description. */
export const EXAMPLE_ACCOUNT_ID = 'provider|6f1d2c';

/** The name of the person in the examples. */
export const EXAMPLE_ACCOUNT_NAME = 'Ada Marques';

const EXAMPLE_BIO = 'I hire for the weaving shed.';

/** The `id` of an account in a path. */
export const accountParams = idParamsOf(EXAMPLE_ACCOUNT_ID);

export const account = z
  .object({
    id: z
      .string()
      .describe('The subject (`sub`) at the identity provider.')
      .meta({ example: EXAMPLE_ACCOUNT_ID }),
    name: z.string().meta({ example: EXAMPLE_ACCOUNT_NAME }),
    email: z.string(),
    role: z.enum(ROLES).meta({ example: 'companyadmin' }),
    bio: z.string().meta({ example: EXAMPLE_BIO }),
    company: z
      .string()
      .describe('The id of the company that a company admin administers; empty for other roles.')
      .meta({ example: EXAMPLE_COMPANY_ID }),
    companyname: z
      .string()
      .describe('The name of the company that a company admin administers; empty for other roles.'),
  })
  .meta({ id: 'Account' });

export type Account = z.infer<typeof account>;

const accountList = z
  .object({ results: z.array(account), next })
  .meta({ id: 'AccountList', description: 'A page of accounts.' });

const name = visible(ACCOUNT_NAME_LENGTH).meta({ example: EXAMPLE_ACCOUNT_NAME });

/** An email address, or empty. The check is loose, because providers may accept addresses in any script. */
const email = text(EMAIL_LENGTH)
  .trim()
  .refine(
    (value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value),
    'must be an email address, such as name@example.com',
  )
  .register(jsonSchemas, {
    json: {
      type: 'string',
      maxLength: EMAIL_LENGTH,
      pattern: '^\\s*([^\\s@\\u0000]+@[^\\s@\\u0000]+)?\\s*$',
    },
  })
  .meta({ example: 'ada@harbour-looms.example' });

const bio = text(BIO_LENGTH).meta({ example: EXAMPLE_BIO });

export const accountEndpoints = {
  'GET /api/accounts': {
    operationId: 'listAccounts',
    summary: 'Lists all accounts',
    access: ['siteadmin'],
    query: z.object({ limit: wholeNumber(ACCOUNTS_PER_PAGE), cursor: cursor() }),
    response: accountList,
    errors: [400, 401, 403],
  },
  'GET /api/accounts/:id': {
    operationId: 'getAccount',
    summary: 'Returns an account: the caller’s own, or any for a site admin',
    access: 'authenticated',
    params: accountParams,
    response: account,
    errors: [401, 403, 404],
  },
  'POST /api/accounts': {
    operationId: 'createAccount',
    summary: 'Creates an account with the role `user`: the caller’s own, or any for a site admin',
    access: 'authenticated',
    body: z
      .object({
        id: text(ACCOUNT_ID_LENGTH, { minLength: 1 })
          .min(1, 'must not be empty')
          .describe('The subject of the caller’s access token; a site admin may send any subject.')
          .meta({ example: EXAMPLE_ACCOUNT_ID }),
        name: name.default(''),
        email: email.default(''),
        bio: bio.default(''),
        role: readOnly,
        company: readOnly,
      })
      .meta({ id: 'NewAccount' }),
    success: 201,
    response: account,
    errors: [400, 401, 403, 409],
    example: { response: { role: 'user', company: '', companyname: '' } },
  },
  'PUT /api/accounts/:id': {
    operationId: 'updateAccount',
    summary:
      'Updates an account, except its role and company: the caller’s own, or any for a site admin',
    access: 'authenticated',
    params: accountParams,
    body: z
      .object({ id: sameId, name, email, bio, role: readOnly, company: readOnly })
      .meta({ id: 'EditedAccount' }),
    response: account,
    errors: [400, 401, 403, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
