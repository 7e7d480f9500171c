import { Suspense, useEffect, useState } from 'react';
import type { JobSearch } from '#shared/paths.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { FilterSelect, type SelectProps } from './filter-fields.tsx';

/** For large boards, so that the others load nothing of it. */
const CompanyCombobox = lazyPart(async () => {
  const module = await import('./company-combobox.tsx');
  return module.CompanyCombobox;
});

type Props = SelectProps & {
  /** There are more companies than are offered: one is searched for. */
  searched: boolean;
  /** The counts are of this search. */
  search: JobSearch;
};

/** The company whose jobs are listed: chosen from all, or found by typing. */
export function CompanyFilter({ searched, search, ...select }: Props) {
  // Where there is no script, the first ones can be chosen.
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const offered = <FilterSelect {...select} />;
  if (!searched || !hasScript) return offered;
  const { label, name, all, value, onChoose, options } = select;
  return (
    <Suspense fallback={offered}>
      <CompanyCombobox
        label={label}
        name={name}
        placeholder={all}
        chosen={
          options.find((option) => option.value === value) ??
          (value ? { value, label: 'One company' } : undefined)
        }
        search={search}
        onChoose={onChoose}
      />
    </Suspense>
  );
}
