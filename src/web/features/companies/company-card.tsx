import type { ElementType, ReactNode } from 'react';
import type { Company } from '#shared/contract/companies.ts';
import { pages } from '#shared/urls/paths.ts';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

type Props = {
  company: Omit<Company, 'description'>;
  /** The company's pages at other sites, as `CompanyLink`. */
  links?: ReactNode;
  /** The level of the heading, which depends on the page. */
  heading: Extract<ElementType, 'h1' | 'h2'>;
  /** Whether the name links to the company's page. */
  linked?: boolean;
  /** Whether the person may edit the company. Spec: "Company pages". */
  editable?: boolean;
  /** The description, as rich text or as a summary. */
  children: ReactNode;
};

export function CompanyCard({ company, heading: Heading, ...props }: Props) {
  const { links, linked = true, editable = false, children } = props;
  const { id, name, website, websitetext = website } = company;
  return (
    <article className="flex max-w-176 min-w-0 flex-col gap-3.5 rounded-sm border border-line bg-raised p-6 wrap-anywhere">
      <div className="flex justify-between gap-4">
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
          <PageLink
            href={pages.company(id)}
            className="plain-link tap-target inline-block max-md:-my-2"
          >
            {name}
          </PageLink>
        ) : (
          name
        )}
      </Heading>
      {children}
      <ul className="mt-auto flex flex-col items-start gap-2 pt-1">
        {website && <CompanyLink href={website} text={websitetext} />}
        {links}
        {id && (
          <li className="max-w-full">
            <ArrowLink href={pages.jobs({ company: id })}>{`Jobs from ${name}`}</ArrowLink>
          </li>
        )}
      </ul>
    </article>
  );
}

/** An item of the card's list: a website of the company, which opens in a new tab. */
export function CompanyLink({ href, text }: { href: string; text: string }) {
  return (
    <li className="max-w-full">
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="link tap-target inline-block break-all max-md:-my-2"
      >
        {text}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </li>
  );
}
