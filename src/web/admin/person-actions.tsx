import { useState } from 'react';
import type { Person } from '#shared/contract/people.ts';
import { ROLES, type Role } from '#shared/domain/roles.ts';
import { BLOCK_REASON_LENGTH } from '#shared/limits.ts';
import { ActionDialog } from '#web/actions/action-dialog.tsx';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextAreaField } from '#web/ui/field.tsx';
import { CompanyField } from './company-field.tsx';
import type { RowActions } from './list/admin-list.tsx';
import { ROLE_NAMES } from './role-names.ts';

type Props = RowActions & {
  person: Person;
  /** Whether the person is the signed-in person, who cannot block themselves. */
  isSelf: boolean;
};

type DialogName = 'role' | 'sessions' | 'block' | 'unblock';

/** The actions of a site admin on a person. Each action asks first. */
export function PersonActions({ person, isSelf, reload }: Props) {
  const [open, setOpen] = useState<DialogName>();
  const name = person.name || person.verifiedemail || person.email || person.id;
  const props = { person, name, onClose: () => setOpen(undefined), onDone: reload };
  const button = (dialog: DialogName, label: string) => (
    <Button
      variant={dialog === 'block' ? 'danger-secondary' : 'secondary'}
      aria-label={`${label}: ${name}`}
      onClick={() => setOpen(dialog)}
    >
      {label}
    </Button>
  );
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      {button('role', 'Change role')}
      {person.sessions > 0 && button('sessions', 'End sessions')}
      {person.blocked ? button('unblock', 'Unblock') : !isSelf && button('block', 'Block')}
      {open === 'role' && <RoleDialog {...props} />}
      {open === 'sessions' && <SessionsDialog {...props} />}
      {open === 'block' && <BlockDialog {...props} id={person.id} />}
      {open === 'unblock' && <UnblockDialog {...props} />}
    </div>
  );
}

type DialogProps = {
  person: Person;
  name: string;
  onClose: () => void;
  /** Called after the action has succeeded. */
  onDone: () => void;
};

function RoleDialog({ person, name, ...on }: DialogProps) {
  const [role, setRole] = useState<Role>(person.role);
  const [company, setCompany] = useState(person.company);
  const isAdmin = role === 'companyadmin';
  return (
    <ActionDialog
      {...on}
      question={`Change the role of ${name}`}
      confirm="Change role"
      variant="primary"
      texts={ADMIN_ACTIONS.assignRole}
      act={(call) => {
        if (isAdmin && !company) return 'Choose a company.';
        const body = { role, ...(isAdmin && { company }) };
        return call('POST /api/admin/people/:id/role', { params: { id: person.id }, body });
      }}
    >
      <div className="mt-4 grid gap-4">
        <SelectField
          label="Role"
          name="role"
          value={role}
          onChange={({ target }) => setRole(ROLES.find((one) => one === target.value) ?? role)}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {ROLE_NAMES[one]}
            </option>
          ))}
        </SelectField>
        {isAdmin && (
          <CompanyField
            known={person.companies.map((one) => ({ id: one.id, name: one.name }))}
            value={company}
            onChange={setCompany}
          />
        )}
      </div>
    </ActionDialog>
  );
}

function SessionsDialog({ person, name, ...on }: DialogProps) {
  return (
    <ActionDialog
      {...on}
      question={`End all sessions of ${name}?`}
      confirm="End sessions"
      texts={ADMIN_ACTIONS.endSessions}
      act={(api) => api('POST /api/admin/people/:id/end-sessions', { params: { id: person.id } })}
    >
      <p>The person is signed out everywhere and can sign in again.</p>
    </ActionDialog>
  );
}

/** Asks for the reason, and blocks a person. */
export function BlockDialog({ id, name, ...on }: Omit<DialogProps, 'person'> & { id: string }) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      {...on}
      question={`Block ${name}?`}
      confirm="Block"
      texts={ADMIN_ACTIONS.block}
      act={(api) => {
        if (!reason.trim()) return 'Enter a reason.';
        return api('POST /api/admin/people/:id/block', { params: { id }, body: { reason } });
      }}
    >
      <p className="mb-4">
        The person is signed out at once and cannot sign in. Their invitations stop working. Their
        jobs stay.
      </p>
      <TextAreaField
        label="Reason"
        name="reason"
        hint="Only site admins see it."
        required
        rows={3}
        maxLength={BLOCK_REASON_LENGTH}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ActionDialog>
  );
}

function UnblockDialog({ person, name, ...on }: DialogProps) {
  return (
    <ActionDialog
      {...on}
      question={`Unblock ${name}?`}
      confirm="Unblock"
      variant="primary"
      texts={ADMIN_ACTIONS.unblock}
      act={(api) => api('POST /api/admin/people/:id/unblock', { params: { id: person.id } })}
    >
      <p>The person can sign in again. Their invitations work again.</p>
    </ActionDialog>
  );
}
