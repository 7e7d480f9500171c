import { type FormEvent, useState } from 'react';
import type { Invitation, TeamMember, WaitingClaim } from '#shared/contract/teams.ts';
import { TEAM_ROLES, type TeamRole } from '#shared/domain/team-roles.ts';
import { formatDate } from '#shared/format/day.ts';
import { formatDateTime } from '#shared/format/moment.ts';
import { EMAIL_LENGTH } from '#shared/limits.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { TEAM_ROLE_NAMES } from './team-role-names.ts';

type Props = {
  /** The id of the company. */
  company: string;
  /** The id of the signed-in person’s account. */
  account: string;
  canManage: boolean;
  /** Called when the person has changed their own role. */
  onOwnChange: () => void;
};

/** The members of a team and the open invitations. Owners and site admins manage them here. */
export function Team({ company, account, canManage, onOwnChange }: Props) {
  const { api } = useSession();
  const { status, value, retry } = useAsync(company, () =>
    api('GET /api/companies/:id/team', { params: { id: company } }),
  );
  const { busy, error, run } = useInlineAction();
  const [removing, setRemoving] = useState<TeamMember>();
  const [heading, focusSection] = useFocusRequest<HTMLHeadingElement>();

  async function setRole({ id, account: of, name }: TeamMember, role: TeamRole): Promise<void> {
    const done = await run({
      act: () => api('PUT /api/memberships/:id', { params: { id }, body: { role } }),
      success: `${name || 'The member'} is now an ${role}`,
      failure: 'The role was not changed',
    });
    if (!done) return;
    if (of === account) onOwnChange();
    retry();
  }

  async function remove({ id, name }: TeamMember): Promise<void> {
    const done = await run({
      act: () => api('DELETE /api/memberships/:id', { params: { id } }),
      success: `${name || 'The member'} was removed from the team`,
      failure: 'The member was not removed',
    });
    setRemoving(undefined);
    if (!done) return;
    focusSection();
    retry();
  }

  async function withdraw({ id, email }: Invitation): Promise<void> {
    const done = await run({
      act: () => api('DELETE /api/invitations/:id', { params: { id } }),
      success: `The invitation to ${email} was withdrawn`,
      failure: 'The invitation was not withdrawn',
    });
    if (!done) return;
    focusSection();
    retry();
  }

  async function accept({ id, name }: WaitingClaim): Promise<void> {
    const done = await run({
      act: () => api('POST /api/claims/:id/accept', { params: { id }, body: { role: 'editor' } }),
      success: `${name || 'The person'} is now an editor`,
      failure: 'The request was not accepted',
    });
    if (!done) return;
    focusSection();
    retry();
  }

  async function object({ id, name }: WaitingClaim): Promise<void> {
    const done = await run({
      act: () => api('POST /api/claims/:id/object', { params: { id } }),
      success: `A site admin will review the request of ${name || 'this person'}`,
      failure: 'Your objection was not sent',
    });
    if (!done) return;
    focusSection();
    retry();
  }

  return (
    <section aria-labelledby="team">
      <h2 id="team" ref={heading} tabIndex={-1} className="section-title">
        {value ? (
          <>
            Team of <bdi>{value.companyname}</bdi>
          </>
        ) : (
          'Team'
        )}
      </h2>
      <p className="mb-6 max-w-176">
        Owners and editors add, edit and close the company’s jobs. Owners also manage the team.
      </p>
      {status === 'loading' && !value && <Spinner />}
      {(status === 'failed' || status === 'missing') && (
        <LoadFailed message="The team could not be loaded." retry={retry} />
      )}
      {error && (
        <div className="mb-6">
          <Alert role="alert">{error}</Alert>
        </div>
      )}
      {value && value.claims.length > 0 && (
        <>
          <h3 id="requests" className="mb-4 text-xl font-semibold">
            Requests to become an owner
          </h3>
          <ul aria-labelledby="requests" className="mb-6 divide-y divide-line border-y border-line">
            {value.claims.map((claim) => (
              <li key={claim.id} className="flex flex-wrap items-center justify-between gap-4 py-4">
                <p className="wrap-anywhere">
                  <bdi>{claim.name || 'A person without a name'}</bdi>
                  <span className="block text-sm text-muted">
                    Has proven {claim.email}. Becomes an owner on{' '}
                    {formatDateTime(claim.takeseffect)}
                  </span>
                </p>
                <div className="flex flex-wrap gap-3">
                  <Button
                    variant="secondary"
                    aria-label={`Add ${claim.name || claim.email} as an editor`}
                    aria-disabled={busy}
                    onClick={() => void accept(claim)}
                  >
                    Add as editor
                  </Button>
                  <Button
                    variant="danger-secondary"
                    aria-label={`Object to ${claim.name || claim.email}`}
                    aria-disabled={busy}
                    onClick={() => void object(claim)}
                  >
                    Object
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {value && value.members.length === 0 && <p className="mb-6">Nobody is in this team yet.</p>}
      {value && value.members.length > 0 && (
        <ul aria-label="Members" className="mb-6 divide-y divide-line border-y border-line">
          {value.members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isSelf={member.account === account}
              canManage={canManage}
              busy={busy}
              onRole={(role) => void setRole(member, role)}
              onRemove={() => setRemoving(member)}
            />
          ))}
        </ul>
      )}
      {value && value.invitations.length > 0 && (
        <>
          <h3 id="invitations" className="mb-4 text-xl font-semibold">
            Open invitations
          </h3>
          <ul
            aria-labelledby="invitations"
            className="mb-6 divide-y divide-line border-y border-line"
          >
            {value.invitations.map((invitation) => (
              <li
                key={invitation.id}
                className="flex flex-wrap items-center justify-between gap-4 py-4"
              >
                <p className="wrap-anywhere">
                  {invitation.email}
                  <span className="block text-sm text-muted">
                    {TEAM_ROLE_NAMES[invitation.role]}, valid until {formatDate(invitation.expires)}
                  </span>
                </p>
                {canManage && (
                  <Button
                    variant="secondary"
                    aria-label={`Withdraw the invitation to ${invitation.email}`}
                    aria-disabled={busy}
                    onClick={() => void withdraw(invitation)}
                  >
                    Withdraw
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {value && canManage && <Invite company={company} onInvited={retry} />}
      {removing && (
        <ConfirmDialog
          question={`Remove ${nameOf(removing)} from the team?`}
          confirm="Remove"
          busy={busy}
          onConfirm={() => void remove(removing)}
          onCancel={() => setRemoving(undefined)}
        >
          They will no longer be able to add, edit or close the company’s jobs. Jobs that they have
          posted remain.
        </ConfirmDialog>
      )}
    </section>
  );
}

const nameOf = ({ name, email }: TeamMember) => name || email || 'this member';

type MemberProps = {
  member: TeamMember;
  isSelf: boolean;
  canManage: boolean;
  busy: boolean;
  onRole: (role: TeamRole) => void;
  onRemove: () => void;
};

function MemberRow({ member, isSelf, canManage, busy, onRole, onRemove }: MemberProps) {
  const { email, role, since } = member;
  const other: TeamRole = role === 'owner' ? 'editor' : 'owner';
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 py-4">
      <p className="wrap-anywhere">
        <bdi>{nameOf(member)}</bdi>
        {isSelf && ' (you)'}
        <span className="block text-sm text-muted">
          {TEAM_ROLE_NAMES[role]} since {formatDate(since)}
          {email && email !== nameOf(member) && `, ${email}`}
        </span>
      </p>
      {canManage && (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            aria-label={`Make ${nameOf(member)} an ${other}`}
            aria-disabled={busy}
            onClick={() => onRole(other)}
          >
            Make {other}
          </Button>
          {!isSelf && (
            <Button
              variant="danger-secondary"
              aria-label={`Remove ${nameOf(member)}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function Invite({ company, onInvited }: { company: string; onInvited: () => void }) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<TeamRole>('editor');

  async function invite(): Promise<void> {
    const done = await run({
      act: () =>
        api('POST /api/companies/:id/invitations', {
          params: { id: company },
          body: { email: email.trim(), role },
        }),
      success: 'Invitation sent',
      failure: 'The invitation was not sent',
    });
    if (!done) return;
    setEmail('');
    onInvited();
  }

  return (
    <form
      className="mt-10 grid max-w-176 justify-items-start gap-4"
      aria-labelledby="invite"
      aria-busy={busy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void invite();
      }}
    >
      <h3 id="invite" className="text-xl font-semibold">
        Invite a colleague
      </h3>
      <TextField
        label="Email address"
        name="invitedemail"
        type="email"
        required
        maxLength={EMAIL_LENGTH}
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <SelectField
        label="Role"
        name="invitedrole"
        value={role}
        onChange={({ target }) => setRole(target.value === 'owner' ? 'owner' : 'editor')}
      >
        {TEAM_ROLES.toReversed().map((value) => (
          <option key={value} value={value}>
            {TEAM_ROLE_NAMES[value]}
          </option>
        ))}
      </SelectField>
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
      <Button type="submit" variant="secondary" aria-disabled={busy}>
        Send invitation
      </Button>
    </form>
  );
}
