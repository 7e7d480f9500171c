import { COMPANY_SIZES } from '#shared/domain/company-sizes.ts';
import { formatSize } from '#shared/format/company-size.ts';
import { INDUSTRY_LENGTH, MAX_PROFILE_LINKS, MAX_PROFILE_PLACES } from '#shared/limits.ts';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import { PROFILE_LABELS } from './profile-values.ts';

type Field = keyof typeof PROFILE_LABELS;

type Props = {
  /** Returns the props that bind an input to a field. */
  field: (name: Field) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
};

/** The fields of a company's profile, all of them optional. */
export function ProfileFields({ field }: Props) {
  return (
    <>
      <TextField
        label={PROFILE_LABELS.industry}
        maxLength={INDUSTRY_LENGTH}
        hint="For example, Textiles"
        {...field('industry')}
      />
      <SelectField label={PROFILE_LABELS.size} {...field('size')}>
        <option value="">Not stated</option>
        {COMPANY_SIZES.map((size) => (
          <option key={size} value={size}>
            {formatSize(size)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={PROFILE_LABELS.founded}
        inputMode="numeric"
        hint="For example, 1921"
        {...field('founded')}
      />
      <TextAreaField
        label={PROFILE_LABELS.places}
        rows={3}
        hint={`One on each line, such as Bergen, Norway. At most ${MAX_PROFILE_PLACES}`}
        {...field('places')}
      />
      <TextAreaField
        label={PROFILE_LABELS.links}
        rows={3}
        hint={`Pages of the company at other sites, one on each line. At most ${MAX_PROFILE_LINKS}`}
        {...field('links')}
      />
    </>
  );
}
