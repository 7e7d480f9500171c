import { z } from 'zod';
import {
  CLAIM_MESSAGE_LENGTH,
  CLAIM_REVIEW_REASONS,
  CLAIM_REVIEWS,
  CLAIM_STATES,
  CLAIMED_JOB_STATES,
  MAX_CLAIMS,
  OBJECTION_HOURS,
} from '#shared/domain/claims.ts';
import { REVIEW_SIGNALS } from '#shared/domain/job-drafts.ts';
import { TEAM_ROLES } from '#shared/domain/team-roles.ts';
import { MAX_LOGO_BYTES } from '#shared/limits.ts';
import { CLAIMS_PER_PAGE } from '#shared/page-sizes.ts';
import {
  companyId,
  companyName,
  EXAMPLE_COMPANY_DESCRIPTION,
  EXAMPLE_COMPANY_ID,
  logoUrl,
  registration,
} from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { jobDraftBody, rejection, unpublishedJob } from './job-drafts.ts';
import {
  count,
  cursor,
  emailAddress,
  id,
  idParamsOf,
  next,
  nonBlankText,
  nothing,
  queryText,
  text,
  wholeNumber,
} from './parameters.ts';

const moment = z.iso.datetime();

export const EXAMPLE_CLAIM_ID = '019a6b1e-7f42-7d0c-8a55-2e9c4b7d1f60';

/** The values of a registration. */
export type Registration = z.output<typeof registration>;

const claimedJobState = z
  .enum(CLAIMED_JOB_STATES, `must be one of ${CLAIMED_JOB_STATES.join(', ')}`)
  .default('draft')
  .describe(
    '`submitted`: the job is posted when the claim is approved. `draft`: it is a draft then.',
  );

/** A job that is prepared with a claim. It may be incomplete unless it is submitted. */
const claimedJob = jobDraftBody
  .omit({ company: true })
  .extend({
    state: claimedJobState,
  })
  .meta({ id: 'ClaimedJobBody' });

export type ClaimedJob = z.output<typeof claimedJob>;
export type ClaimedJobInput = z.input<typeof claimedJob>;

const state = z
  .enum(CLAIM_STATES)
  .describe(
    '`draft`: it can be proven, submitted and changed. `review`: it waits for a site admin. `rejected`: it can be changed and submitted again. An approved claim no longer exists.',
  );

const registeredCompany = z.object({
  name: z.string(),
  website: z.string(),
  description: z
    .string()
    .describe('Markdown; HTML in the review queue.')
    .meta({ example: EXAMPLE_COMPANY_DESCRIPTION }),
  logo: logoUrl,
});

const claim = z
  .object({
    id: id.meta({ example: EXAMPLE_CLAIM_ID }),
    state,
    version: z
      .int()
      .positive()
      .describe('The version in the `ETag`. A change may send it in quotes as `If-Match`.'),
    company: companyName
      .nullable()
      .describe('The company that is claimed; null if a new one is registered.')
      .meta({ example: null }),
    registration: registeredCompany
      .nullable()
      .describe('The new company; null if an existing one is claimed.'),
    message: z.string().describe('What the person tells the site admins.'),
    reason: z.string().describe('Why a site admin rejected the claim; empty in other states.'),
    domain: z
      .string()
      .describe(
        'The domain at which an address proves the claim, in ASCII; empty if no address can. It is the registrable domain of the company’s website as last set by a site admin or proven by mail, or of the new company’s website.',
      )
      .meta({ example: 'harbour-looms.example' }),
    domaintext: z
      .string()
      .describe('The domain as people read it: with letters beyond ASCII, unless it mixes scripts.')
      .meta({ example: 'harbour-looms.example' }),
    codesentto: z
      .string()
      .describe(
        'The address to which the current code was sent; empty if no code is valid. Only the person who made the claim sees it.',
      ),
    provenemail: z
      .string()
      .describe('The address that the person has proven at the domain; empty if there is none.'),
    existing: z
      .array(
        companyName.extend({
          similar: z.boolean().describe('Whether people may take one name for the other.'),
        }),
      )
      .describe('The companies with a similar name or with the domain of the new company.')
      .meta({ example: [] }),
    job: unpublishedJob
      .extend({ state: z.enum(CLAIMED_JOB_STATES) })
      .nullable()
      .describe(
        'The job that is posted once the person may act for the company; null if there is none yet.',
      ),
    rejected: z
      .object({
        reason: z.string(),
        message: z.string(),
        registration: registeredCompany.nullable(),
        job: unpublishedJob.extend({ state: z.enum(CLAIMED_JOB_STATES) }).nullable(),
      })
      .nullable()
      .describe(
        'The latest rejection, with the claim as it was then, in Markdown; null if it was never rejected, and while it is.',
      )
      .meta({ example: null }),
    updated: moment,
    submitted: moment
      .nullable()
      .describe('When the claim was submitted; null unless in review.')
      .meta({ example: null }),
    takeseffect: moment
      .nullable()
      .describe(
        'When the proven claim of an existing company takes effect unless someone objects; null if it does not without a site admin.',
      )
      .meta({ example: null }),
    review: z
      .enum(CLAIM_REVIEWS)
      .nullable()
      .describe(
        'Why a site admin decides: no address at the `domain` proves the claim (`unproven`), or its proof alone does not suffice (`insufficient`). Null unless it is in review, and while it takes effect without a site admin.',
      )
      .meta({ example: null }),
    outcomesentto: z
      .string()
      .describe(
        'The address that the person has proven at sign-in, which gets the outcome of the review; empty if there is none. Only the person who made the claim sees it.',
      ),
  })
  .meta({ id: 'Claim', description: 'A person’s request to act for a company.' });

export type Claim = z.infer<typeof claim>;

const reviewedClaim = claim
  .extend({
    person: z.object({
      account: z
        .string()
        .describe('The id of the person’s account.')
        .meta({ example: 'provider|9b0a5e' }),
      name: z.string().meta({ example: 'Grace Hopper' }),
      email: z
        .string()
        .describe('The address that the person has proven at sign-in; empty if there is none.')
        .meta({ example: 'grace@harbour-looms.example' }),
    }),
    website: z.string().describe('The website that the company shows; empty if there is none.'),
    confusable: z
      .boolean()
      .describe(
        'Whether the name of a new company mixes scripts, or its domain has letters beyond ASCII.',
      )
      .meta({ example: false }),
    owners: count.describe('The number of owners in the company’s team.').meta({ example: 0 }),
    signals: z
      .array(z.enum(REVIEW_SIGNALS))
      .describe('The signs of fraud in the job that is posted with the approval.')
      .meta({ example: [] }),
    reasons: z
      .array(z.enum(CLAIM_REVIEW_REASONS))
      .describe(
        'Why a site admin decides: no address at the `domain` proves the claim (`unproven`), a new company has the name or domain of another one (`similar`) or one that is easily confused (`confusable`), its first job has signs of fraud (`signals`), a site admin has rejected an earlier claim of the person or an owner has objected to it (`refused`), the domain proves many people for many companies (`crowded`), or nobody could object in time, because a mail was not sent or the person was blocked (`held`). Empty while it takes effect without a site admin.',
      )
      .meta({ example: ['unproven'] }),
  })
  .meta({ id: 'ReviewedClaim', description: 'A claim in the review queue.' });

export type ReviewedClaim = z.infer<typeof reviewedClaim>;

const transition = z
  .object({
    id: id.meta({ example: EXAMPLE_CLAIM_ID }),
    state: z.enum([...CLAIM_STATES, 'approved']),
    company: z
      .string()
      .describe('The id of the company if the claim is approved; otherwise empty.'),
    job: z
      .object({
        id: id.describe('The id of the job or draft.'),
        title: z.string(),
        state: z.enum(['draft', 'review', 'published']),
      })
      .optional()
      .describe('What has become of the prepared job; absent if there is none.'),
  })
  .meta({ id: 'ClaimTransition', description: 'The state of a claim after a transition.' });

export const claimMessage = z
  .object({
    message: text(CLAIM_MESSAGE_LENGTH)
      .trim()
      .default('')
      .meta({ example: 'I look after the jobs of this company.' }),
  })
  .meta({ id: 'ClaimMessage' });

export const claimAddress = z.object({ email: emailAddress }).meta({ id: 'ClaimAddress' });

/** The maximum length allows for separators and spaces, which are ignored. */
export const claimCode = z
  .object({
    code: nonBlankText(40)
      .describe('The eight digits of the code from the mail, with or without the space.')
      .meta({ example: '4829 1305' }),
  })
  .meta({ id: 'ClaimCode' });

const claimProof = z
  .object({
    code: claimCode.shape.code
      .optional()
      .describe(
        'The code from the mail, in any case, with or without separators. If absent, an email address at the `domain` counts that the caller has proven at sign-in within the last hour; without one, the claim keeps its state.',
      ),
  })
  .meta({ id: 'ClaimProof' });

const params = idParamsOf(EXAMPLE_CLAIM_ID);

const changes = { params, etag: 'checked' } as const;

const ERRORS = [400, 401, 403, 404, 409, 412];

const APPROVED_EXAMPLE = { response: { state: 'approved', company: EXAMPLE_COMPANY_ID } };

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
        company: z.object({ id: companyId }).optional(),
        registration: registration.optional().meta({
          example: {
            name: 'Harbour Looms',
            website: 'https://harbour-looms.example',
            description: EXAMPLE_COMPANY_DESCRIPTION,
          },
        }),
      })
      .meta({ id: 'NewClaim' }),
    idempotent: true,
    success: 201,
    etag: 'returned',
    response: claim,
    errors: [400, 401, 403, 409],
    example: { response: { registration: { logo: '' }, job: null } },
  },
  'GET /api/claims/:id': {
    operationId: 'getClaim',
    summary: 'Returns a claim of the caller, or any for a site admin',
    access: 'authenticated',
    params,
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
    params,
    file: { field: 'file', bytes: MAX_LOGO_BYTES },
    response: z
      .object({
        url: z.string().describe('The logo’s path on this site.').meta({
          example: '/uploads/8d5f0c2b7e41a6930c8e4f5d1b2a79631d0e8f4c5b6a7982e1f3d4c5b6a79801.webp',
        }),
      })
      .meta({
        id: 'ClaimLogo',
      }),
    errors: [400, 401, 403, 404, 409, 413, 415, 429],
  },
  'PUT /api/claims/:id/job': {
    operationId: 'updateClaimedJob',
    summary:
      'Stores a job in the caller’s claim. It becomes an unpublished job when the claim is approved, and is posted if `submitted`',
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
    params,
    body: claimAddress,
    success: 204,
    response: nothing,
    errors: [400, 401, 403, 404, 409, 429, 503],
  },
  'POST /api/claims/:id/prove': {
    operationId: 'proveClaim',
    invalidates: ['companies', 'jobs'],
    summary: `Proves a claim by a code, or by an address that the caller has just proven at sign-in. The caller is then an owner of the new company, which is added. A claim of an existing company stays in review, and takes effect after ${OBJECTION_HOURS} hours unless an owner or a site admin objects. A site admin must approve it if the name or domain of a new company could be mistaken for another one’s, if its first job has signs of fraud, if it was ever rejected, or if the domain proves many people for many companies`,
    access: 'authenticated',
    params,
    body: claimProof,
    response: transition,
    errors: [400, 401, 403, 404, 409],
    example: APPROVED_EXAMPLE,
  },
  'POST /api/claims/:id/submit': {
    operationId: 'submitClaim',
    summary: 'Asks the site admins to decide about the caller’s claim',
    access: 'authenticated',
    ...changes,
    body: claimMessage,
    response: transition,
    errors: ERRORS,
    example: { response: { state: 'review' } },
  },
  'POST /api/claims/:id/withdraw': {
    operationId: 'withdrawClaim',
    summary: 'Takes the caller’s claim out of the review',
    access: 'authenticated',
    ...changes,
    response: transition,
    errors: ERRORS,
  },
  'POST /api/claims/:id/accept': {
    operationId: 'acceptClaim',
    invalidates: ['jobs'],
    summary: 'Adds the person to the team at once, as an owner of the company may',
    access: 'authenticated',
    ...changes,
    body: z
      .object({ role: z.enum(TEAM_ROLES).default('editor').meta({ example: 'editor' }) })
      .meta({ id: 'AcceptedClaim' }),
    success: 204,
    response: nothing,
    errors: ERRORS,
  },
  'POST /api/claims/:id/object': {
    operationId: 'objectToClaim',
    summary:
      'Objects to a claim that takes effect soon, so that a site admin decides. Owners of the company may',
    access: 'authenticated',
    ...changes,
    success: 204,
    response: nothing,
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
    example: APPROVED_EXAMPLE,
  },
  'POST /api/claims/:id/reject': {
    operationId: 'rejectClaim',
    summary: 'Rejects a claim in review with a reason, which the person gets by mail',
    access: ['siteadmin'],
    ...changes,
    body: rejection,
    response: transition,
    errors: ERRORS,
    example: {
      body: { reason: 'We cannot tell that you work there.' },
      response: { state: 'rejected' },
    },
  },
  'GET /api/admin/claims': {
    operationId: 'listClaimsInReview',
    summary: 'Lists the claims in review, the oldest submission first',
    access: ['siteadmin'],
    query: z.object({
      claim: queryText().describe('Only the claim with this id.'),
      limit: wholeNumber(CLAIMS_PER_PAGE),
      cursor: cursor(),
    }),
    response: z
      .object({
        total: count.describe('The number of claims on all pages.'),
        results: z.array(reviewedClaim),
        next,
      })
      .meta({ id: 'ClaimQueue' }),
    errors: [400, 401, 403],
    example: {
      response: {
        results: [
          {
            state: 'review',
            message: 'I look after the jobs of this company.',
            submitted: '2026-11-20T09:40:00.000Z',
          },
        ],
      },
    },
  },
} as const satisfies Record<EndpointKey, Endpoint>;
