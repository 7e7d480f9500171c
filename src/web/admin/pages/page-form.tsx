import type { ManagedPage } from '#shared/contract/pages.ts';
import { PAGE_PLACES } from '#shared/domain/pages.ts';
import { PAGE_SLUG_LENGTH, PAGE_TEXT_LENGTH, SITE_NAME_LENGTH } from '#shared/limits.ts';
import { useSite } from '#web/data/use-site.ts';
import { DescriptionField } from '#web/forms/description-field.tsx';
import { FormLayout } from '#web/forms/form-layout.tsx';
import type { FormState } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { PAGE_LABELS, type PageField, PLACE_NAMES } from './page-values.ts';

type Props = {
  form: FormState<PageField>;
  action: string;
  /** The page that is edited; absent if one is added. */
  page?: ManagedPage;
  /** A text to begin with. */
  draft: string | null;
};

/** The fields of a page. The address of a page stays, so that links to it keep working. */
export function PageForm({ form, action, page, draft }: Props) {
  const { origin } = useSite();
  const text = form.field('text');

  function beginWithDraft(begin: string): void {
    text.onChange({ target: { value: begin } });
    const area = form.element.current?.elements.namedItem('text');
    if (area instanceof HTMLElement) area.focus();
  }

  return (
    <FormLayout form={form} labels={PAGE_LABELS} action={action}>
      <TextField
        label={PAGE_LABELS.title}
        hint="The heading of the page, and the text of its link."
        maxLength={SITE_NAME_LENGTH}
        required
        {...form.field('title')}
      />
      <TextField
        label={PAGE_LABELS.slug}
        maxLength={PAGE_SLUG_LENGTH}
        spellCheck={false}
        autoCapitalize="none"
        {...form.field('slug')}
        {...(page
          ? { readOnly: true, hint: 'It stays, so that links to the page keep working.' }
          : {
              required: true,
              hint: `The page is at ${origin}/ and this. Lower-case letters, digits and hyphens, such as code-of-ethics.`,
            })}
      />
      <SelectField label={PAGE_LABELS.place} {...form.field('place')}>
        {PAGE_PLACES.map((place) => (
          <option key={place} value={place}>
            {PLACE_NAMES[place]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={PAGE_LABELS.position}
        inputMode="numeric"
        hint="Pages with a lower number are linked first."
        required
        {...form.field('position')}
      />
      <DescriptionField
        label={PAGE_LABELS.text}
        maxLength={PAGE_TEXT_LENGTH}
        hint={`Markdown without HTML: **bold**, # heading, - list, [link](https://example.com).${
          page?.specified ? ' Without a text, the page has its default text.' : ''
        }`}
        render={(api, shown) => api('POST /api/admin/pages/preview', { body: { text: shown } })}
        {...text}
      />
      {draft !== null && text.value.trim() === '' && (
        <div className="field">
          <Button variant="secondary" onClick={() => beginWithDraft(draft)}>
            Begin with the draft
          </Button>
          <p className="field-hint">
            It says what this software does. Replace what is in brackets, and have it checked.
          </p>
        </div>
      )}
    </FormLayout>
  );
}
