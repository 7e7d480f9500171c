import { useEffect, useState } from 'react';
import { type JobSearch, pages, valuesOf } from '#shared/urls/paths.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { FilterSelect, type SelectProps, toggle } from './filter-fields.tsx';

/** This component is in a separate chunk, because only boards with many companies need it. */
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
  // Without JavaScript, the select box offers only the first companies. A link leads to the list of all companies.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const selectBox = <FilterSelect {...select} />;
  if (!searchable) return selectBox;
  if (!isHydrated) {
    return (
      <div>
        {selectBox}
        <PageLink href={pages.companies()} className="link tap-target no-js">
          Find another company
        </PageLink>
      </div>
    );
  }
  const { label, name, all, plural, value, onSelect, options } = select;
  const [chosen, ...others] = valuesOf(value);
  return (
    <CompanyCombobox
      fallback={selectBox}
      label={label}
      name={name}
      placeholder={others[0] ? `${others.length + 1} ${plural}` : all}
      selected={
        chosen && !others[0]
          ? (options.find((option) => option.value === chosen) ?? {
              value: chosen,
              label: 'Selected company',
            })
          : undefined
      }
      search={search}
      onSelect={(id) => onSelect(id ? toggle(value, id) : '')}
    />
  );
}
