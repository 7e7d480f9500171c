import type { ReactNode } from 'react';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import { JOB_LABELS, type JobField } from '#shared/domain/job-fields.ts';
import { earliestClosingDate } from '#shared/domain/job-lifetime.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import { EMAIL_LENGTH, TITLE_LENGTH, URL_LENGTH } from '#shared/limits.ts';
import { useSite } from '#web/data/use-site.ts';
import { DescriptionField } from '#web/forms/description-field.tsx';
import type { FormState } from '#web/forms/use-form.ts';
import { CLOSES_ON_HINT, closesOnHint } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { CompanyField } from './company-field.tsx';
import { formRules } from './form-rules.ts';
import type { CompanyOption } from './job-preview.tsx';
import { hasPay } from './job-values.ts';
import { LocationField } from './location-field.tsx';
import { PayFields } from './pay-fields.tsx';
import { SameJob } from './same-job.tsx';

type Props = {
  form: FormState<JobField>;
  /** The types to choose from. */
  types: readonly string[];
  /** The companies to choose from; undefined if the form asks for no company. */
  companies?: CompanyOption[] | undefined;
  /**
   * Given if there are more companies than `companies`, so that they are searched by name. Called with a company that
   * becomes known.
   */
  onCompanyFound?: ((company: CompanyOption) => void) | undefined;
  /** Whether the job was never published. */
  isNew: boolean;
  /** Whether the job must state a salary range or pay. */
  needsPay: boolean;
  needsDescription: boolean;
  needsWayToApply: boolean;
};

/** The inputs of a job. The form around them has the messages and the buttons. */
export function JobFields(props: Props) {
  const { form, types, companies, onCompanyFound, isNew } = props;
  const { needsPay, needsDescription, needsWayToApply } = props;
  const { daysOpen } = formRules(useSite());
  const isPayGiven = hasPay(form.values);

  /** Changes the type. Resets the stored workplace and hours if they belong to the previous type. */
  function changeType(event: { target: { value: string } }): void {
    form.field('type').onChange(event);
    const reset = (field: JobField) => {
      const isStored = form.values[field] === form.initial.values[field];
      if (isStored) form.field(field).onChange({ target: { value: '' } });
    };
    reset('employment');
    if ([form.values.type, event.target.value].includes('Remote')) reset('workplace');
  }

  return (
    <>
      <SelectField label={JOB_LABELS.type} required {...form.field('type')} onChange={changeType}>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <TextField
        label={JOB_LABELS.title}
        required
        maxLength={TITLE_LENGTH}
        {...form.field('title')}
      />
      <DescriptionField required={needsDescription} {...form.field('description')} />
      {isNew && !form.values.description.trim() && (
        <Alert>
          Without a description, people read only the title, and Google does not list the job. You
          can add it now or later.
        </Alert>
      )}
      <PayFields form={form} needsPay={needsPay} />
      <SelectField
        label={JOB_LABELS.salary}
        required={needsPay && !isPayGiven}
        hint={`In US dollars per year. ${needsPay ? 'Optional if you state the pay.' : 'Optional.'}`}
        {...form.field('salary')}
      >
        {isPayGiven || !needsPay ? (
          <option value="">{isPayGiven ? 'Based on the pay' : 'Not stated'}</option>
        ) : (
          <Placeholder>Select a salary range</Placeholder>
        )}
        {SALARY_RANGES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <LocationField form={form} />
      <div className="grid w-full gap-4 sm:grid-cols-2">
        <SelectField label={JOB_LABELS.workplace} {...form.field('workplace')}>
          <option value="">Not stated</option>
          {WORKPLACES.map((value) => (
            <option key={value} value={value}>
              {capitalize(value)}
            </option>
          ))}
        </SelectField>
        <SelectField label={JOB_LABELS.employment} {...form.field('employment')}>
          <option value="">Based on the job type</option>
          {EMPLOYMENTS.map((value) => (
            <option key={value} value={value}>
              {capitalize(value)}
            </option>
          ))}
        </SelectField>
      </div>
      {companies &&
        (onCompanyFound ? (
          <CompanyField form={form} companies={companies} onFound={onCompanyFound} />
        ) : (
          <SelectField label={JOB_LABELS['company.id']} required {...form.field('company.id')}>
            <Placeholder>Select a company</Placeholder>
            {companies.map(({ id: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        ))}
      {isNew && companies && <SameJob values={form.values} />}
      <TextField
        label={JOB_LABELS.applyurl}
        type="url"
        required={needsWayToApply && !form.values.applyemail.trim()}
        maxLength={URL_LENGTH}
        hint="Where people apply. For example, https://example.com/jobs/1"
        {...form.field('applyurl')}
      />
      <TextField
        label={JOB_LABELS.applyemail}
        type="email"
        autoComplete="off"
        maxLength={EMAIL_LENGTH}
        hint="Instead of the URL, or beside it. Everyone can see this address."
        {...form.field('applyemail')}
      />
      {isNew && !form.values.applyurl.trim() && !form.values.applyemail.trim() && (
        <Alert>
          Without an Apply URL or an email address, people cannot apply: the job shows no Apply
          button. You can add one now or later.
        </Alert>
      )}
      <TextField
        label={JOB_LABELS.validthrough}
        type="date"
        min={earliestClosingDate(new Date())}
        hint={isNew ? closesOnHint(daysOpen) : CLOSES_ON_HINT}
        {...form.field('validthrough')}
      />
    </>
  );
}

/** The first option of a select box, which cannot be selected. Spec: "Forms". */
function Placeholder({ children }: { children: ReactNode }) {
  return (
    <option value="" disabled>
      {children}
    </option>
  );
}
