import { z } from 'zod';
import { TEAM_ROLES } from '#shared/domain/team-roles.ts';
import {
  INVITATION_DAYS,
  MAX_DAILY_INVITATIONS,
  MAX_DAILY_INVITATIONS_TO_ADDRESS,
  MAX_INVITATIONS,
} from '#shared/limits.ts';
import { account } from './accounts.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { emailAddress, id, idParams, nothing, text } from './parameters.ts';

const moment = z.iso.datetime();

const role = z.enum(TEAM_ROLES);

const member = z
  .object({
    id: id.describe('The id of the membership.'),
    account: z.string().describe('The id of the person’s account.'),
    name: z.string(),
    email: z.string().describe('The address that the person has proven; empty if there is none.'),
    role,
    since: moment,
  })
  .meta({ id: 'TeamMember' });

export type TeamMember = z.infer<typeof member>;

const invitation = z
  .object({ id, email: z.string(), role, since: moment, expires: moment })
  .meta({ id: 'Invitation' });

export type Invitation = z.infer<typeof invitation>;

const membership = z
  .object({
    id,
    company: id,
    companyname: z.string(),
    role,
    current: z.boolean().describe('Whether the caller acts for this company at present.'),
  })
  .meta({ id: 'Membership' });

export type Membership = z.infer<typeof membership>;

/** The secret of an invitation: 256 bits as Base64url. */
const TOKEN = /^[\w-]{43}$/;

const token = text(43, { pattern: TOKEN.source }).regex(
  TOKEN,
  'must be the token of an invitation',
);

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
    params: idParams,
    response: account,
    errors: [401, 404, 409],
  },
  'PUT /api/memberships/:id': {
    operationId: 'updateMembership',
    summary: 'Makes a member an owner or an editor. Owners of the company and site admins may',
    access: 'authenticated',
    params: idParams,
    body: z.object({ role }).meta({ id: 'EditedMembership' }),
    response: member,
    errors: [400, 401, 403, 404, 409],
  },
  'DELETE /api/memberships/:id': {
    operationId: 'endMembership',
    summary:
      'Removes a member from a team. Owners of the company, site admins and the member may. Only a site admin may remove the last owner',
    access: 'authenticated',
    params: idParams,
    success: 204,
    response: nothing,
    errors: [401, 403, 404, 409],
  },
  'GET /api/companies/:id/team': {
    operationId: 'getTeam',
    summary: 'Returns the team of a company. Its members and site admins may see it',
    access: 'authenticated',
    params: idParams,
    response: z
      .object({
        companyname: z.string(),
        members: z.array(member),
        invitations: z.array(invitation),
      })
      .meta({ id: 'Team', description: 'The members and the open invitations, the oldest first.' }),
    errors: [401, 403, 404],
  },
  'POST /api/companies/:id/invitations': {
    operationId: 'invite',
    summary: `Invites a person to the team by mail. Owners of the company and site admins may. The invitation is valid for ${INVITATION_DAYS} days. Another one to the same address replaces it. A company has at most ${MAX_INVITATIONS} open invitations. A company and a person send at most ${MAX_DAILY_INVITATIONS} in 24 hours, and an address gets at most ${MAX_DAILY_INVITATIONS_TO_ADDRESS}`,
    access: 'authenticated',
    params: idParams,
    body: z
      .object({ email: emailAddress, role: role.default('editor') })
      .meta({ id: 'NewInvitation' }),
    success: 201,
    response: invitation,
    errors: [400, 401, 403, 404, 409, 429, 503],
  },
  'DELETE /api/invitations/:id': {
    operationId: 'withdrawInvitation',
    summary: 'Withdraws an invitation. Owners of the company and site admins may',
    access: 'authenticated',
    params: idParams,
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
      .object({ company: id, companyname: z.string(), role, expires: moment })
      .meta({ id: 'ReceivedInvitation' }),
    errors: [400, 401, 404],
  },
  'POST /api/invitations/accept': {
    operationId: 'acceptInvitation',
    summary:
      'Adds the caller to the team by the token of an invitation, which works once. The caller then acts for this company. Returns the changed account',
    access: 'authenticated',
    body: z.object({ token }).meta({ id: 'AcceptedInvitation' }),
    response: account,
    errors: [400, 401, 403, 404],
  },
} satisfies Record<EndpointKey, Endpoint>;
