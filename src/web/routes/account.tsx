import { createFileRoute } from '@tanstack/react-router';
import { RequireRole } from '#web/auth/require-role.tsx';
import { AccountForm } from '#web/features/accounts/account-form.tsx';

export const Route = createFileRoute('/account')({
  component: () => (
    <RequireRole>
      {(account) => (
        <section className="page-width page-space">
          <h1 className="page-title mb-10">My Account</h1>
          <AccountForm key={account.id} account={account} />
        </section>
      )}
    </RequireRole>
  ),
});
