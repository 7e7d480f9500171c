import { useRef, useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { type CompanyProfile, companyEndpoints } from '#shared/contract/companies.ts';
import type { CompanyRename } from '#shared/contract/company-renames.ts';
import { mayWriteCompanies } from '#shared/domain/permissions.ts';
import { COMPANY_NAME_LENGTH, MAX_LOGO_BYTES, URL_LENGTH } from '#shared/limits.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import type { WithEtag } from '#web/api/etag-api.ts';
import { useSession } from '#web/auth/use-session.ts';
import { DescriptionField } from '#web/forms/description-field.tsx';
import { draftName } from '#web/forms/draft.ts';
import { checkBody } from '#web/forms/errors.ts';
import { FormLayout } from '#web/forms/form-layout.tsx';
import { type InitialValues, useForm } from '#web/forms/use-form.ts';
import { TOASTS } from '#web/messages.ts';
import { CompanyLogo } from '#web/ui/company-logo.tsx';
import { FileField, TextField } from '#web/ui/field.tsx';
import { ProfileFields } from './profile/profile-fields.tsx';
import {
  changedProfile,
  EMPTY_PROFILE,
  PROFILE_LABELS,
  profileBody,
  profileValues,
  splitIssues,
} from './profile/profile-values.ts';
import { IMAGE_HINT, IMAGE_TYPES, TOO_LARGE, uploadPicture } from './upload-picture.ts';

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

const ALL_LABELS = { ...LABELS, ...PROFILE_LABELS };

type Field = keyof typeof ALL_LABELS;

type Props = {
  account: Account;
  /** The company to edit; undefined in "Add Company". */
  company?: WithEtag<CompanyProfile>;
  /** The request to change the name or website of the company, if there is one. */
  rename?: CompanyRename | undefined;
  /** Fetches the company again, with the request. Resolves to undefined if it was deleted. */
  reload?: () => Promise<Stored | undefined>;
  /**
   * Called when an owner has saved, who stays on this page. A new name or website then waits for a site admin. By
   * default, the company's page follows.
   */
  onSaved?: () => void;
};

type Stored = { company: WithEtag<CompanyProfile>; rename?: CompanyRename | undefined };

/** The form that adds or edits a company, with the rules in the contract. Spec: "Forms". */
export function CompanyForm({ account, company, rename, reload, onSaved }: Props) {
  const { api } = useSession();
  const picker = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  /** The version that saving replaces. A conflict loads a newer one. */
  const latest = useRef<Stored | undefined>(company && { company, rename });
  const id = company?.body.id;
  const isReviewed = onSaved !== undefined && !mayWriteCompanies(account);
  const hasWebsite = !id || company?.body.website !== '';
  const schema = companyEndpoints[id ? 'PUT /api/companies/:id' : 'POST /api/companies'].body;
  const form = useForm<Field>({
    name: draftName(account, id ? pages.editCompany(id) : pages.addCompany()),
    initial: company ? initialValues({ company, rename }) : { values: EMPTY },
    unsaved: file !== undefined,
    onReset() {
      setFile(undefined);
      if (picker.current) picker.current.value = '';
    },
    webAddresses: ['website'],
    errorTexts: { labels: ALL_LABELS, missing: MISSING },
    check: (values, describe) => {
      const issues = splitIssues(checkBody(schema, { ...values, ...profileBody(values) }));
      return {
        ...describe(issues.fields),
        // An import may have stored no website.
        ...(!values.website.trim() && hasWebsite && { website: MISSING.website }),
        ...issues.lines,
        ...(file && file.size > MAX_LOGO_BYTES && { logo: TOO_LARGE }),
      };
    },
    async save(values, headers) {
      const { description } = values;
      const { names, isRequested } = namesToSend(values, latest.current);
      // Without a new file, the company keeps its stored logo.
      const logo = file
        ? await uploadPicture(api, file, 'logo')
        : (latest.current?.company.body.logo ?? '');
      const profile = changedProfile(values, latest.current?.company.body);
      const body = { id: id ?? '', ...names, description, logo, ...profile };
      const saved = id
        ? await api('PUT /api/companies/:id', { params: { id }, body: { ...body, id } }, headers)
        : await api('POST /api/companies', { body }, headers);
      return nextPage(saved.id, isReviewed && isRequested);
    },
    ...(id &&
      reload && {
        edited: {
          page: () => nextPage(id, false),
          reload: async () => {
            const current = await reload();
            latest.current = current ?? latest.current;
            return current && initialValues(current);
          },
        },
      }),
    isSame: (one, other) => JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other)),
    toasts: id ? TOASTS.updateCompany : TOASTS.addCompany,
  });

  /** An owner stays on the dashboard. */
  function nextPage(saved: string, isRequested: boolean): string | [string, string] {
    if (!onSaved) return pages.company(saved);
    onSaved();
    const { success } = isRequested ? TOASTS.requestRename : TOASTS.updateOwnCompany;
    return [adminPages.dashboard({ tab: 'company', company: saved }), success];
  }

  const renderLogo = (logo: string) => (
    <CompanyLogo company={{ id: id ?? '', name: form.initial.values.name, logo }} />
  );
  return (
    <FormLayout
      form={form}
      labels={ALL_LABELS}
      formatValue={(field, value) => field === 'logo' && value && renderLogo(value)}
      // Without a new file, the stored logo stays, even if someone else has changed it.
      overwrites={(field) => field !== 'logo' || file !== undefined}
      action={id ? 'Update Company' : 'Add Company'}
    >
      <TextField
        label={LABELS.name}
        required
        maxLength={COMPANY_NAME_LENGTH}
        hint={isReviewed ? REVIEWED : undefined}
        {...form.field('name')}
      />
      <DescriptionField required {...form.field('description')} />
      <TextField
        label={LABELS.website}
        type="url"
        required={hasWebsite}
        maxLength={URL_LENGTH}
        hint={isReviewed ? REVIEWED : 'For example, https://example.com'}
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
        hint={IMAGE_HINT}
        error={form.errors.logo}
        onChange={() => setFile(picker.current?.files?.[0])}
      />
      <ProfileFields field={form.field} />
    </FormLayout>
  );
}

/** What a save stores, without regard to spaces and empty lines. */
const contentOf = ({ name, website, description, ...profile }: Record<Field, string>) => [
  name.trim(),
  website.trim(),
  description.trim(),
  profileBody(profile),
];

/**
 * The name and the website to send. A waiting value that the person has not changed is not sent again: since the form was
 * opened, it may have been rejected or withdrawn, and must not go into review again unnoticed.
 */
function namesToSend({ name, website }: Record<Field, string>, stored: Stored | undefined) {
  const waiting = stored?.rename?.state === 'review' ? stored.rename : undefined;
  const current = stored?.company.body;
  const names = {
    name: current && name === waiting?.name ? current.name : name,
    website: current && website === waiting?.website ? current.website : website,
  };
  const isRequested = names.name !== current?.name || names.website !== current.website;
  return { names, isRequested };
}

/** What an owner reads at the name and the website. */
const REVIEWED = 'A site admin reviews a change before everyone sees it.';

const EMPTY = { name: '', description: '', website: '', logo: '', ...EMPTY_PROFILE };

/** The values of a stored company. The name and the website that wait for a site admin stay in the form. */
function initialValues({ company: { body, etag }, rename }: Stored): InitialValues<Field> {
  const { description, logo } = body;
  const { name, website } = rename?.state === 'review' ? rename : body;
  return { values: { name, description, website, logo, ...profileValues(body) }, etag };
}
