import { useState } from 'react';
import { COMPANY_NAME_LENGTH } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { Button } from '#web/ui/button.tsx';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';

/** The maximum number of companies that are shown. Typing more of the name narrows them down. */
const MAX_FOUND = 8;

type Props = {
  /** The id of a company that the person has opened before. */
  suggested: string | undefined;
  onChoose: (company: { id: string; name: string; website: string }) => void;
  onRegister: (typed: string) => void;
};

/** A field that finds companies by name, each with a button to choose it. */
export function CompanyFinder({ suggested, onChoose, onRegister }: Props) {
  const api = useApi();
  const [input, setInput] = useState('');
  const name = useDebounced(input.trim());
  const found = useAsync(name || suggested ? `${name} ${suggested}` : undefined, async () => {
    if (name) {
      const query = { q: name, limit: String(MAX_FOUND), description: 'none' } as const;
      return (await api('GET /api/companies', { query })).results;
    }
    const params = { id: suggested ?? '' };
    return [await api('GET /api/companies/:id', { params, query: {} })];
  });
  const companies = (found.status === 'loaded' && found.value) || [];
  return (
    <div className="grid max-w-160 justify-items-start gap-6">
      <TextField
        label="Company Name"
        name="find-company"
        type="search"
        autoComplete="organization"
        maxLength={COMPANY_NAME_LENGTH}
        hint="If the company is on this site, choose it."
        value={input}
        onChange={({ target }) => setInput(target.value)}
      />
      <p
        role="status"
        className={
          found.status === 'loaded' && companies.length > 0
            ? 'sr-only'
            : 'wrap-anywhere empty:hidden'
        }
      >
        {statusOf(found.status, companies.length, name)}
      </p>
      {found.status === 'failed' && (
        <LoadFailed message="The companies could not be searched." retry={found.retry} />
      )}
      {companies.length > 0 && (
        <ul aria-label="Companies" className="w-full divide-y divide-line border-y border-line">
          {companies.map((company) => (
            <li key={company.id} className="flex flex-wrap items-center justify-between gap-4 py-4">
              <span className="flex min-w-0 items-center gap-3">
                <CompanyLogo company={company} small />
                <PageLink
                  href={pages.company(company.id)}
                  className="link tap-target wrap-anywhere"
                >
                  <bdi>{company.name}</bdi>
                </PageLink>
              </span>
              <Button
                variant="secondary"
                aria-label={`Choose ${company.name}`}
                onClick={() => onChoose(company)}
              >
                Choose
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" onClick={() => onRegister(input.trim())}>
        {companies.length > 0 ? 'It is another company' : 'My company is not listed'}
      </Button>
    </div>
  );
}

function statusOf(status: string, count: number, name: string): string {
  if (status === 'loading') return 'Searching…';
  if (status !== 'loaded') return '';
  if (count === 0) return `No company on this site is named “${name}”.`;
  return count === 1 ? '1 company found' : `${count} companies found`;
}
