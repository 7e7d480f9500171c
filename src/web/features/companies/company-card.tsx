import { Link } from '@tanstack/react-router';
import type { ElementType } from 'react';
import type { Company } from '#shared/contract/companies.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { CompanyLogo } from './company-logo.tsx';

type Props = {
  /** With its description as HTML. */
  company: Company;
  /** The heading's level, by the place the card stands in. */
  heading: Extract<ElementType, 'h1' | 'h2'>;
  /** Whether the name leads to the company's page. */
  linked?: boolean;
};

export function CompanyCard({ company, heading: Heading, linked = true }: Props) {
  const { id, name, description, website, logo } = company;
  return (
    <article className="company-card">
      {logo && <CompanyLogo url={logo} name={name} />}
      <Heading className={Heading === 'h1' ? 'page-title' : 'text-xl font-semibold tracking-tight'}>
        {linked ? (
          <Link to="/companies/$id" params={{ id }} className="plain-link">
            {name}
          </Link>
        ) : (
          name
        )}
      </Heading>
      {description && <RichText html={description} className="text-pretty" />}
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
          <li>
            <Link to="/jobs" search={{ company: id }} className="arrow-link">
              {`Jobs from ${name}`}
            </Link>
          </li>
        )}
      </ul>
    </article>
  );
}
