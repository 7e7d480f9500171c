import type { ReactNode } from 'react';
import type { CompanyProfile } from '#shared/contract/companies.ts';
import { formatSize } from '#shared/format/company-size.ts';

/** The facts of a company's profile. What is unknown is absent. */
export function CompanyFacts({ company }: { company: CompanyProfile }) {
  const { industry, size, founded, places } = company;
  if (!industry && !size && founded === null && places.length === 0) return null;
  return (
    <dl className="facts">
      {industry && <Fact name="Industry">{industry}</Fact>}
      {size && <Fact name="People">{formatSize(size)}</Fact>}
      {founded !== null && <Fact name="Founded">{String(founded)}</Fact>}
      {places.length > 0 && (
        <Fact name={places.length === 1 ? 'Place' : 'Places'} isWide={places.length > 1}>
          {places.join('; ')}
        </Fact>
      )}
    </dl>
  );
}

type FactProps = { name: string; isWide?: boolean; children: ReactNode };

function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? 'col-span-full' : 'min-w-0'}>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
