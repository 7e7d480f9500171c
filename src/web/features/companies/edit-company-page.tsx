import { type ReactNode, useCallback } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { createEtagApi, httpTransport } from '#web/api/api.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import { AsyncPage } from '#web/data/async-page.tsx';
import { useAsync } from '#web/data/use-async.ts';
import { CompanyForm } from './company-form.tsx';

const readWithEtag = createEtagApi(httpTransport);

type EditPageProps = {
  account: Account;
  id: string;
  /** Shown if the company does not exist. */
  missing: ReactNode;
};

/** "Edit Company": loads the stored company, then shows the form. */
export function EditCompanyPage({ account, id, missing }: EditPageProps) {
  const load = useCallback(() => readCompany(id), [id]);
  return (
    <AsyncPage title="Edit Company" result={useAsync(load)} missing={missing}>
      {(company) => (
        <CompanyForm
          key={id}
          account={account}
          company={company}
          reload={() => readCompany(id).catch(ignoreStatus(404))}
        />
      )}
    </AsyncPage>
  );
}

/** The company with its description in Markdown. */
function readCompany(id: string) {
  return readWithEtag('GET /api/companies/:id', { params: { id }, query: {} });
}
