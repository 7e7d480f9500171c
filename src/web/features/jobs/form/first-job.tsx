import type { Account } from '#shared/contract/accounts.ts';
import type { Claim } from '#shared/contract/claims.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useSite } from '#web/data/use-site.ts';
import { TOASTS } from '#web/messages.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { formRules } from './form-rules.ts';
import { JobForm } from './job-form.tsx';
import { draftValues, newJobValues } from './job-values.ts';

type Props = {
  account: Account;
  /** The request for the company. */
  claim: Claim;
  onSaved: () => void;
};

/**
 * The form of the job that is posted once a person may act for a company. The job is stored with the request, whose id
 * takes the place of a company's id.
 */
export function FirstJob({ account, claim, onSaved }: Props) {
  const { id, registration, job } = claim;
  const { api } = useSession();
  const rules = formRules(useSite());
  const company = { id, name: registration?.name ?? claim.company?.name ?? '', isNew: true };
  const values = job
    ? draftValues(
        { job: { ...job, company: { ...company, logo: '', website: '', description: '' } } },
        rules,
      )
    : newJobValues(account, rules);
  return (
    <JobForm
      account={account}
      companies={[company]}
      page={`${pages.employers()} ${id}`}
      prepared={{
        values: { ...values, 'company.id': id },
        async save({ company: _, ...body }, isSubmitted) {
          await api('PUT /api/claims/:id/job', {
            params: { id },
            body: { ...body, state: isSubmitted ? 'submitted' : 'draft' },
          });
          showToast('success', TOASTS.saveFirstJob.success);
          onSaved();
          return pages.employers();
        },
      }}
    />
  );
}
