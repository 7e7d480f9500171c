import { useRef, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { type Claim, claimEndpoints } from '#shared/contract/claims.ts';
import { COMPANY_NAME_LENGTH, MAX_LOGO_BYTES, URL_LENGTH } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { ApiError } from '#web/api/errors.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { DescriptionField } from '#web/forms/description-field.tsx';
import { draftName } from '#web/forms/draft.ts';
import { checkBody, FieldErrors } from '#web/forms/errors.ts';
import { FormLayout } from '#web/forms/form-layout.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LOGO_UPLOAD_FAILED, TOASTS } from '#web/messages.ts';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { FileField, TextField } from '#web/ui/field.tsx';
import { LABELS, MISSING } from '../company-form.tsx';
import { IMAGE_HINT, IMAGE_TYPES, TOO_LARGE } from '../upload-picture.ts';

type Field = keyof typeof LABELS;

type Props = {
  account: Account;
  claim: Claim;
  onSaved: () => void;
};

/** The form that edits the new company of a request, with the rules and labels of "Add Company". Spec: "Forms". */
export function RegistrationForm({ account, claim, onSaved }: Props) {
  const { api } = useSession();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const params = { id: claim.id };
  const { name = '', website = '', description = '', logo = '' } = claim.registration ?? {};
  const form = useForm<Field>({
    name: draftName(account, `${pages.employers()} ${claim.id}`),
    initial: { values: { name, website, description, logo: '' }, etag: `"${claim.version}"` },
    unsaved: file !== undefined,
    onReset() {
      setFile(undefined);
      if (picker.current) picker.current.value = '';
    },
    webAddresses: ['website'],
    errorTexts: { labels: LABELS, missing: MISSING },
    check: (values, describe) => ({
      ...describe(checkBody(claimEndpoints['PUT /api/claims/:id'].body, values)),
      ...(file && file.size > MAX_LOGO_BYTES && { logo: TOO_LARGE }),
    }),
    async save({ logo: _, ...body }, headers) {
      await api('PUT /api/claims/:id', { params, body }, headers);
      if (file) await upload(api, claim.id, file);
      onSaved();
      return pages.employers();
    },
    toasts: TOASTS.registerCompany,
  });
  return (
    <FormLayout form={form} labels={LABELS} action="Save Company">
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
        hint="For example, https://example.com. With an email address at its domain, you need not wait for a site admin."
        {...form.field('website')}
      />
      {logo && (
        <div className="flex flex-col gap-2">
          <p>Current Logo:</p>
          <CompanyLogo company={{ id: claim.id, name, logo }} />
        </div>
      )}
      <FileField
        ref={picker}
        label={LABELS.logo}
        name="logo"
        disabled={form.busy}
        accept={IMAGE_TYPES}
        hint={IMAGE_HINT}
        error={form.errors.logo}
        onChange={() => setFile(picker.current?.files?.[0])}
      />
    </FormLayout>
  );
}

/**
 * Uploads the logo of a stored registration. Spec: "Forms".
 * @throws {FieldErrors} if the server refuses the file
 */
async function upload(api: Session['api'], id: string, file: File): Promise<void> {
  const form = new FormData();
  form.append(claimEndpoints['POST /api/claims/:id/logo'].file.field, file);
  try {
    await api('POST /api/claims/:id/logo', { params: { id }, form });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [issue] = error.problem?.errors ?? [];
    const reason = issue ? `: it ${issue.message}.` : '.';
    throw new FieldErrors({ logo: `${LOGO_UPLOAD_FAILED}${reason}` });
  }
}
