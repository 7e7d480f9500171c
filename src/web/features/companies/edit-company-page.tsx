import type { ReactNode } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import { httpWithEtag } from '#web/api/etag-api.ts';
import { AsyncPage } from '#web/data/async-page.tsx';
import { useAsync } from '#web/data/use-async.ts';
import { CompanyForm } from './company-form.tsx';

type EditPageProps = {
  account: Account;
  id: string;
  /** Shown if the company does not exist. */
  missing: ReactNode;
};

/** The page "Edit Company": loads the stored company, then shows the form. */
export function EditCompanyPage({ account, id, missing }: EditPageProps) {
  const result = useAsync(id, () => readCompany(id));
  return (
    <AsyncPage title="Edit Company" result={result} missing={missing}>
      {(company) => (
        <CompanyForm
          key={id}
          account={account}
          company={company}
          reload={async () => {
            const current = await readCompany(id).catch(ignoreStatus(404));
            return current && { company: current };
          }}
        />
      )}
    </AsyncPage>
  );
}

/** Reads the company with its description in Markdown. */
function readCompany(id: string) {
  return httpWithEtag('GET /api/companies/:id', { params: { id }, query: {} });
}
