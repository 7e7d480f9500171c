import { z } from 'zod';
import {
  CLAIM_MESSAGE_LENGTH,
  CLAIM_STATES,
  CLAIMED_JOB_STATES,
  MAX_CLAIMS,
} from '#shared/domain/claims.ts';
import { CLAIMS_PER_PAGE, MAX_LOGO_BYTES } from '#shared/limits.ts';
import { companyName, logoUrl, registration } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { jobDraftBody, rejection, unpublishedJob } from './job-drafts.ts';
import {
  count,
  cursor,
  emailAddress,
  id,
  idParams,
  next,
  nonBlankText,
  nothing,
  text,
  wholeNumber,
} from './parameters.ts';

const moment = z.iso.datetime();

/** The values of a registration. */
export type Registration = z.output<typeof registration>;

const claimedJobState = z
  .enum(CLAIMED_JOB_STATES, `must be one of ${CLAIMED_JOB_STATES.join(', ')}`)
  .default('draft')
  .describe(
    '`submitted`: the job is posted when the company is approved. `draft`: it is a draft then.',
  );

/** The first job of a new company, which may be incomplete unless it is submitted. */
const claimedJob = jobDraftBody
  .omit({ company: true })
  .extend({
    state: claimedJobState,
  })
  .meta({ id: 'ClaimedJobBody' });

export type ClaimedJob = z.output<typeof claimedJob>;

const state = z
  .enum(CLAIM_STATES)
  .describe(
    '`draft`: it can be proven, submitted and changed. `review`: it waits for a site admin. `rejected`: it can be changed and submitted again. An approved claim no longer exists.',
  );

const claim = z
  .object({
    id,
    state,
    version: z
      .int()
      .positive()
      .describe('The version in the `ETag`. A change may send it in quotes as `If-Match`.'),
    company: companyName
      .nullable()
      .describe('The company that is claimed; null if a new one is registered.'),
    registration: z
      .object({
        name: z.string(),
        website: z.string(),
        description: z.string().describe('Markdown; HTML in the review queue.'),
        logo: logoUrl,
      })
      .nullable()
      .describe('The new company; null if an existing one is claimed.'),
    message: z.string().describe('What the person tells the site admins.'),
    reason: z.string().describe('Why a site admin rejected the claim; empty in other states.'),
    domain: z
      .string()
      .describe(
        'The domain at which an address proves the claim; empty if no address can. It is the registrable domain of the company’s website as last set by a site admin or proven by mail, or of the new company’s website.',
      ),
    codesentto: z
      .string()
      .describe(
        'The address to which the current code was sent; empty if no code is valid. Only the person who made the claim sees it.',
      ),
    provenemail: z
      .string()
      .describe(
        'The address that the person has proven at the domain of a new company; empty if there is none.',
      ),
    existing: z
      .array(companyName)
      .describe('The companies with the name or the domain of the new company.'),
    job: unpublishedJob
      .extend({ state: z.enum(CLAIMED_JOB_STATES) })
      .nullable()
      .describe('The first job of the new company; null if there is none yet.'),
    updated: moment,
    submitted: moment.nullable().describe('When the claim was submitted; null unless in review.'),
  })
  .meta({ id: 'Claim', description: 'A person’s request to act for a company.' });

export type Claim = z.infer<typeof claim>;

const reviewedClaim = claim
  .extend({
    person: z.object({
      account: z.string().describe('The id of the person’s account.'),
      name: z.string(),
      email: z
        .string()
        .describe('The address that the person has proven at sign-in; empty if there is none.'),
    }),
    website: z.string().describe('The website that the company shows; empty if there is none.'),
    owners: count.describe('The number of owners in the company’s team.'),
  })
  .meta({ id: 'ReviewedClaim', description: 'A claim in the review queue.' });

export type ReviewedClaim = z.infer<typeof reviewedClaim>;

const transition = z
  .object({
    id,
    state: z.enum([...CLAIM_STATES, 'approved']),
    company: z
      .string()
      .describe('The id of the company if the claim is approved; otherwise empty.'),
  })
  .meta({ id: 'ClaimTransition', description: 'The state of a claim after a transition.' });

export const claimMessage = z
  .object({ message: text(CLAIM_MESSAGE_LENGTH).trim().default('') })
  .meta({ id: 'ClaimMessage' });

export const claimAddress = z.object({ email: emailAddress }).meta({ id: 'ClaimAddress' });

/** The maximum length allows for separators and spaces, which are ignored. */
export const claimCode = z
  .object({
    code: nonBlankText(40).describe(
      'The code from the mail, in any case, with or without separators.',
    ),
  })
  .meta({ id: 'ClaimCode' });

const changes = { params: idParams, etag: 'checked' } as const;

const ERRORS = [400, 401, 403, 404, 409, 412];

export const claimEndpoints = {
  'GET /api/claims': {
    operationId: 'listClaims',
    summary: 'Lists the caller’s claims that are not approved, the last changed first',
    access: 'authenticated',
    response: z.object({ results: z.array(claim) }).meta({ id: 'ClaimList' }),
    errors: [401],
  },
  'POST /api/claims': {
    operationId: 'createClaim',
    summary: `Claims an existing company, or registers a new one: send either \`company\` or \`registration\`. Another claim of the same company returns the first one. A person has at most ${MAX_CLAIMS} claims`,
    access: 'authenticated',
    body: z
      .object({
        company: z.object({ id }).optional(),
        registration: registration.optional(),
      })
      .meta({ id: 'NewClaim' }),
    idempotent: true,
    success: 201,
    etag: 'returned',
    response: claim,
    errors: [400, 401, 403, 409],
  },
  'GET /api/claims/:id': {
    operationId: 'getClaim',
    summary: 'Returns a claim of the caller, or any for a site admin',
    access: 'authenticated',
    params: idParams,
    etag: 'returned',
    response: claim,
    errors: [401, 404],
  },
  'PUT /api/claims/:id': {
    operationId: 'updateClaim',
    summary:
      'Changes the new company of the caller’s registration. A rejected one becomes a draft; another website needs another proof',
    access: 'authenticated',
    ...changes,
    body: registration,
    response: claim,
    errors: ERRORS,
  },
  'DELETE /api/claims/:id': {
    operationId: 'deleteClaim',
    summary: 'Deletes a claim of the caller',
    access: 'authenticated',
    ...changes,
    success: 204,
    response: nothing,
    errors: ERRORS,
  },
  'POST /api/claims/:id/logo': {
    operationId: 'uploadClaimLogo',
    summary: 'Stores the logo of the new company in the caller’s registration',
    access: 'authenticated',
    params: idParams,
    file: { field: 'file', bytes: MAX_LOGO_BYTES },
    response: z.object({ url: z.string().describe('The logo’s path on this site.') }).meta({
      id: 'ClaimLogo',
    }),
    errors: [400, 401, 403, 404, 409, 413, 415, 429],
  },
  'PUT /api/claims/:id/job': {
    operationId: 'updateClaimedJob',
    summary:
      'Stores the first job of the new company in the caller’s registration. It becomes an unpublished job when the company is approved, and is posted if `submitted`',
    access: 'authenticated',
    ...changes,
    body: claimedJob,
    response: claim,
    errors: ERRORS,
  },
  'POST /api/claims/:id/code': {
    operationId: 'sendClaimCode',
    summary:
      'Sends a code to an address at the `domain` of the claim. It is valid for ten minutes and five tries, and replaces the earlier code. The answer is the same for all addresses at the domain',
    access: 'authenticated',
    params: idParams,
    body: claimAddress,
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 409, 429, 503],
  },
  'POST /api/claims/:id/prove': {
    operationId: 'proveClaim',
    invalidates: ['companies', 'jobs'],
    summary:
      'Enters the code. The caller is then an owner of the company, which is added if it is new. A new company stays in review if its name or domain could be mistaken for another one’s, or if a site admin has rejected it',
    access: 'authenticated',
    params: idParams,
    body: claimCode,
    response: transition,
    errors: [400, 401, 403, 404, 409],
  },
  'POST /api/claims/:id/submit': {
    operationId: 'submitClaim',
    summary: 'Asks the site admins to decide about the caller’s claim',
    access: 'authenticated',
    ...changes,
    body: claimMessage,
    response: transition,
    errors: ERRORS,
  },
  'POST /api/claims/:id/withdraw': {
    operationId: 'withdrawClaim',
    summary: 'Takes the caller’s claim out of the review',
    access: 'authenticated',
    ...changes,
    response: transition,
    errors: ERRORS,
  },
  'POST /api/claims/:id/approve': {
    operationId: 'approveClaim',
    invalidates: ['companies', 'jobs'],
    summary: 'Makes the person an owner of the company, which is added if it is new',
    access: ['siteadmin'],
    ...changes,
    response: transition,
    errors: ERRORS,
  },
  'POST /api/claims/:id/reject': {
    operationId: 'rejectClaim',
    summary: 'Rejects a claim in review with a reason, which the person gets by mail',
    access: ['siteadmin'],
    ...changes,
    body: rejection,
    response: transition,
    errors: ERRORS,
  },
  'GET /api/admin/claims': {
    operationId: 'listClaimsInReview',
    summary: 'Lists the claims in review, the oldest submission first',
    access: ['siteadmin'],
    query: z.object({ limit: wholeNumber(CLAIMS_PER_PAGE), cursor: cursor() }),
    response: z
      .object({
        total: count.describe('The number of claims on all pages.'),
        results: z.array(reviewedClaim),
        next,
      })
      .meta({ id: 'ClaimQueue' }),
    errors: [400, 401, 403],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
