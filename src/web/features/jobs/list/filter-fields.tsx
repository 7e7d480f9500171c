import type { ComponentProps, ReactNode } from 'react';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import { type OneOrMore, valuesOf } from '#shared/urls/paths.ts';
import { useUrlText } from '#web/ui/use-url-text.ts';

export type Option = { value: string; label: string };

export const TYPE_OPTIONS: Option[] = EMPLOYMENT_TYPES.map((type) => ({
  value: type,
  label: type,
}));

export type TextFilterProps = {
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
}: TextFilterProps & { children?: ReactNode | ((text: string) => ReactNode) }) {
  const [text, field] = useUrlText(value, onInput);
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input className="input" maxLength={SEARCH_LENGTH} {...input} {...inputProps} {...field} />
      {typeof children === 'function' ? children(text) : children}
    </label>
  );
}

export type OptionProps = {
  label: string;
  name: string;
  value: OneOrMore;
  onSelect: (value: OneOrMore) => void;
};

export type SelectProps = OptionProps & {
  /** The label of the option for all values. */
  all: string;
  /** The plural noun for the values, if the filter may have several. */
  plural?: string;
  options: readonly Option[];
};

/** Adds a value to the chosen ones, or removes it if it is chosen. */
export function toggle(chosen: OneOrMore, value: string): string[] {
  const values = valuesOf(chosen);
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** A filter with fixed options. If it may have several values, choosing an option adds it, or removes it again. */
export function FilterSelect({
  label,
  name,
  all,
  plural,
  options,
  value: chosen,
  onSelect,
}: SelectProps) {
  const values = valuesOf(chosen);
  const [value = '', ...others] = values;
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <select
        className="select"
        name={name}
        value={others[0] ? '' : value}
        onChange={({ target }) =>
          onSelect(plural && target.value ? toggle(values, target.value) : target.value)
        }
      >
        {/* Shows how many values are chosen. It comes first, because browsers select the first empty option. */}
        {others[0] && <option value="">{`${values.length} ${plural}`}</option>}
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {others[0] && values.includes(option.value) ? `✓ ${option.label}` : option.label}
          </option>
        ))}
        {/* The URL contains a value that is not an option. It matches no job, but stays visible. */}
        {!isKnown && <option value={value}>{value}</option>}
      </select>
      {/* Without JavaScript, the form sends the values that the select box cannot show. */}
      {others[0] &&
        values.map((each) => <input key={each} type="hidden" name={name} value={each} />)}
    </label>
  );
}
