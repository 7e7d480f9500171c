import { useCallback } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { createVersionedApi, httpTransport } from '#web/api/api.ts';
import { unless } from '#web/api/unless.ts';
import { FormLoading } from '#web/forms/form-loading.tsx';
import { useLoaded } from '#web/forms/use-loaded.ts';
import { CompanyForm } from './company-form.tsx';

const readVersioned = createVersionedApi(httpTransport);

/** "Edit Company", once the company is there as it is stored now. */
export function CompanyEditor({ account, id }: { account: Account; id: string }) {
  const load = useCallback(() => readCompany(id), [id]);
  return (
    <FormLoading loaded={useLoaded(load)}>
      {(company) => (
        <CompanyForm
          key={id}
          account={account}
          company={company}
          reload={() => readCompany(id).catch(unless(404))}
        />
      )}
    </FormLoading>
  );
}

/** With its description in Markdown. */
function readCompany(id: string) {
  return readVersioned('GET /api/companies/:id', { params: { id }, query: {} });
}
