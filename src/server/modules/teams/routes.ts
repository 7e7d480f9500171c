import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { presentAccount } from '#server/modules/accounts/presenter.ts';
import { findAccount, listProvenEmails } from '#server/modules/accounts/queries.ts';
import { findCompany } from '#server/modules/companies/queries.ts';
import {
  acceptInvitation,
  chooseMembership,
  endMembership,
  invite,
  updateMembership,
  usedInvitation,
  withdrawInvitation,
} from './commands.ts';
import type { InvitationMails } from './mail/invitation-mails.ts';
import { authorizeReading } from './policy.ts';
import {
  presentInvitation,
  presentMember,
  presentMembership,
  presentReceivedInvitation,
  presentWaitingClaim,
} from './presenter.ts';
import {
  findInvitation,
  findMember,
  findTeamRole,
  listInvitations,
  listMembers,
  listMemberships,
  listWaitingClaims,
} from './queries.ts';

type Options = { db: Database; mails: InvitationMails };

export function teamRoutes(app: FastifyInstance, { db, mails }: Options): void {
  registerEndpoint(app, 'GET /api/memberships', async ({ caller }) => ({
    results: (await listMemberships(db, caller.id)).map(presentMembership),
  }));

  registerEndpoint(app, 'POST /api/memberships/:id/choose', async ({ params: { id }, caller }) => {
    await chooseMembership(db, caller.id, id);
    return accountOf(db, caller);
  });

  registerEndpoint(app, 'PUT /api/memberships/:id', async ({ params: { id }, body, caller }) => {
    await updateMembership(db, caller.id, id, body.role);
    const member = await findMember(db, id);
    if (!member) throw notFound('membership');
    return presentMember(member);
  });

  registerEndpoint(app, 'DELETE /api/memberships/:id', async ({ params: { id }, caller }) => {
    await endMembership(db, caller.id, id);
    return undefined;
  });

  registerEndpoint(app, 'GET /api/companies/:id/team', async ({ params: { id }, caller }) => {
    const company = await findCompany(db, id);
    if (!company) throw notFound('company');
    const teamRole = await findTeamRole(db, caller.id, id);
    authorizeReading(caller, teamRole);
    const [members, invitations, claims] = await Promise.all([
      listMembers(db, id),
      listInvitations(db, id),
      teamRole === 'owner' ? listWaitingClaims(db, id) : [],
    ]);
    return {
      companyname: company.name,
      members: members.map(presentMember),
      invitations: invitations.map(presentInvitation),
      claims: claims.map(presentWaitingClaim),
    };
  });

  registerEndpoint(
    app,
    'POST /api/companies/:id/invitations',
    async ({ params: { id }, body, caller }) =>
      presentInvitation(await invite(db, mails, caller.id, id, body)),
  );

  registerEndpoint(app, 'DELETE /api/invitations/:id', async ({ params: { id }, caller }) => {
    await withdrawInvitation(db, caller.id, id);
    return undefined;
  });

  registerEndpoint(app, 'POST /api/invitations/read', async ({ body: { token }, caller }) => {
    const found = await findInvitation(db, token);
    if (!found) throw usedInvitation();
    return presentReceivedInvitation(found, await listProvenEmails(db, caller.id));
  });

  registerEndpoint(app, 'POST /api/invitations/accept', async ({ body: { token }, caller }) => {
    await acceptInvitation(db, mails, caller.id, token);
    return accountOf(db, caller);
  });
}

async function accountOf(db: Database, { id }: Caller) {
  const row = await findAccount(db, id);
  if (!row) throw notFound('account');
  return presentAccount(row);
}
