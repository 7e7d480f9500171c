import { useRef, useState } from 'react';
import type { z } from 'zod';
import type { Account } from '#shared/contract/accounts.ts';
import type { Company } from '#shared/contract/companies.ts';
import { type JobDraft, jobDraftBody } from '#shared/contract/job-drafts.ts';
import {
  editedJob,
  editedJobWithPay,
  newJob,
  newJobWithPay,
} from '#shared/contract/job-requests.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import {
  EDITED_EMPLOYMENT_TYPES,
  EMPLOYMENT_TYPES,
  type EmploymentType,
} from '#shared/domain/employment-types.ts';
import { JOB_LABELS, type JobField } from '#shared/domain/job-fields.ts';
import { mayReviewJobs } from '#shared/domain/permissions.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import { pages } from '#shared/urls/paths.ts';
import type { WriteHeaders } from '#web/api/api.ts';
import { ApiError, ignoreStatus } from '#web/api/errors.ts';
import type { WithEtag } from '#web/api/etag-api.ts';
import { http } from '#web/api/http.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useSite } from '#web/data/use-site.ts';
import { draftName } from '#web/forms/draft.ts';
import { checkBody, type Errors, type Issue } from '#web/forms/errors.ts';
import { FormLayout } from '#web/forms/form-layout.tsx';
import { type InitialValues, useForm } from '#web/forms/use-form.ts';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { correctionsOf, describeCorrections } from './category-choice.ts';
import { CategoryFields } from './category-fields.tsx';
import { type FormRules, formRules } from './form-rules.ts';
import { JobFields } from './job-fields.tsx';
import { type CompanyOption, JobPreview } from './job-preview.tsx';
import {
  draftValues,
  duplicateValues,
  ERROR_TEXTS,
  type JobValues,
  jobValues,
  newJobValues,
  statesPay,
  toBody,
  toUnpublishedBody,
} from './job-values.ts';

const SUBMIT = 'Save and Submit';

/** What the submit button does with a job that is not published, by its state. */
const SAVING = {
  draft: { label: 'Save Draft', toasts: TOASTS.saveDraft },
  review: { label: 'Save Changes', toasts: TOASTS.updateJob },
  rejected: { label: SUBMIT, toasts: { failure: TOASTS.submitJob.failure } },
} as const;

/** Fields whose values are codes, such as `on-site`. */
const CODED_FIELDS: JobField[] = ['workplace', 'employment', 'pay.unit'];

type Props = {
  account: Account;
  companies: CompanyOption[];
  /** Whether there are more companies, which a search finds. */
  searchesCompanies?: boolean;
  /** The path of the page, which is a part of the draft's storage key. */
  page: string;
  /** The job to edit; undefined in "Add Job". */
  job?: WithEtag<Job>;
  /** The latest edit of the published job, if the edit is in review or was rejected. Saving the form replaces it. */
  edit?: JobDraft | undefined;
  /** The unpublished job to edit. */
  draft?: JobDraft | undefined;
  /** The job to duplicate in "Add Job". */
  original?: Job | undefined;
  /** Stores the job of a company that waits for its approval, instead of posting it. */
  prepared?: {
    values: JobValues;
    /** Resolves with the path of the next page. */
    save: (body: ReturnType<typeof toUnpublishedBody>, isSubmitted: boolean) => Promise<string>;
  };
  /** Fetches the job and its edit again. Resolves to undefined if the job was closed or deleted. */
  reload?: () => Promise<{ job: WithEtag<Job>; edit: JobDraft | undefined } | undefined>;
  /** Fetches the unpublished job again. Resolves to undefined if it was published or deleted. */
  reloadDraft?: () => Promise<JobDraft | undefined>;
};

/** The form that adds or edits a job, with the rules in the contract. Spec: "Forms". */
export function JobForm(props: Props) {
  const { account, companies, searchesCompanies = false, page, job, edit, draft } = props;
  const { original, prepared, reload, reloadDraft } = props;
  const { api } = useSession();
  const site = useSite();
  const rules = formRules(site);
  const id = job?.body.id;
  // For a site admin, the form shows the published job instead of the edit: saving the texts of the edit would publish
  // them without a review.
  const ownEdit = mayReviewJobs(account) ? undefined : edit;
  /** The edit that saving replaces. A conflict loads a newer edit. */
  const knownEdit = useRef(edit);
  // The companies of the job and of a conflicting version. If they were added after `companies` was loaded, they are
  // not in it.
  const [ownCompanies, setOwnCompanies] = useState<CompanyOption[]>(
    [job?.body.company, draft?.job.company, original?.company].filter(
      (company) => company !== undefined,
    ),
  );
  const options = [
    ...new Map([...companies, ...ownCompanies].map((option) => [option.id, option])).values(),
  ];
  const initial = job
    ? initialValues(job, { edit: ownEdit, rules })
    : draft
      ? initialDraft(draft, rules)
      : {
          values:
            prepared?.values ??
            (original ? duplicateValues(original, rules) : newJobValues(account, rules)),
        };
  // A job that states no pay, such as an imported one, can be edited without stating any. A conflict loads the job again.
  const [needsPay, setNeedsPay] = useState(rules.payRequired && (!job || statesPay(job.body)));
  const required = needsPay
    ? { edit: editedJobWithPay, add: newJobWithPay }
    : { edit: editedJob, add: newJob };
  // A draft may be incomplete until it is submitted.
  const isIncomplete = draft?.state === 'draft';
  const schema = isIncomplete ? jobDraftBody : id ? required.edit : required.add;
  const validate = (body: z.ZodType) => (values: JobValues, describe: (all: Issue[]) => Errors) =>
    describe(checkBody(body, toBody(values)));
  const form = useForm<JobField>({
    name: draftName(account, page),
    initial,
    // The company in a draft may no longer be an option.
    reconcileDraft: (stored) =>
      searchesCompanies || options.some((company) => company.id === stored['company.id'])
        ? stored
        : { ...stored, 'company.id': initial.values['company.id'] },
    webAddresses: ['applyurl'],
    errorTexts: ERROR_TEXTS,
    check: validate(schema),
    // The same pay can be written differently, such as "50k" and "50,000".
    isSame: (one, other) => JSON.stringify(toBody(one)) === JSON.stringify(toBody(other)),
    async save(values, headers) {
      if (id) {
        const replaces = knownEdit.current?.version;
        const company = await readCompany(values['company.id'], job?.body.company);
        const body = { ...toBody(values), id, date: job?.body.date, company, replaces };
        const updated = await api('PUT /api/jobs/:id', { params: { id }, body }, headers);
        return updated.state ? [pages.job(id), TOASTS.addJobToReview.success] : pages.job(id);
      }
      const body = toUnpublishedBody(values, rules);
      if (draft?.state === 'rejected') return submitDraft(draft.id, body, headers);
      if (draft) return saveDraft(draft.id, body, headers);
      if (prepared) return prepared.save(body, true);
      const company = await readCompany(values['company.id'], original?.company);
      const specified = { ...body, id: '', date: new Date().toISOString(), company };
      const added = await api('POST /api/jobs', { body: specified }, headers);
      showToast('success', (added.state ? TOASTS.addJobToReview : TOASTS.addJob).success);
      return pages.job(added.id);
    },
    ...(id &&
      reload && {
        edited: {
          page: pages.job(id),
          reload: async () => {
            const current = await reload();
            if (!current) return undefined;
            const { job: saved, edit: savedEdit } = current;
            knownEdit.current = savedEdit;
            setOwnCompanies((own) => [...own, saved.body.company]);
            setNeedsPay(rules.payRequired && statesPay(saved.body));
            return initialValues(saved, {
              edit: mayReviewJobs(account) ? undefined : savedEdit,
              rules,
            });
          },
        },
      }),
    ...(draft &&
      reloadDraft && {
        edited: {
          page: pages.job(draft.id),
          reload: async () => {
            const current = await reloadDraft();
            if (current) setOwnCompanies((own) => [...own, current.job.company]);
            return current && initialDraft(current, rules);
          },
        },
      }),
    // `save` shows the toast for a new job, because it depends on whether the job is published or submitted for review.
    toasts: id
      ? TOASTS.updateJob
      : draft
        ? SAVING[draft.state].toasts
        : { failure: TOASTS.addJob.failure },
  });

  type Body = ReturnType<typeof toUnpublishedBody>;

  async function saveDraft(draftId: string, body: Body, headers: WriteHeaders): Promise<string> {
    await api('PUT /api/job-drafts/:id', { params: { id: draftId }, body }, headers);
    return pages.job(draftId);
  }

  async function submitDraft(draftId: string, body: Body, headers: WriteHeaders): Promise<string> {
    const params = { id: draftId };
    const { version } = await api('PUT /api/job-drafts/:id', { params, body }, headers);
    try {
      const saved = { 'if-match': `"${version}"` };
      const { state } = await api('POST /api/job-drafts/:id/submit', { params }, saved);
      showToast('success', (state === 'review' ? TOASTS.submitJob : TOASTS.addJob).success);
    } catch (error) {
      // The changes are saved. The page of the job offers to submit it.
      if (!(error instanceof ApiError)) throw error;
      showToast('error', TOASTS.submitJob.failure);
    }
    return pages.job(draftId);
  }

  function saveOnly(): void {
    form.saveAs({
      check: validate(jobDraftBody),
      save: async (values, headers) => {
        const body = toUnpublishedBody(values, rules);
        if (prepared) return prepared.save(body, false);
        if (draft) return saveDraft(draft.id, body, headers);
        return pages.job((await api('POST /api/job-drafts', { body }, headers)).id);
      },
      toasts: TOASTS.saveDraft,
    });
  }

  function saveAndSubmit(draftId: string): void {
    form.saveAs({
      check: validate(required.add),
      save: (values, headers) => submitDraft(draftId, toUnpublishedBody(values, rules), headers),
      toasts: { failure: TOASTS.submitJob.failure },
    });
  }

  const fields = (
    <FormLayout
      form={form}
      labels={JOB_LABELS}
      formatValue={(field, value) =>
        field === 'company.id'
          ? options.find((company) => company.id === value)?.name
          : field === 'corrections'
            ? describeCorrections(correctionsOf(value), site.categories) || 'As before'
            : CODED_FIELDS.includes(field) && capitalize(value)
      }
      action={id ? 'Update Job' : draft ? SAVING[draft.state].label : 'Add Job'}
      {...(!id &&
        draft?.state !== 'review' && {
          secondary: isIncomplete
            ? { label: SUBMIT, onClick: () => saveAndSubmit(draft.id) }
            : { label: 'Save as Draft', onClick: saveOnly },
        })}
    >
      {draft?.reason && (
        <Alert>
          <p>A site admin rejected this job.</p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {`Reason: ${draft.reason}`}
          </p>
        </Alert>
      )}
      {edit && (
        <Alert>
          <p>
            {edit.state === 'review'
              ? 'The last edit of this job is in review.'
              : 'A site admin rejected the last edit of this job.'}{' '}
            {ownEdit
              ? 'The form shows this edit. If you save, your new edit replaces it.'
              : 'The form shows the published job.'}
          </p>
          {edit.reason && (
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {`Reason: ${edit.reason}`}
            </p>
          )}
        </Alert>
      )}
      <JobFields
        form={form}
        types={typesOf(rules.types, {
          isEdited: Boolean(id),
          own: [form.initial.values.type, form.values.type],
        })}
        companies={options}
        onCompanyFound={
          searchesCompanies ? (found) => setOwnCompanies((own) => [...own, found]) : undefined
        }
        isNew={!id}
        needsPay={needsPay}
        needsDescription={isRequired(schema.shape.description)}
        needsWayToApply={job !== undefined}
      />
      <CategoryFields form={form} stored={job && (job.body.categories ?? [])} />
    </FormLayout>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
      {fields}
      <JobPreview
        values={form.values}
        company={options.find((company) => company.id === form.values['company.id'])}
        job={job?.body}
      />
    </div>
  );
}

/** Whether the contract rejects an empty value. */
function isRequired(schema: { safeParse(value: unknown): { success: boolean } }): boolean {
  return !schema.safeParse('').success;
}

/**
 * The types that the board offers, or three of them in "Edit Job" if it offers all, and the type of the job. Without it,
 * the form would show another type than it has.
 */
function typesOf(
  offered: readonly EmploymentType[],
  { isEdited, own }: { isEdited: boolean; own: string[] },
): string[] {
  const isAll = offered.length === EMPLOYMENT_TYPES.length;
  const types = isEdited && isAll ? EDITED_EMPLOYMENT_TYPES : offered;
  return [...new Set([...types, ...own])];
}

function initialDraft(draft: JobDraft, rules: FormRules): InitialValues<JobField> {
  return { values: draftValues(draft, rules), etag: `"${draft.version}"` };
}

/** The values of a published job, or the values of its edit if there is one. */
function initialValues(
  { body, etag }: WithEtag<Job>,
  { edit, rules }: { edit: JobDraft | undefined; rules: FormRules },
): InitialValues<JobField> {
  return { values: edit ? draftValues(edit, rules) : jobValues(body), etag };
}

/**
 * Reads the company for the request body, which has the whole company (Spec: "Calls"). The server uses only its id, and
 * decides whether it exists.
 * @param known the company of the stored job
 */
async function readCompany(id: string, known: Company | undefined): Promise<{ id: string }> {
  if (known?.id === id) return known;
  const read = http('GET /api/companies/:id', { params: { id }, query: {} });
  return (await read.catch(ignoreStatus(404))) ?? { id };
}
