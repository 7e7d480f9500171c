import { CURRENCIES } from '#shared/domain/currencies.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import type { FormState } from '#web/forms/use-form.ts';
import { FieldGroup, SelectField, TextField } from '#web/ui/field.tsx';
import { SETTING_LABELS, type SettingField, typeField } from './setting-values.ts';

type Props = {
  form: FormState<SettingField>;
  /** The variable that sets a setting; undefined if none does. */
  variableOf: (name: ChoiceName | 'timezone') => string | undefined;
};

/** The fields for the rules: what jobs need, how long they are open, and who may post them. */
export function RuleFields({ form, variableOf }: Props) {
  const choice = { form, variableOf };
  const timeZoneVariable = variableOf('timezone');
  return (
    <>
      <ChoiceField
        {...choice}
        name="registration"
        options={[
          ['everyone', 'Everyone, with an address of the company or after an approval'],
          ['nobody', 'Nobody: site admins add companies'],
        ]}
      />
      <ChoiceField
        {...choice}
        name="review"
        options={[
          ['none', 'Jobs of employers appear at once'],
          ['first', 'A site admin reviews the first job of each company'],
          ['all', 'A site admin reviews all jobs'],
        ]}
      />
      <ChoiceField
        {...choice}
        name="moderation"
        options={[
          ['daily', 'Once a day, if something waits'],
          ['hourly', 'Within an hour, if something new waits'],
          ['never', 'Never'],
        ]}
      />
      <ChoiceField
        {...choice}
        name="payrequired"
        options={[
          ['true', 'A job must state a salary range or pay'],
          ['false', 'A job may leave out the pay'],
        ]}
      />
      <TypeFields form={form} />
      <SelectField
        label={SETTING_LABELS.currency}
        hint="In the form for a new job. Employers may choose another one."
        {...form.field('currency')}
      >
        <option value="">None</option>
        {CURRENCIES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
      <TextField
        label={SETTING_LABELS.daysopen}
        inputMode="numeric"
        required
        hint="Unless its employer chooses another closing date."
        {...form.field('daysopen')}
      />
      <TextField
        label={SETTING_LABELS.timezone}
        spellCheck={false}
        required
        {...form.field('timezone')}
        {...(timeZoneVariable
          ? { readOnly: true, hint: describeFixed(timeZoneVariable) }
          : {
              hint: 'Such as Europe/Berlin. Jobs whose places have no time zone close in it. Open jobs follow within an hour.',
            })}
      />
    </>
  );
}

/** Says which variable sets a setting, and how to change it here. */
export const describeFixed = (variable: string) =>
  `${variable} in the environment of the server sets this. To change it here, remove the variable and restart the server.`;

type ChoiceName = 'registration' | 'review' | 'moderation' | 'payrequired';

type ChoiceProps = Props & { name: ChoiceName; options: [value: string, label: string][] };

function ChoiceField({ name, variableOf, form, options }: ChoiceProps) {
  const variable = variableOf(name);
  return (
    <SelectField
      label={SETTING_LABELS[name]}
      {...form.field(name)}
      {...(variable && { disabled: true, hint: describeFixed(variable) })}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function TypeFields({ form }: Pick<Props, 'form'>) {
  const [first] = EMPLOYMENT_TYPES;
  const { error } = form.field(typeField(first));
  return (
    <FieldGroup
      label={SETTING_LABELS.types}
      name="types"
      hint="What employers may choose for a new job. Imported jobs may have other types."
      error={error}
    >
      <div className="flex flex-wrap gap-x-6">
        {EMPLOYMENT_TYPES.map((type) => {
          const { name, value, onChange } = form.field(typeField(type));
          return (
            <label key={type} className="inline-flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name={name}
                className="size-5 shrink-0 accent-brand"
                checked={value === 'true'}
                onChange={({ target }) => onChange({ target: { value: String(target.checked) } })}
              />
              {type}
            </label>
          );
        })}
      </div>
      {error && <p className="field-error">{error}</p>}
    </FieldGroup>
  );
}
