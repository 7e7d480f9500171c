import type { ReactNode } from 'react';
import type { CompanyProfile } from '#shared/contract/companies.ts';
import type { CompanySize } from '#shared/domain/company-sizes.ts';
import { formatNumber } from '#shared/format/number.ts';

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

/** Formats a number of people, such as "51 to 200" or "5,001 or more". */
function formatSize(size: CompanySize): string {
  const [least, most] = size.split(/[-+]/).map((number) => number && formatNumber(Number(number)));
  return most ? `${least} to ${most}` : `${least} or more`;
}
