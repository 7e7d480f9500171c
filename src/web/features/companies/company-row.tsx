import { useId } from 'react';
import type { CompanyListItem } from '#shared/contract/companies.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import { pages } from '#shared/urls/paths.ts';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

type Props = {
  company: CompanyListItem;
  /** Whether the person may edit the company. Spec: "Company pages". */
  editable: boolean;
};

/** The classes of a link in a row. On phones, it is tall enough for a finger. */
const LINK = 'link inline-flex min-h-11 items-center md:min-h-0';

/** A company in the list: one line with its name, and one with the start of its description. */
export function CompanyRow({ company, editable }: Props) {
  const nameId = useId();
  const { id, name, website, websitetext = website, description, jobs } = company;
  return (
    <article aria-labelledby={nameId} className="company-row">
      <div className="*:size-10! *:rounded-md!">
        <CompanyLogo company={company} />
      </div>
      {/* The link covers the name and the description. */}
      <div className="relative min-w-0">
        <h2 id={nameId} dir="auto" className="truncate font-semibold">
          <PageLink href={pages.company(id)} className="plain-link before:absolute before:inset-0">
            {name}
          </PageLink>
        </h2>
        {description && (
          <p dir="auto" className="truncate text-muted text-small">
            {description}
          </p>
        )}
      </div>
      <ul className="company-links text-small">
        {website && (
          <li>
            <a href={website} target="_blank" rel="noopener noreferrer nofollow" className={LINK}>
              <span className="truncate">{websitetext}</span>
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        )}
        <li className="flex items-center">
          <PageLink href={pages.jobs({ company: id })} className={`${LINK} min-w-0`}>
            <span className="truncate">
              Jobs from <bdi>{name}</bdi>
            </span>
          </PageLink>
          <span>&nbsp;{`(${formatCompactCount(jobs ?? 0)})`}</span>
        </li>
        {editable && (
          <li className="flex-none">
            <PageLink href={pages.editCompany(id)} className={`${LINK} whitespace-nowrap`}>
              Edit Company
            </PageLink>
          </li>
        )}
      </ul>
    </article>
  );
}
