import type { Account } from '#shared/contract/accounts.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useMemberships } from '#web/data/use-memberships.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { describeNeed, needsAttention } from './describe-source.ts';
import { OWNER_SCOPE } from './source-scope.ts';

/** The sources of an owner's company that need attention, above the jobs. Editors do not manage sources. */
export function SourceQuestions({ account }: { account: Account }) {
  const { api } = useSession();
  const { memberships } = useMemberships(account);
  const isOwner = memberships?.some(({ current, role }) => current && role === 'owner');
  const { value } = useAsync(isOwner ? account.company : undefined, () =>
    api('GET /api/sources', { query: {} }),
  );
  const waiting = value?.results.filter(needsAttention) ?? [];
  return waiting.map((source) => (
    <Alert key={source.id} className="mb-6">
      <p className="wrap-anywhere">
        The import from <bdi className="font-semibold">{source.tenant}</bdi> {describeNeed(source)}
      </p>
      {/* Owners cannot decide about a proposed source. */}
      {source.state !== 'proposed' && (
        <ButtonLink href={OWNER_SCOPE.hrefOf(source.id)} variant="secondary">
          Open the import
        </ButtonLink>
      )}
    </Alert>
  ));
}
