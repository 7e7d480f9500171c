import { useRef, useState } from 'react';
import { COMPANY_NAME_LENGTH, LOGO_BYTES, URL_LENGTH } from '#shared/constants/limits.ts';
import { LOGO_UPLOAD_FAILED, TOASTS } from '#shared/constants/messages.ts';
import type { Account } from '#shared/contract/accounts.ts';
import { type Company, companyEndpoints } from '#shared/contract/companies.ts';
import { uploadEndpoints } from '#shared/contract/uploads.ts';
import { pages } from '#shared/paths.ts';
import { ApiError, type Versioned } from '#web/api/api.ts';
import { DescriptionField } from '#web/forms/description-field.tsx';
import { draftName } from '#web/forms/draft.ts';
import { checkBody, RefusedFields } from '#web/forms/errors.ts';
import { FormFrame } from '#web/forms/form-frame.tsx';
import { type Opened, useForm } from '#web/forms/use-form.ts';
import type { Session } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { FileField, TextField } from '#web/ui/field.tsx';
import { CompanyLogo } from './company-logo.tsx';

const LABELS = {
  name: 'Company Name',
  description: 'Description',
  website: 'Website',
  logo: 'Logo',
} as const;

type Field = keyof typeof LABELS;

/** What the server decodes. */
const PICTURES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/svg+xml';

type Props = {
  account: Account;
  /** The company to edit; absent where one is added. */
  company?: Versioned<Company>;
  /** Reads that company anew; undefined where it is gone. */
  reload?: () => Promise<Versioned<Company> | undefined>;
};

/** Adds a company or edits one. Spec: "Forms"; the rules are the contract's. */
export function CompanyForm({ account, company, reload }: Props) {
  const { api } = useSession();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const id = company?.reply.id;
  const schema = companyEndpoints[id ? 'PUT /api/companies/:id' : 'POST /api/companies'].body;
  const form = useForm<Field>({
    name: draftName(account, id ? pages.editCompany(id) : pages.addCompany()),
    opened: company ? openCompany(company) : { values: NOTHING },
    unsaved: file !== undefined,
    onStartOver() {
      setFile(undefined);
      if (picker.current) picker.current.value = '';
    },
    check: (values) => ({
      ...checkBody(schema, values),
      ...(file && file.size > LOGO_BYTES && { logo: TOO_LARGE }),
    }),
    async save({ logo: _, ...texts }, headers) {
      // Without a new file, the stored logo remains.
      const body = { ...texts, ...(file && { logo: await upload(api, file) }) };
      const saved = id
        ? await api('PUT /api/companies/:id', { params: { id }, body }, headers)
        : await api('POST /api/companies', { body }, headers);
      return pages.company(saved.id);
    },
    ...(id &&
      reload && {
        edited: {
          page: pages.company(id),
          reload: async () => {
            const found = await reload();
            return found && openCompany(found);
          },
        },
      }),
    toasts: id ? TOASTS.updateCompany : TOASTS.addCompany,
  });
  const mark = (logo: string) => (
    <CompanyLogo company={{ id: id ?? '', name: form.opened.values.name, logo }} />
  );
  return (
    <FormFrame
      form={form}
      labels={LABELS}
      show={(field, value) => field === 'logo' && value && mark(value)}
      // Without a new file, the stored logo remains, even if someone else has changed it.
      replaces={(field) => field !== 'logo' || file !== undefined}
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
        hint="Such as https://example.com"
        {...form.field('website')}
      />
      {form.opened.values.logo && (
        <div className="flex flex-col gap-2">
          <p>Current Logo:</p>
          {mark(form.opened.values.logo)}
        </div>
      )}
      <FileField
        ref={picker}
        label={LABELS.logo}
        name="logo"
        disabled={form.busy}
        accept={PICTURES}
        hint={`PNG, JPEG, WebP, GIF, AVIF or SVG, at most ${LOGO_BYTES / 1024 / 1024} MiB`}
        error={form.errors.logo}
        onChange={() => setFile(picker.current?.files?.[0])}
      />
    </FormFrame>
  );
}

const TOO_LARGE = `This must be at most ${LOGO_BYTES / 1024 / 1024} MiB.`;

const NOTHING = { name: '', description: '', website: '', logo: '' };

function openCompany({ reply, etag }: Versioned<Company>): Opened<Field> {
  const { name, description, website, logo } = reply;
  return { values: { name, description, website, logo }, etag };
}

/** Returns the logo's address. Spec: "Forms": a refusal is told as the form's own failure. */
async function upload(api: Session['api'], file: File): Promise<string> {
  const form = new FormData();
  form.append(uploadEndpoints['POST /api/upload'].file.field, file);
  try {
    return (await api('POST /api/upload', { form })).url;
  } catch (error) {
    const [wrong] = (error instanceof ApiError && error.problem?.errors) || [];
    if (!wrong && !(error instanceof ApiError)) throw error;
    const reason = wrong ? `: it ${wrong.message}.` : '.';
    throw new RefusedFields({ logo: `${LOGO_UPLOAD_FAILED}${reason}` });
  }
}
