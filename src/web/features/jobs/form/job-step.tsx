import type { Account } from '#shared/contract/accounts.ts';
import type { ClaimedJobInput } from '#shared/contract/claims.ts';
import { newJobByRules } from '#shared/contract/job-requests.ts';
import { JOB_LABELS, type JobField } from '#shared/domain/job-fields.ts';
import { POSTING_DRAFTS } from '#shared/domain/posting.ts';
import type { Site } from '#shared/render-page.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSite } from '#web/data/use-site.ts';
import { draftName, readDraft, storeDraft } from '#web/forms/draft.ts';
import { checkBody } from '#web/forms/errors.ts';
import { FormLayout } from '#web/forms/form-layout.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { TOASTS } from '#web/messages.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { CategoryFields } from './category-fields.tsx';
import { type FormRules, formRules } from './form-rules.ts';
import { JobFields } from './job-fields.tsx';
import {
  ERROR_TEXTS,
  type JobValues,
  newJobValues,
  toBody,
  toUnpublishedBody,
} from './job-values.ts';

/** Stands for the company, which the person chooses in the next step. */
const LATER = 'later';

const initialValues = (rules: FormRules): JobValues => newJobValues({ company: LATER }, rules);

/** The first step of a person who cannot act for a company yet: the job. Its draft stays until everything is sent. */
export function JobStep() {
  const next = pages.employers({ step: 'company' });
  const rules = formRules(useSite());
  const form = useForm<JobField>({
    name: POSTING_DRAFTS.job,
    keepsDraft: true,
    initial: { values: initialValues(rules) },
    errorTexts: ERROR_TEXTS,
    webAddresses: ['applyurl'],
    check: (values, describe) => describe(checkBody(newJobByRules(rules), toBody(values))),
    save: async () => next,
    toasts: { failure: TOASTS.addJob.failure },
  });
  return (
    <>
      <p className="mb-6 max-w-160">
        Nothing is sent yet: your text stays in this browser.
        {/* What is written is posted with the company, so the link is only for an empty form. */}
        <span className={form.unsaved ? 'invisible' : ''}>
          {' You can also '}
          <PageLink href={next} className="link">
            continue without a job
          </PageLink>
          , and add it later.
        </span>
      </p>
      <FormLayout form={form} labels={JOB_LABELS} action="Next: your company">
        <JobFields
          form={form}
          types={[...new Set<string>([...rules.types, form.values.type])]}
          isNew
          needsPay={rules.payRequired}
          needsDescription={false}
          needsWayToApply={false}
        />
        <CategoryFields form={form} />
      </FormLayout>
    </>
  );
}

/**
 * Reads the job that a person has written before they could act for a company. An incomplete job becomes a draft.
 * Returns undefined if there is none.
 */
export function readPostedJob(site: Site): ClaimedJobInput | undefined {
  const draft = readDraft(POSTING_DRAFTS.job);
  if (!draft) return undefined;
  const rules = formRules(site);
  const values: JobValues = { ...initialValues(rules), ...draft.values };
  const { company: _, ...job } = toUnpublishedBody(values, rules);
  const isComplete = newJobByRules(rules).safeParse(toBody(values)).success;
  // The pay of an incomplete job may be unreadable, which even a draft cannot store.
  return isComplete ? { ...job, state: 'submitted' } : { ...job, pay: null, state: 'draft' };
}

/** Moves the job that a person has written before they signed in to the form "Add Job", unless that has input. */
export function adoptPostedJob(account: Account): void {
  const draft = readDraft(POSTING_DRAFTS.job);
  const form = draftName(account, pages.addJob());
  if (!draft || readDraft(form)) return;
  const values = { ...draft.values, 'company.id': account.company };
  storeDraft(form, { ...draft, values });
  storeDraft(POSTING_DRAFTS.job, undefined);
}
