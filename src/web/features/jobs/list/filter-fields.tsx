import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import { type OneOrMore, valuesOf } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useUrlText } from '#web/ui/use-url-text.ts';

export type Option = {
  value: string;
  label: string;
  /** The number of matching jobs, once it is known. */
  jobs?: number;
};

export const TYPE_OPTIONS: Option[] = EMPLOYMENT_TYPES.map((type) => ({
  value: type,
  label: type,
}));

/** Adds the number of matching jobs to the label of each option, once the counts are loaded. */
export function withCounts(
  options: readonly Option[],
  counts: { value: string; jobs: number }[] | undefined,
): readonly Option[] {
  if (!counts) return options;
  const jobs = new Map(counts.map((count) => [count.value, count.jobs]));
  return options.map(({ value, label }) => {
    const number = jobs.get(value) ?? 0;
    return { value, label: `${label} ${formatCompactCount(number)}`, jobs: number };
  });
}

type TextFilterProps = {
  label: string;
  name: string;
  value: string;
  onInput: (value: string) => void;
  type?: 'search' | 'text';
  placeholder?: string;
  /** Further props of the field, such as listeners. */
  inputProps?: ComponentProps<'input'>;
};

/** A filter with a text field. It takes effect after a pause in typing. */
export function TextFilter({
  label,
  value,
  onInput,
  inputProps,
  children,
  ...input
}: TextFilterProps & { list?: string; children?: ReactNode | ((text: string) => ReactNode) }) {
  const [text, field] = useUrlText(value, onInput);
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input className="input" maxLength={SEARCH_LENGTH} {...input} {...inputProps} {...field} />
      {typeof children === 'function' ? children(text) : children}
    </label>
  );
}

/** The location filter, with suggestions of places that have jobs. */
export function PlaceField(field: TextFilterProps) {
  const { value } = field;
  const api = useApi();
  const list = useId();
  // Show suggestions once the value has changed, even if no key was pressed: the text may have been typed before
  // hydration.
  const [initial] = useState(value);
  const suggestions = useAsync(value === initial ? undefined : value || undefined, () =>
    api('GET /api/jobs/places', { query: { name: value } }),
  );

  return (
    <TextFilter {...field} list={list}>
      <datalist id={list}>
        {suggestions.value?.results.map(({ place }) => (
          <option key={place} value={place} />
        ))}
      </datalist>
    </TextFilter>
  );
}

export type OptionProps = {
  label: string;
  name: string;
  value: OneOrMore;
  onSelect: (value: string) => void;
};

export type SelectProps = OptionProps & {
  /** The label of the option for all values. */
  all: string;
  /** The plural noun for the values, if the filter may have several. */
  plural?: string;
  options: readonly Option[];
};

/** A filter with fixed options. */
export function FilterSelect({
  label,
  name,
  all,
  plural,
  options,
  value: chosen,
  onSelect,
}: SelectProps) {
  const [value = '', ...others] = valuesOf(chosen);
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <select
        className="select"
        name={name}
        value={others[0] ? '' : value}
        onChange={({ target }) => onSelect(target.value)}
      >
        {/* Shows how many values are chosen. It comes first, because browsers select the first empty option. */}
        {others[0] && <option value="">{`${others.length + 1} ${plural}`}</option>}
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {/* The URL contains a value that is not an option. It matches no job, but stays visible. */}
        {!isKnown && <option value={value}>{value}</option>}
      </select>
    </label>
  );
}
