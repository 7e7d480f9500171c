import type { ElementType, ReactNode } from 'react';
import type { Company } from '#shared/contract/companies.ts';
import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { CompanyLogo } from './company-logo.tsx';

type Props = {
  company: Omit<Company, 'description'>;
  /** The heading's level, which depends on the page. */
  heading: Extract<ElementType, 'h1' | 'h2'>;
  /** Whether the name links to the company's page. */
  linked?: boolean;
  /** Whether the person may edit the company. Spec: "Company pages". */
  editable?: boolean;
  /** The description, as rich text or as a summary. */
  children: ReactNode;
};

export function CompanyCard({ company, heading: Heading, ...props }: Props) {
  const { linked = true, editable = false, children } = props;
  const { id, name, website } = company;
  return (
    <article className="company-card">
      <div className="company-card-head">
        <CompanyLogo company={company} />
        {editable && (
          <PageLink href={pages.editCompany(id)} className="link">
            Edit Company
          </PageLink>
        )}
      </div>
      <Heading
        dir="auto"
        className={Heading === 'h1' ? 'page-title' : 'text-xl font-semibold tracking-tight'}
      >
        {linked ? (
          <PageLink href={pages.company(id)} className="plain-link">
            {name}
          </PageLink>
        ) : (
          name
        )}
      </Heading>
      {children}
      <ul className="mt-auto flex flex-col items-start gap-2 pt-1">
        {website && (
          <li className="max-w-full">
            <a
              href={website}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="link break-all"
            >
              {website}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        )}
        {id && (
          <li className="max-w-full">
            <PageLink href={pages.jobs({ company: id })} className="arrow-link">
              {`Jobs from ${name}`}
            </PageLink>
          </li>
        )}
      </ul>
    </article>
  );
}
