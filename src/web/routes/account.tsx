import { createFileRoute } from '@tanstack/react-router';
import { mayAddJobs } from '#shared/domain/permissions.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { AccountForm } from '#web/features/accounts/account-form.tsx';
import { Identities } from '#web/features/accounts/identities.tsx';
import { Passkeys } from '#web/features/accounts/passkeys.tsx';
import { PersonalDataSections } from '#web/features/accounts/personal-data.tsx';
import { Reminders } from '#web/features/accounts/reminders.tsx';
import { Sessions } from '#web/features/accounts/sessions.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export const Route = createFileRoute('/account')({
  component: () => (
    <RequireRole>
      {(account) => (
        <section className="page-width page-space">
          <h1 className="page-title mb-10">My Account</h1>
          <AccountForm key={account.id} account={account} />
          <Identities key={`identities ${account.id}`} />
          <Passkeys key={`passkeys ${account.id}`} />
          <Sessions key={`sessions ${account.id}`} />
          {mayAddJobs(account) && (
            <section aria-labelledby="jobs" className="mt-16">
              <h2 id="jobs" className="section-title mb-6">
                Jobs
              </h2>
              <ButtonLink href={adminPages.dashboard()} variant="secondary">
                Dashboard
              </ButtonLink>
              <Reminders key={`reminders ${account.id}`} />
            </section>
          )}
          {account.role === 'siteadmin' && (
            <section aria-labelledby="administration" className="mt-16">
              <h2 id="administration" className="section-title mb-6">
                Administration
              </h2>
              <p className="flex flex-wrap gap-3">
                <ButtonLink href={adminPages.admin()} variant="secondary">
                  Overview
                </ButtonLink>
                <ButtonLink href={adminPages.inbox()} variant="secondary">
                  Inbox
                </ButtonLink>
              </p>
            </section>
          )}
          <PersonalDataSections key={`data ${account.id}`} />
        </section>
      )}
    </RequireRole>
  ),
});
