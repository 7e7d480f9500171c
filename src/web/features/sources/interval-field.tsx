import { SelectField } from '#web/ui/field.tsx';
import { intervalOptions } from './describe-source.ts';

type Props = {
  /** The chosen interval, and the current interval of the source (minutes). */
  value: number;
  current: number;
  onChange: (minutes: number) => void;
};

/** Chooses how often a source is read. */
export function IntervalField({ value, current, onChange }: Props) {
  return (
    <SelectField
      label="How often the source is read"
      name="interval"
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
    >
      {intervalOptions(current).map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}
