import { type ReactNode, useState } from 'react';
import { toPlainDate } from '#shared/calendar-day.ts';
import {
  DEFAULT_EMPLOYMENT_TYPE,
  EDITED_EMPLOYMENT_TYPES,
  EMPLOYMENT_TYPES,
  type EmploymentType,
} from '#shared/constants/employment-types.ts';
import { LOCATION_LENGTH, TITLE_LENGTH, URL_LENGTH } from '#shared/constants/limits.ts';
import { CLOSES_ON_HINT, TOASTS } from '#shared/constants/messages.ts';
import { SALARY_RANGES, type SalaryRange } from '#shared/constants/salary-ranges.ts';
import type { Account } from '#shared/contract/accounts.ts';
import type { Job } from '#shared/contract/job-responses.ts';
import { jobEndpoints } from '#shared/contract/jobs.ts';
import { pages } from '#shared/paths.ts';
import type { Versioned } from '#web/api/api.ts';
import { DescriptionField } from '#web/forms/description-field.tsx';
import { draftName } from '#web/forms/draft.ts';
import { checkBody } from '#web/forms/errors.ts';
import { FormFrame } from '#web/forms/form-frame.tsx';
import { type Opened, useForm } from '#web/forms/use-form.ts';
import { useSession } from '#web/session/use-session.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';

/** A company that a job may be of. */
export type CompanyOption = { id: string; name: string };

/** The form's fields, in its order, by their paths in the body that is sent. */
const LABELS = {
  type: 'Job Type',
  title: 'Job Title',
  description: 'Description',
  salary: 'Salary',
  location: 'Location',
  'company.id': 'Company',
  applyurl: 'Apply URL',
  validthrough: 'Closes on',
} as const;

type Field = keyof typeof LABELS;
type Values = Record<Field, string>;

type Props = {
  account: Account;
  companies: CompanyOption[];
  /** The job to edit; absent where one is added. */
  job?: Versioned<Job>;
  /** Reads that job anew; undefined where it is gone. */
  reload?: () => Promise<Versioned<Job> | undefined>;
};

/** Adds a job or edits one. Spec: "Forms"; the rules are the contract's. */
export function JobForm({ account, companies, job, reload }: Props) {
  const { api } = useSession();
  const id = job?.reply.id;
  // A newer version may be of a company that was added since.
  const [further, setFurther] = useState<CompanyOption[]>(job ? [job.reply.company] : []);
  const offered = [...new Map([...companies, ...further].map((one) => [one.id, one])).values()];
  const begun = job ? openJob(job) : newJob(account);
  const schema = jobEndpoints[id ? 'PUT /api/jobs/:id' : 'POST /api/jobs'].body;
  const form = useForm<Field>({
    name: draftName(account, id ? pages.editJob(id) : pages.addJob()),
    opened: begun,
    refit: (stored) =>
      offered.some((company) => company.id === stored['company.id'])
        ? stored
        : { ...stored, 'company.id': begun.values['company.id'] },
    check: (values) => checkBody(schema, bodyOf(values)),
    async save(values, headers) {
      const body = bodyOf(values);
      if (id) {
        await api('PUT /api/jobs/:id', { params: { id }, body }, headers);
        return pages.job(id);
      }
      return pages.job((await api('POST /api/jobs', { body }, headers)).id);
    },
    ...(id &&
      reload && {
        edited: {
          page: pages.job(id),
          reload: async () => {
            const found = await reload();
            if (found) setFurther((known) => [...known, found.reply.company]);
            return found && openJob(found);
          },
        },
      }),
    toasts: id ? TOASTS.updateJob : TOASTS.addJob,
  });
  const { description, applyurl } = schema.shape;
  const types = id ? typesBeside(form.opened.values.type, form.values.type) : EMPLOYMENT_TYPES;
  return (
    <FormFrame
      form={form}
      labels={LABELS}
      show={(field, value) =>
        field === 'company.id' && offered.find((company) => company.id === value)?.name
      }
      action={id ? 'Update Job' : 'Add Job'}
    >
      <SelectField label={LABELS.type} required {...form.field('type')}>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <TextField label={LABELS.title} required maxLength={TITLE_LENGTH} {...form.field('title')} />
      <DescriptionField required={isRequired(description)} {...form.field('description')} />
      <SelectField label={LABELS.salary} required {...form.field('salary')}>
        <Placeholder>Select a salary range</Placeholder>
        {SALARY_RANGES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label={LABELS.location}
        required
        maxLength={LOCATION_LENGTH}
        {...form.field('location')}
      />
      <SelectField label={LABELS['company.id']} required {...form.field('company.id')}>
        <Placeholder>Select a company</Placeholder>
        {offered.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={LABELS.applyurl}
        type="url"
        required={isRequired(applyurl)}
        maxLength={URL_LENGTH}
        hint="Where people apply, such as https://example.com/jobs/1"
        {...form.field('applyurl')}
      />
      <TextField
        label={LABELS.validthrough}
        type="date"
        min={toPlainDate(new Date())}
        hint={CLOSES_ON_HINT}
        {...form.field('validthrough')}
      />
    </FormFrame>
  );
}

/** The first option, which cannot be chosen. Spec: "Forms". */
function Placeholder({ children }: { children: ReactNode }) {
  return (
    <option value="" disabled>
      {children}
    </option>
  );
}

/** Whether the contract refuses the field empty. */
function isRequired(schema: { safeParse(value: unknown): { success: boolean } }): boolean {
  return !schema.safeParse('').success;
}

/** "Edit Job" offers three, and the job's own so that saving never changes it silently. */
function typesBeside(...own: string[]): string[] {
  return [...new Set<string>([...EDITED_EMPLOYMENT_TYPES, ...own])];
}

function newJob({ company }: Account): Opened<Field> {
  return {
    values: {
      type: DEFAULT_EMPLOYMENT_TYPE,
      title: '',
      description: '',
      salary: '',
      location: '',
      // A company admin has one company to choose from.
      'company.id': company,
      applyurl: '',
      validthrough: '',
    },
  };
}

function openJob({ reply, etag }: Versioned<Job>): Opened<Field> {
  const { company, ...job } = reply;
  const { type, title, description, salary, location, applyurl, validthrough } = job;
  return {
    values: {
      type,
      title,
      description,
      salary,
      location,
      'company.id': company.id,
      applyurl,
      validthrough,
    },
    etag,
  };
}

function bodyOf({ type, salary, 'company.id': id, ...texts }: Values) {
  // Whatever stands there is checked by the contract before it is sent.
  return {
    ...texts,
    type: type as EmploymentType,
    salary: salary as SalaryRange,
    company: { id },
  };
}
