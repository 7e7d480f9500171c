import { useId } from 'react';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import { useDebouncedInput } from '#web/ui/use-debounced.ts';

/** A filter with fixed options. Its name is the query parameter. */
export type ListFilter = {
  name: string;
  label: string;
  /** The label of the option that filters nothing. */
  all: string;
  options: readonly { value: string; label: string }[];
};

type Props = {
  searchLabel: string;
  filters: readonly ListFilter[];
  /** The values of the parameters. */
  values: Record<string, string | undefined>;
  /** Called with one changed parameter. Typed text replaces the history entry. */
  onChange: (name: string, value: string, replace: boolean) => void;
};

/** The search field and the filters above a list. They take effect at once. */
export function ListFilters({ searchLabel, filters, values, onChange }: Props) {
  const [text, setText] = useDebouncedInput(values.q ?? '', (q) => onChange('q', q, true));
  const id = useId();
  return (
    <search>
      <form
        onSubmit={(event) => event.preventDefault()}
        autoComplete="off"
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]"
      >
        <label className="field">
          <span className="field-label">{searchLabel}</span>
          <input
            className="input"
            type="search"
            name="q"
            maxLength={SEARCH_LENGTH}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        {filters.map(({ name, label, all, options }) => (
          <div key={name} className="field">
            <label className="field-label" htmlFor={`${id}-${name}`}>
              {label}
            </label>
            <select
              id={`${id}-${name}`}
              className="select"
              name={name}
              value={values[name] ?? ''}
              onChange={({ target }) => onChange(name, target.value, false)}
            >
              <option value="">{all}</option>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </div>
        ))}
      </form>
    </search>
  );
}
