import { useEffect, useState } from 'react';
import type { JobSearch } from '#shared/urls/paths.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { FilterSelect, type SelectProps } from './filter-fields.tsx';

/** In a separate chunk, because only boards with many companies need it. */
const CompanyCombobox = lazyComponent(
  async () => (await import('./company-combobox.tsx')).CompanyCombobox,
);

type Props = SelectProps & {
  /** Whether there are more companies than `options`, so that a combobox must search them. */
  searchable: boolean;
  /** The search for which the jobs of each company are counted. */
  search: JobSearch;
};

/** The company filter: a select box, or a combobox if the board has many companies. */
export function CompanyFilter({ searchable, search, ...select }: Props) {
  // Without JavaScript, the select box offers the first companies.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const selectBox = <FilterSelect {...select} />;
  if (!searchable || !isHydrated) return selectBox;
  const { label, name, all, value, onSelect, options } = select;
  return (
    <CompanyCombobox
      fallback={selectBox}
      label={label}
      name={name}
      placeholder={all}
      selected={
        options.find((option) => option.value === value) ??
        (value ? { value, label: 'Selected company' } : undefined)
      }
      search={search}
      onSelect={onSelect}
    />
  );
}
