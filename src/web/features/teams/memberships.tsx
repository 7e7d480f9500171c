import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { Membership } from '#shared/contract/teams.ts';
import { pages } from '#shared/urls/paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useSite } from '#web/data/use-site.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { TEAM_ROLE_NAMES } from './team-role-names.ts';

type Props = { memberships: Membership[]; account: Account; onChange: () => void };

/**
 * Lists the companies whose teams the person belongs to. The person can act for a different company, or leave a team.
 */
export function Memberships({ memberships, account, onChange }: Props) {
  const router = useRouter();
  const { closed } = useSite();
  const session = useSession();
  const { api } = session;
  const { busy, error, run } = useInlineAction();
  const [leaving, setLeaving] = useState<Membership>();
  const [heading, focusSection] = useFocusRequest<HTMLHeadingElement>();
  const isSiteAdmin = account.role === 'siteadmin';

  function showChange(): void {
    focusSection();
    onChange();
  }

  async function choose({ id, companyname }: Membership): Promise<void> {
    const done = await run({
      act: async () =>
        session.update(await api('POST /api/memberships/:id/choose', { params: { id } })),
      success: `You can now post jobs for ${companyname}`,
      failure: 'The company was not changed',
    });
    if (done) showChange();
  }

  async function leave({ id, companyname }: Membership): Promise<void> {
    const done = await run({
      act: async () => {
        await api('DELETE /api/memberships/:id', { params: { id } });
        const updated = await api('GET /api/accounts/:id', { params: { id: account.id } });
        // Who belongs to no company cannot open the dashboard.
        if (updated.role === 'user') await router.navigate({ href: pages.employers() });
        session.update(updated);
      },
      success: `You left ${companyname}`,
      failure: 'You are still in the team',
    });
    setLeaving(undefined);
    if (done) showChange();
  }

  return (
    <section aria-labelledby="companies" className="mt-16">
      <h2 id="companies" ref={heading} tabIndex={-1} className="section-title">
        Your companies
      </h2>
      {error && (
        <div className="mb-6">
          <Alert role="alert">{error}</Alert>
        </div>
      )}
      <ul className="mb-6 divide-y divide-line border-y border-line">
        {memberships.map((membership) => (
          <li
            key={membership.id}
            className="flex flex-wrap items-center justify-between gap-4 py-4"
          >
            <p className="wrap-anywhere">
              <PageLink href={pages.company(membership.company)} className="link">
                <bdi>{membership.companyname}</bdi>
              </PageLink>
              <span className="block text-sm text-muted">
                {TEAM_ROLE_NAMES[membership.role]}
                {membership.current && ', you post jobs for this company'}
              </span>
            </p>
            <div className="flex flex-wrap gap-3">
              {!membership.current && !isSiteAdmin && (
                <Button
                  variant="secondary"
                  aria-label={`Switch to ${membership.companyname}`}
                  aria-disabled={busy}
                  onClick={() => void choose(membership)}
                >
                  Switch
                </Button>
              )}
              <Button
                variant="danger-secondary"
                aria-label={`Leave ${membership.companyname}`}
                onClick={() => setLeaving(membership)}
              >
                Leave
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {!closed && (
        <p>
          <PageLink href={pages.employers({ step: 'company' })} className="link">
            Post jobs for another company
          </PageLink>
        </p>
      )}
      {leaving && (
        <ConfirmDialog
          question={`Leave the team of ${leaving.companyname}?`}
          confirm="Leave"
          busy={busy}
          onConfirm={() => void leave(leaving)}
          onCancel={() => setLeaving(undefined)}
        >
          You will no longer be able to add, edit or close its jobs. Only an owner can invite you
          back.
        </ConfirmDialog>
      )}
    </section>
  );
}
