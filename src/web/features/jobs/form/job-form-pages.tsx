import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { JobDraft } from '#shared/contract/job-drafts.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import { mayWriteJobsOf } from '#shared/domain/permissions.ts';
import { pages } from '#shared/urls/paths.ts';
import { ignoreStatus, isMissing } from '#web/api/errors.ts';
import { httpWithEtag, type WithEtag } from '#web/api/etag-api.ts';
import { http } from '#web/api/http.ts';
import { useSession } from '#web/auth/use-session.ts';
import { AsyncPage } from '#web/data/async-page.tsx';
import { useAsync } from '#web/data/use-async.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { JobForm } from './job-form.tsx';
import type { CompanyOption } from './job-preview.tsx';
import { adoptPostedJob } from './job-step.tsx';

type AddPageProps = {
  account: Account;
  /** The id of the job to duplicate; undefined for an empty form. */
  from: string | undefined;
};

/** The page "Add Job": loads the companies to choose from and the job to duplicate, then shows the form. */
export function AddJobPage({ account, from }: AddPageProps) {
  useState(() => from === undefined && adoptPostedJob(account));
  const load = async () => {
    const [original, companies] = await Promise.all([
      from === undefined ? undefined : readJob(from).catch(ignoreStatus(404, 410)),
      companiesFor(account),
    ]);
    return { original: original?.body, ...companies };
  };
  const result = useAsync(`${account.company} ${from}`, load);
  return (
    <AsyncPage title="Add Job" result={result}>
      {({ original, ...companies }) => {
        const mayCopy = original && mayWriteJobsOf(account, original.company.id);
        return (
          <>
            {from !== undefined && !mayCopy && (
              <Alert role="status" className="mb-8 max-w-160">
                This job cannot be duplicated: it is closed or deleted, or belongs to another
                company. The form is empty.
              </Alert>
            )}
            <JobForm
              account={account}
              {...companies}
              page={pages.addJob({ from })}
              original={mayCopy ? original : undefined}
            />
          </>
        );
      }}
    </AsyncPage>
  );
}

type EditPageProps = {
  account: Account;
  id: string;
  /** Shown if the job does not exist. */
  missing: ReactNode;
};

type Loaded = {
  job?: WithEtag<Job>;
  /** The latest edit of the published job, if the edit is in review or was rejected. */
  edit?: JobDraft | undefined;
  /** The job, if it is not published. */
  draft?: JobDraft;
  companies: CompanyOption[];
  searchesCompanies?: boolean;
};

/** The page "Edit Job": loads the stored job and the companies, then shows the form. */
export function EditJobPage({ account, id, missing }: EditPageProps) {
  const { api } = useSession();
  const readDraft = () => api('GET /api/job-drafts/:id', { params: { id }, query: {} });
  const readEdit = async ({ company }: Job) => {
    if (!mayWriteJobsOf(account, company.id)) return undefined;
    const { total } = await api('GET /api/job-drafts', { query: { job: id } });
    return total > 0 ? readDraft().catch(ignoreStatus(404)) : undefined;
  };
  const readStored = async () => {
    try {
      const job = await readJob(id);
      return { job, edit: await readEdit(job.body) };
    } catch (error) {
      if (isMissing(error)) return { draft: await readDraft() };
      return ignoreStatus(410)(error);
    }
  };
  const load = async () => {
    const [stored, companies] = await Promise.all([readStored(), companiesFor(account)]);
    return { ...stored, ...companies } satisfies Loaded;
  };
  const result = useAsync(`${id} ${account.company}`, load, () =>
    showToast('error', TOASTS.loadJob.failure),
  );
  return (
    <AsyncPage title="Edit Job" result={result} missing={missing}>
      {({ job, edit, draft, ...companies }: Loaded) =>
        draft ? (
          <JobForm
            key={id}
            account={account}
            page={pages.editJob(id)}
            draft={draft}
            {...companies}
            reloadDraft={() => readDraft().catch(ignoreStatus(404))}
          />
        ) : !job ? (
          // A closed job has no edit form. Its page offers the possible actions.
          <Navigate to={pages.job(id)} replace />
        ) : mayWriteJobsOf(account, job.body.company.id) ? (
          <JobForm
            key={id}
            account={account}
            page={pages.editJob(id)}
            job={job}
            edit={edit}
            {...companies}
            reload={async () => {
              const current = await readJob(id).catch(ignoreStatus(404, 410));
              return current && { job: current, edit: await readEdit(current.body) };
            }}
          />
        ) : (
          <Navigate to={pages.home()} replace />
        )
      }
    </AsyncPage>
  );
}

/** Reads the job with its description in Markdown. */
function readJob(id: string) {
  return httpWithEtag('GET /api/jobs/:id', { params: { id }, query: {} });
}

/**
 * Reads the companies to choose from: the own company, or for a site admin all companies. If a board has many, the form
 * searches them.
 */
async function companiesFor({ role, company, companyname }: Account) {
  if (role !== 'siteadmin') return { companies: [{ id: company, name: companyname }] };
  const { results, next } = await http('GET /api/companies', { query: { description: 'none' } });
  return { companies: results, searchesCompanies: next !== undefined };
}
