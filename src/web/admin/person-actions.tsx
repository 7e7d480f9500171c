import { type ReactNode, useState } from 'react';
import type { Person } from '#shared/contract/people.ts';
import { ROLES, type Role } from '#shared/domain/roles.ts';
import { BLOCK_REASON_LENGTH, COMPANY_NAME_LENGTH } from '#shared/limits.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useApi } from '#web/api/use-api.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import type { RowActions } from './list/admin-list.tsx';
import { ROLE_NAMES } from './role-names.ts';

type Props = RowActions & {
  person: Person;
  /** Whether the person is the one who is signed in, who cannot block themselves. */
  isSelf: boolean;
};

type DialogName = 'role' | 'sessions' | 'block' | 'unblock';

/** What a site admin can do with a person. Each action asks first. */
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
      {open === 'block' && <BlockDialog {...props} />}
      {open === 'unblock' && <UnblockDialog {...props} />}
    </div>
  );
}

type DialogProps = {
  person: Person;
  name: string;
  onClose: () => void;
  /** Called after the action, also if it failed because the person was changed elsewhere. */
  onDone: () => void;
};

type ActionDialogProps = Omit<DialogProps, 'person' | 'name'> & {
  question: string;
  confirm: string;
  texts: { success: string; failure: string };
  /** Performs the action. Returns a text that says what is missing, if it was not performed. */
  act: (api: ReturnType<typeof useSession>['api']) => Promise<unknown> | string;
  children?: ReactNode;
};

function ActionDialog({ texts, act, onClose, onDone, children, ...dialog }: ActionDialogProps) {
  const { api } = useSession();
  const { busy, error, setError, run } = useInlineAction();

  async function confirm(): Promise<void> {
    const action = act(api);
    if (typeof action === 'string') return setError(action);
    if (!(await run({ act: () => action, ...texts }))) return;
    onClose();
    onDone();
  }

  return (
    <ConfirmDialog {...dialog} busy={busy} onConfirm={() => void confirm()} onCancel={onClose}>
      {children}
      {error && (
        <p role="alert" className="field-error mt-3">
          {error}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** The maximum number of companies that are offered. More of the name narrows them down. */
const MAX_COMPANIES = 8;

function RoleDialog({ person, name, ...on }: DialogProps) {
  const api = useApi();
  const [role, setRole] = useState<Role>(person.role);
  const [company, setCompany] = useState(person.company);
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim());
  const found = useAsync(q || undefined, () =>
    api('GET /api/companies', {
      query: { q, limit: String(MAX_COMPANIES), description: 'none' },
    }),
  );
  const own = person.companies.map(({ id, name: label }) => ({ id, name: label }));
  const others =
    (q && found.value?.results.filter(({ id }) => !own.some((one) => one.id === id))) || [];
  const isAdmin = role === 'companyadmin';
  return (
    <ActionDialog
      {...on}
      question={`Change the role of ${name}`}
      confirm="Change role"
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
          <>
            <TextField
              label="Find a company"
              name="find-company"
              type="search"
              maxLength={COMPANY_NAME_LENGTH}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <SelectField
              label="Company"
              name="company"
              value={company}
              onChange={({ target }) => setCompany(target.value)}
            >
              <option value="">Choose a company</option>
              {[...own, ...others].map(({ id, name: label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectField>
          </>
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

function BlockDialog({ person, name, ...on }: DialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ActionDialog
      {...on}
      question={`Block ${name}?`}
      confirm="Block"
      texts={ADMIN_ACTIONS.block}
      act={(api) => {
        if (!reason.trim()) return 'Enter a reason.';
        const params = { id: person.id };
        return api('POST /api/admin/people/:id/block', { params, body: { reason } });
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
      texts={ADMIN_ACTIONS.unblock}
      act={(api) => api('POST /api/admin/people/:id/unblock', { params: { id: person.id } })}
    >
      <p>The person can sign in again.</p>
    </ActionDialog>
  );
}
