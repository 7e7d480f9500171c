import { formatCompactCount } from '#shared/format/count.ts';
import { type OneOrMore, valuesOf } from '#shared/urls/paths.ts';
import { type Option, type OptionProps, toggle } from './filter-fields.tsx';

type Counts = { value: string; jobs: number }[] | undefined;

type Props = OptionProps & {
  options: readonly Option[];
  /** The number of matching jobs of each option, once they are loaded. */
  counts: Counts;
  /** The label of the choice of no option. Without it, several options may be chosen. */
  any?: string;
};

/** A filter whose options are all visible, each with its number of jobs. */
export function Choices({ label, name, value, onSelect, options, counts, any }: Props) {
  const chosen = valuesOf(value);
  const jobs = new Map(counts?.map((count) => [count.value, count.jobs]));
  const input = { name, type: any ? 'radio' : 'checkbox' };
  const select = (option: string) => onSelect(any ? option : toggle(chosen, option));
  return (
    <fieldset className="choices">
      <legend className="field-label">{label}</legend>
      {any && (
        <label className="choice">
          <input {...input} value="" checked={chosen.length === 0} onChange={() => select('')} />
          {any}
        </label>
      )}
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            {...input}
            value={option.value}
            checked={chosen.includes(option.value)}
            onChange={() => select(option.value)}
          />
          <bdi>{option.label}</bdi>
          {counts && <Jobs count={jobs.get(option.value) ?? 0} />}
        </label>
      ))}
    </fieldset>
  );
}

type SwitchProps = {
  label: string;
  name: string;
  value: OneOrMore;
  onSelect: (value: OneOrMore) => void;
  /** The value of the parameter while the filter is on. */
  on: string;
  /** The number of jobs that the filter concerns, once it is loaded. */
  jobs?: number | undefined;
};

/** A filter that is on or off. */
export function Switch({ label, name, value, onSelect, on, jobs }: SwitchProps) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        name={name}
        value={on}
        checked={value === on}
        onChange={({ target }) => onSelect(target.checked ? on : '')}
      />
      <bdi>{label}</bdi>
      {jobs !== undefined && <Jobs count={jobs} />}
    </label>
  );
}

function Jobs({ count }: { count: number }) {
  return <span className="text-muted">{formatCompactCount(count)}</span>;
}
