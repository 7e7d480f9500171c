import { type ReactNode, useCallback } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { createVersionedApi, httpTransport } from '#web/api/api.ts';
import { unless } from '#web/api/unless.ts';
import { FormPage } from '#web/forms/form-page.tsx';
import { useLoaded } from '#web/forms/use-loaded.ts';
import { CompanyForm } from './company-form.tsx';

const readVersioned = createVersionedApi(httpTransport);

type EditorProps = {
  account: Account;
  id: string;
  /** What is shown where there is no such company. */
  missing: ReactNode;
};

/** "Edit Company", once the company is there as it is stored now. */
export function CompanyEditor({ account, id, missing }: EditorProps) {
  const load = useCallback(() => readCompany(id), [id]);
  return (
    <FormPage title="Edit Company" loaded={useLoaded(load)} missing={missing}>
      {(company) => (
        <CompanyForm
          key={id}
          account={account}
          company={company}
          reload={() => readCompany(id).catch(unless(404))}
        />
      )}
    </FormPage>
  );
}

/** With its description in Markdown. */
function readCompany(id: string) {
  return readVersioned('GET /api/companies/:id', { params: { id }, query: {} });
}
