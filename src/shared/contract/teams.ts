import { z } from 'zod';
import { TEAM_ROLES } from '#shared/domain/team-roles.ts';
import {
  INVITATION_DAYS,
  MAX_DAILY_INVITATIONS,
  MAX_DAILY_INVITATIONS_TO_ADDRESS,
  MAX_INVITATIONS,
} from '#shared/limits.ts';
import { account, EXAMPLE_ACCOUNT_ID, EXAMPLE_ACCOUNT_NAME } from './accounts.ts';
import { EXAMPLE_CLAIM_ID } from './claims.ts';
import { companyId, companyParams } from './companies.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { emailAddress, id, idParamsOf, nothing, text } from './parameters.ts';

const moment = z.iso.datetime();

const EXAMPLE_MEMBERSHIP_ID = '0199b3c8-5e1a-7c44-8d0b-2f6a9e1c7d55';
const EXAMPLE_INVITATION_ID = '0199b3c9-7a20-7f12-9a3d-6b8c4e2f1a90';

const membershipParams = idParamsOf(EXAMPLE_MEMBERSHIP_ID);

const role = z.enum(TEAM_ROLES);

const member = z
  .object({
    id: id.describe('The id of the membership.').meta({ example: EXAMPLE_MEMBERSHIP_ID }),
    account: z
      .string()
      .describe('The id of the person’s account.')
      .meta({ example: EXAMPLE_ACCOUNT_ID }),
    name: z.string().meta({ example: EXAMPLE_ACCOUNT_NAME }),
    email: z.string().describe('The address that the person has proven; empty if there is none.'),
    role,
    since: moment.meta({ example: '2026-10-02T08:30:00.000Z' }),
  })
  .meta({ id: 'TeamMember' });

export type TeamMember = z.infer<typeof member>;

const expires = moment.meta({ example: '2026-10-19T09:00:00.000Z' });

const invitation = z
  .object({
    id: id.meta({ example: EXAMPLE_INVITATION_ID }),
    email: z.string().meta({ example: 'grace@harbour-looms.example' }),
    role: role.meta({ example: 'editor' }),
    since: moment.meta({ example: '2026-10-05T09:00:00.000Z' }),
    expires,
  })
  .meta({ id: 'Invitation' });

export type Invitation = z.infer<typeof invitation>;

const membership = z
  .object({
    id: id.meta({ example: EXAMPLE_MEMBERSHIP_ID }),
    company: companyId,
    companyname: z.string(),
    role,
    current: z
      .boolean()
      .describe('Whether the caller acts for this company at present.')
      .meta({ example: true }),
  })
  .meta({ id: 'Membership' });

export type Membership = z.infer<typeof membership>;

const waitingClaim = z
  .object({
    id: id.meta({ example: EXAMPLE_CLAIM_ID }),
    name: z.string().meta({ example: 'Grace Hopper' }),
    email: z
      .string()
      .describe('The address at the company’s domain that the person has proven.')
      .meta({ example: 'grace@harbour-looms.example' }),
    takeseffect: z.iso.datetime().describe('When the person becomes an owner.'),
  })
  .meta({ id: 'WaitingClaim', description: 'A claim that takes effect unless an owner objects.' });

export type WaitingClaim = z.infer<typeof waitingClaim>;

/** The secret of an invitation: 256 bits as Base64url. */
const TOKEN = /^[\w-]{43}$/;

const token = text(43, { pattern: TOKEN.source })
  .regex(TOKEN, 'must be the token of an invitation')
  .meta({ example: '0pXqQ9n3bV7mYc1sK5tR8wZ2aL4dG6hJ0eF3iU7oB1M' });

export const teamEndpoints = {
  'GET /api/memberships': {
    operationId: 'listMemberships',
    summary: 'Lists the companies in whose teams the caller is',
    access: 'authenticated',
    response: z
      .object({ results: z.array(membership) })
      .meta({ id: 'MembershipList', description: 'The memberships, the oldest first.' }),
    errors: [401],
  },
  'POST /api/memberships/:id/choose': {
    operationId: 'chooseMembership',
    summary:
      'Lets the caller act for the company of one of their memberships. Returns the changed account',
    access: 'authenticated',
    params: membershipParams,
    response: account,
    errors: [401, 404, 409],
  },
  'PUT /api/memberships/:id': {
    operationId: 'updateMembership',
    summary: 'Makes a member an owner or an editor. Owners of the company and site admins may',
    access: 'authenticated',
    params: membershipParams,
    body: z.object({ role }).meta({ id: 'EditedMembership' }),
    response: member,
    errors: [400, 401, 403, 404, 409],
  },
  'DELETE /api/memberships/:id': {
    operationId: 'endMembership',
    summary:
      'Removes a member from a team. Owners of the company, site admins and the member may. Only a site admin may remove the last owner',
    access: 'authenticated',
    params: membershipParams,
    success: 204,
    response: nothing,
    errors: [401, 403, 404, 409],
  },
  'GET /api/companies/:id/team': {
    operationId: 'getTeam',
    summary: 'Returns the team of a company. Its members and site admins may see it',
    access: 'authenticated',
    params: companyParams,
    response: z
      .object({
        companyname: z.string(),
        members: z.array(member),
        invitations: z.array(invitation),
        claims: z.array(waitingClaim).describe('Empty unless the caller is an owner.'),
      })
      .meta({ id: 'Team', description: 'The members and the open invitations, the oldest first.' }),
    errors: [401, 403, 404],
  },
  'POST /api/companies/:id/invitations': {
    operationId: 'invite',
    summary: `Invites a person to the team by mail. Owners of the company and site admins may. The invitation is valid for ${INVITATION_DAYS} days. Another one to the same address replaces it. A company has at most ${MAX_INVITATIONS} open invitations. A company and a person send at most ${MAX_DAILY_INVITATIONS} in 24 hours, and an address gets at most ${MAX_DAILY_INVITATIONS_TO_ADDRESS}`,
    access: 'authenticated',
    params: companyParams,
    body: z
      .object({ email: emailAddress, role: role.default('editor').meta({ example: 'editor' }) })
      .meta({ id: 'NewInvitation' }),
    success: 201,
    response: invitation,
    errors: [400, 401, 403, 404, 409, 429, 503],
  },
  'DELETE /api/invitations/:id': {
    operationId: 'withdrawInvitation',
    summary: 'Withdraws an invitation. Owners of the company and site admins may',
    access: 'authenticated',
    params: idParamsOf(EXAMPLE_INVITATION_ID),
    success: 204,
    response: nothing,
    errors: [401, 403, 404],
  },
  'POST /api/invitations/read': {
    operationId: 'readInvitation',
    summary: 'Returns the company and the role of an invitation, by the token in its mail',
    access: 'authenticated',
    body: z.object({ token }).meta({ id: 'InvitationToken' }),
    response: z
      .object({
        company: companyId,
        companyname: z.string(),
        role: role.meta({ example: 'editor' }),
        requiredemail: z
          .string()
          .describe(
            'The address of an invitation as owner, if the caller has not proven it at sign-in and therefore cannot accept; otherwise empty.',
          )
          .meta({ example: '' }),
        expires,
      })
      .meta({ id: 'ReceivedInvitation' }),
    errors: [400, 401, 404],
  },
  'POST /api/invitations/accept': {
    operationId: 'acceptInvitation',
    summary:
      'Adds the caller to the team by the token of an invitation, which works once. An owner must have proven its email address at sign-in. The caller then acts for this company, and the person who invited them gets a mail. Returns the changed account',
    access: 'authenticated',
    body: z.object({ token }).meta({ id: 'AcceptedInvitation' }),
    response: account,
    errors: [400, 401, 403, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
