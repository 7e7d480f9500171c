import type { ReviewedClaim } from '#shared/contract/claims.ts';
import { pages } from '#shared/urls/paths.ts';
import { NameComparison } from '#web/features/companies/claims/name-comparison.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

type Props = { name: string } & Pick<ReviewedClaim, 'confusable' | 'existing'>;

/** Warns of a name or a website that people could take for that of another company. */
export function NameWarnings({ name, confusable, existing }: Props) {
  return (
    <>
      {confusable && (
        <Alert>
          The name mixes letters of several scripts, or the website has letters beyond a to z. Make
          sure that nobody takes this company for another one.
        </Alert>
      )}
      {existing.length > 0 && (
        <Alert>
          <p>These companies have a similar name or the same domain:</p>
          <ul className="grid gap-3">
            {existing.map((one) => (
              <li key={one.id}>
                <PageLink href={pages.company(one.id)} className="link">
                  <bdi>{one.name}</bdi>
                </PageLink>
                {one.similar && one.name !== name && (
                  <NameComparison name={name} other={one.name} />
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
