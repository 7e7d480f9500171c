import { useRef, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { type Company, companyEndpoints } from '#shared/contract/companies.ts';
import { uploadEndpoints } from '#shared/contract/uploads.ts';
import { COMPANY_NAME_LENGTH, MAX_LOGO_BYTES, URL_LENGTH } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { ApiError } from '#web/api/errors.ts';
import type { WithEtag } from '#web/api/etag-api.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { DescriptionField } from '#web/forms/description-field.tsx';
import { draftName } from '#web/forms/draft.ts';
import { checkBody, FieldErrors } from '#web/forms/errors.ts';
import { FormLayout } from '#web/forms/form-layout.tsx';
import { type InitialValues, useForm } from '#web/forms/use-form.ts';
import { LOGO_UPLOAD_FAILED, TOASTS } from '#web/messages.ts';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { FileField, TextField } from '#web/ui/field.tsx';

export const LABELS = {
  name: 'Company Name',
  description: 'Description',
  website: 'Website',
  logo: 'Logo',
} as const;

/** What to do about empty fields. */
export const MISSING = {
  name: 'Enter a company name.',
  description: 'Enter a description.',
  website: 'Enter the URL of the company’s website.',
} as const;

type Field = keyof typeof LABELS;

/** The image formats that the server decodes. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

type Props = {
  account: Account;
  /** The company to edit; undefined in "Add Company". */
  company?: WithEtag<Company>;
  /** Fetches the company again. Resolves to undefined if it was deleted. */
  reload?: () => Promise<WithEtag<Company> | undefined>;
};

/** The form that adds or edits a company, with the rules in the contract. Spec: "Forms". */
export function CompanyForm({ account, company, reload }: Props) {
  const { api } = useSession();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  /** The version that saving replaces. A conflict loads a newer one. */
  const latest = useRef(company?.body);
  const id = company?.body.id;
  const schema = companyEndpoints[id ? 'PUT /api/companies/:id' : 'POST /api/companies'].body;
  const form = useForm<Field>({
    name: draftName(account, id ? pages.editCompany(id) : pages.addCompany()),
    initial: company ? initialValues(company) : { values: EMPTY },
    unsaved: file !== undefined,
    onReset() {
      setFile(undefined);
      if (picker.current) picker.current.value = '';
    },
    webAddresses: ['website'],
    errorTexts: { labels: LABELS, missing: MISSING },
    check: (values, describe) => ({
      ...describe(checkBody(schema, values)),
      ...(file && file.size > MAX_LOGO_BYTES && { logo: TOO_LARGE }),
    }),
    async save({ logo: _, ...texts }, headers) {
      // Without a new file, the company keeps its stored logo.
      const logo = file ? await upload(api, file) : (latest.current?.logo ?? '');
      const body = { id: id ?? '', ...texts, logo };
      const saved = id
        ? await api('PUT /api/companies/:id', { params: { id }, body: { ...body, id } }, headers)
        : await api('POST /api/companies', { body }, headers);
      return pages.company(saved.id);
    },
    ...(id &&
      reload && {
        edited: {
          page: pages.company(id),
          reload: async () => {
            const current = await reload();
            latest.current = current?.body ?? latest.current;
            return current && initialValues(current);
          },
        },
      }),
    toasts: id ? TOASTS.updateCompany : TOASTS.addCompany,
  });
  const renderLogo = (logo: string) => (
    <CompanyLogo company={{ id: id ?? '', name: form.initial.values.name, logo }} />
  );
  return (
    <FormLayout
      form={form}
      labels={LABELS}
      formatValue={(field, value) => field === 'logo' && value && renderLogo(value)}
      // Without a new file, the stored logo stays, even if someone else has changed it.
      overwrites={(field) => field !== 'logo' || file !== undefined}
      action={id ? 'Update Company' : 'Add Company'}
    >
      <TextField
        label={LABELS.name}
        required
        maxLength={COMPANY_NAME_LENGTH}
        {...form.field('name')}
      />
      <DescriptionField required {...form.field('description')} />
      <TextField
        label={LABELS.website}
        type="url"
        required
        maxLength={URL_LENGTH}
        hint="For example, https://example.com"
        {...form.field('website')}
      />
      {form.initial.values.logo && (
        <div className="flex flex-col gap-2">
          <p>Current Logo:</p>
          {renderLogo(form.initial.values.logo)}
        </div>
      )}
      <FileField
        ref={picker}
        label={LABELS.logo}
        name="logo"
        disabled={form.busy}
        accept={IMAGE_TYPES}
        hint={`PNG, JPEG, WebP, GIF, AVIF or SVG, at most ${MAX_LOGO_BYTES / 1024 / 1024} MiB`}
        error={form.errors.logo}
        onChange={() => setFile(picker.current?.files?.[0])}
      />
    </FormLayout>
  );
}

export const TOO_LARGE = `Choose a file of at most ${MAX_LOGO_BYTES / 1024 / 1024} MiB.`;

const EMPTY = { name: '', description: '', website: '', logo: '' };

function initialValues({ body, etag }: WithEtag<Company>): InitialValues<Field> {
  const { name, description, website, logo } = body;
  return { values: { name, description, website, logo }, etag };
}

/**
 * Uploads the logo. Returns its URL path. Spec: "Forms".
 * @throws {FieldErrors} if the server refuses the file
 */
async function upload(api: Session['api'], file: File): Promise<string> {
  const form = new FormData();
  form.append(uploadEndpoints['POST /api/upload'].file.field, file);
  try {
    return (await api('POST /api/upload', { form })).url;
  } catch (error) {
    const [issue] = (error instanceof ApiError && error.problem?.errors) || [];
    if (!issue && !(error instanceof ApiError)) throw error;
    const reason = issue ? `: it ${issue.message}.` : '.';
    throw new FieldErrors({ logo: `${LOGO_UPLOAD_FAILED}${reason}` });
  }
}
