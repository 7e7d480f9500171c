import { useId } from 'react';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import { useUrlText } from '#web/ui/use-url-text.ts';

/** A filter. Its name is the query parameter. */
export type ListFilter = { name: string; label: string } & (
  | {
      /** The label of the option for all values. */
      all: string;
      options: readonly { value: string; label: string }[];
    }
  | { type: 'date' }
);

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
  const [, field] = useUrlText(values.q ?? '', (q) => onChange('q', q, true));
  const id = useId();
  return (
    <search>
      <form
        onSubmit={(event) => event.preventDefault()}
        autoComplete="off"
        className={`grid grid-cols-2 items-end gap-4 ${filters.length > 3 ? 'lg:grid-cols-5' : 'lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]'}`}
      >
        <label
          className={`field col-span-2 ${filters.length > 3 ? 'lg:col-span-5 lg:max-w-160' : 'lg:col-span-1'}`}
        >
          <span className="field-label">{searchLabel}</span>
          <input className="input" type="search" name="q" maxLength={SEARCH_LENGTH} {...field} />
        </label>
        {filters.map((filter, index) => (
          <div
            key={filter.name}
            // If the number is odd, the first field has its own line, so that no field is alone in the last line.
            className={`field ${index === 0 && filters.length % 2 === 1 ? 'col-span-2 lg:col-span-1' : ''}`}
          >
            <label className="field-label" htmlFor={`${id}-${filter.name}`}>
              {filter.label}
            </label>
            <Filter
              id={`${id}-${filter.name}`}
              filter={filter}
              value={values[filter.name] ?? ''}
              onChange={(value) => onChange(filter.name, value, false)}
            />
          </div>
        ))}
      </form>
    </search>
  );
}

type FilterProps = {
  id: string;
  filter: ListFilter;
  value: string;
  onChange: (value: string) => void;
};

function Filter({ id, filter, value, onChange }: FilterProps) {
  const { name } = filter;
  if ('type' in filter) {
    return (
      <input
        id={id}
        className="input"
        type={filter.type}
        name={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <select
      id={id}
      className="select"
      name={name}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{filter.all}</option>
      {filter.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
