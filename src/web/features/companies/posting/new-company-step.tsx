import { claimEndpoints } from '#shared/contract/claims.ts';
import { POSTING_DRAFTS } from '#shared/domain/posting.ts';
import { COMPANY_NAME_LENGTH, URL_LENGTH } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSite } from '#web/data/use-site.ts';
import { DescriptionField } from '#web/forms/description-field.tsx';
import { checkBody } from '#web/forms/errors.ts';
import { FormLayout } from '#web/forms/form-layout.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { TOASTS } from '#web/messages.ts';
import { TextField } from '#web/ui/field.tsx';
import { LABELS, MISSING } from '../company-form.tsx';
import { NO_COMPANY, type PostedCompany } from './posted-company.ts';

/** The step in which a person describes a company that is not on this site. */
export function NewCompanyStep() {
  const { noMail } = useSite();
  const form = useForm<keyof PostedCompany>({
    name: POSTING_DRAFTS.company,
    keepsDraft: true,
    initial: { values: NO_COMPANY },
    // A company that the person has chosen before is not the new one.
    reconcileDraft: (stored) => (stored.id ? NO_COMPANY : stored),
    webAddresses: ['website'],
    errorTexts: { labels: LABELS, missing: MISSING },
    check: (values, describe) =>
      describe(checkBody(claimEndpoints['PUT /api/claims/:id'].body, values)),
    save: async () => pages.employers({ step: 'proof' }),
    toasts: { failure: TOASTS.registerCompany.failure },
  });
  return (
    <FormLayout
      form={form}
      labels={{ ...LABELS, id: '', claim: '' }}
      action={noMail ? 'Next: your account' : 'Next: your email'}
    >
      <TextField
        label={LABELS.name}
        required
        maxLength={COMPANY_NAME_LENGTH}
        {...form.field('name')}
      />
      <TextField
        label={LABELS.website}
        type="url"
        required
        maxLength={URL_LENGTH}
        hint={`For example, https://example.com.${noMail ? '' : ' An email address at its domain proves that you work there.'}`}
        {...form.field('website')}
      />
      <DescriptionField required {...form.field('description')} />
    </FormLayout>
  );
}
