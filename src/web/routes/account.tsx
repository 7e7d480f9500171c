import { createFileRoute } from '@tanstack/react-router';
import { AccountForm } from '#web/features/accounts/account-form.tsx';
import { Restricted } from '#web/features/auth/restricted.tsx';

export const Route = createFileRoute('/account')({
  component: () => (
    <Restricted>
      {(account) => (
        <section className="page-width page-space">
          <h1 className="page-title mb-10">My Account</h1>
          <AccountForm key={account.id} account={account} />
        </section>
      )}
    </Restricted>
  ),
});
