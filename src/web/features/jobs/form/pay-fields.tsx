import { PAY_UNITS } from '#shared/contract/job-responses.ts';
import { CURRENCIES } from '#shared/domain/currencies.ts';
import { JOB_LABELS, type JobField } from '#shared/domain/job-fields.ts';
import { RATED_CURRENCIES } from '#shared/domain/yearly-amount.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import type { FormState } from '#web/forms/use-form.ts';
import { FieldGroup, SelectField, TextField } from '#web/ui/field.tsx';
import { hasPay } from './job-values.ts';

const COMMON = [...RATED_CURRENCIES].sort();
const OTHERS = CURRENCIES.filter((currency) => !COMMON.includes(currency));

type Props = {
  form: FormState<JobField>;
  /** Whether the job must state the pay or a salary range. */
  needsPay: boolean;
};

/** The fields for the pay that the employer states: amounts, currency and unit. */
export function PayFields({ form, needsPay }: Props) {
  const isGiven = hasPay(form.values);
  const currency = form.values['pay.currency'];
  const isKnown = [...COMMON, ...OTHERS, ''].includes(currency);

  const field = (name: JobField) => {
    const { onChange, ...props } = form.field(name);
    return {
      ...props,
      onChange(event: { target: { value: string } }) {
        onChange(event);
        // If both pay and salary range are stored, the range was derived from the pay, so it is removed together with
        // the pay.
        const isStored = form.values.salary === form.initial.values.salary;
        if (isStored && hasPay(form.initial.values)) {
          form.field('salary').onChange({ target: { value: '' } });
        }
      },
    };
  };

  return (
    <FieldGroup
      name="pay"
      label="Pay"
      hint={`${needsPay ? 'State the pay, or select a salary range below.' : 'Optional.'} For “from”, enter only the minimum. For “up to”, enter only the maximum. For an exact amount, enter it as both.`}
    >
      <div className="mt-3 grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
        <TextField
          label={JOB_LABELS['pay.minimum']}
          inputMode="decimal"
          autoComplete="off"
          {...field('pay.minimum')}
        />
        <TextField
          label={JOB_LABELS['pay.maximum']}
          inputMode="decimal"
          autoComplete="off"
          {...field('pay.maximum')}
        />
        <SelectField
          label={JOB_LABELS['pay.currency']}
          required={isGiven}
          {...field('pay.currency')}
        >
          <option value="">Select</option>
          <optgroup label="Common">
            {COMMON.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </optgroup>
          <optgroup label="Others">
            {OTHERS.map((code) => (
              <option key={code}>{code}</option>
            ))}
            {/* A job from a source may have a currency that is not an option. */}
            {!isKnown && <option>{currency}</option>}
          </optgroup>
        </SelectField>
        <SelectField label={JOB_LABELS['pay.unit']} required={isGiven} {...field('pay.unit')}>
          {PAY_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {capitalize(unit)}
            </option>
          ))}
        </SelectField>
      </div>
    </FieldGroup>
  );
}
