import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { COMPANIES_PER_PAGE } from '#shared/constants/limits.ts';
import { TOASTS } from '#shared/constants/messages.ts';
import type { Account } from '#shared/contract/accounts.ts';
import { pages } from '#shared/paths.ts';
import { mayWriteJobsOf } from '#shared/permissions.ts';
import { createApi, createVersionedApi, httpTransport } from '#web/api/api.ts';
import { unless } from '#web/api/unless.ts';
import { FormPage } from '#web/forms/form-page.tsx';
import { useLoaded } from '#web/forms/use-loaded.ts';
import { showToast } from '#web/ui/toast.ts';
import { type CompanyOption, JobForm } from './job-form.tsx';

const read = createApi(httpTransport);
const readVersioned = createVersionedApi(httpTransport);

/** "Add Job", once the companies are known that it may be of. */
export function JobAdder({ account }: { account: Account }) {
  const { role, company, companyname } = account;
  const load = useCallback(
    () => companiesFor({ role, company, companyname }),
    [role, company, companyname],
  );
  const loaded = useLoaded(load);
  return (
    <FormPage title="Add Job" loaded={loaded}>
      {(companies) => <JobForm account={account} companies={companies} />}
    </FormPage>
  );
}

type EditorProps = {
  account: Account;
  id: string;
  /** What is shown where there is no such job. */
  missing: ReactNode;
};

/** "Edit Job", once the job is there as it is stored now. */
export function JobEditor({ account, id, missing }: EditorProps) {
  const { role, company, companyname } = account;
  const load = useCallback(async () => {
    const [job, companies] = await Promise.all([
      readJob(id).catch(unless(410)),
      companiesFor({ role, company, companyname }),
    ]);
    return { job, companies };
  }, [id, role, company, companyname]);
  const loaded = useLoaded(load, tellFailure);
  return (
    <FormPage title="Edit Job" loaded={loaded} missing={missing}>
      {({ job, companies }) =>
        !job ? (
          // It is closed: on its own page it can be opened again.
          <Navigate to={pages.job(id)} replace />
        ) : mayWriteJobsOf(account, job.reply.company.id) ? (
          <JobForm
            key={id}
            account={account}
            job={job}
            companies={companies}
            reload={() => readJob(id).catch(unless(404, 410))}
          />
        ) : (
          <Navigate to={pages.home()} replace />
        )
      }
    </FormPage>
  );
}

const tellFailure = () => showToast('error', TOASTS.loadJob.failure);

/** With its description in Markdown. */
function readJob(id: string) {
  return readVersioned('GET /api/jobs/:id', { params: { id }, query: {} });
}

/** The company of a company admin; every company for a site admin. */
async function companiesFor({
  role,
  company,
  companyname,
}: Pick<Account, 'role' | 'company' | 'companyname'>): Promise<CompanyOption[]> {
  if (role !== 'siteadmin') return [{ id: company, name: companyname }];
  const companies: CompanyOption[] = [];
  let cursor: string | undefined;
  do {
    const { results, next } = await read('GET /api/companies', {
      query: { limit: String(COMPANIES_PER_PAGE.max), description: 'none', cursor },
    });
    companies.push(...results);
    cursor = next;
  } while (cursor);
  return companies;
}
