import { useCombobox } from 'downshift';
import { useState } from 'react';
import type { CountedCompany } from '#shared/contract/job-responses.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import type { Option } from './filter-fields.tsx';

type Props = {
  label: string;
  name: string;
  /** The label for all companies. */
  placeholder: string;
  selected: Option | undefined;
  search: JobSearch;
  onSelect: (value: string) => void;
};

const OPTIONS =
  'absolute inset-x-0 top-[calc(100%_+_0.25rem)] z-10 max-h-80 overflow-y-auto rounded-sm border border-line bg-raised shadow-[0_0.5rem_1.5rem_rgb(0_0_0/0.15)]';
const OPTION = 'flex min-h-11 cursor-pointer items-center justify-between gap-4 px-3 py-2';

/**
 * A combobox that suggests companies by name, each with the number of its jobs that match the search.
 * https://www.downshift-js.com/use-combobox
 */
export function CompanyCombobox({ label, name, placeholder, selected, search, onSelect }: Props) {
  const api = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const [input, setInput] = useState('');
  const typed = useDebounced(input);
  /** The selected company's own name searches all of them. */
  const nameQuery = typed === selected?.label ? '' : typed;
  const { sort: _, company: __, ...query } = search;
  const found = useAsync(isOpen ? JSON.stringify([query, nameQuery]) : undefined, () =>
    api('GET /api/jobs/companies', { query: { ...query, name: nameQuery } }),
  );
  const companies = found.value?.results ?? [];
  const isUnmatched =
    found.status === 'loaded' && companies.length === 0 && nameQuery !== '' && nameQuery === input;
  const combobox = useCombobox<CountedCompany>({
    items: companies,
    // The selected item is a new object in each render, so items are compared by id.
    itemToKey: (company) => company?.id,
    itemToString: (company) => company?.name ?? '',
    selectedItem: selected ? { id: selected.value, name: selected.label, jobs: 0 } : null,
    isOpen,
    onIsOpenChange: (changes) => setIsOpen(changes.isOpen),
    onInputValueChange: ({ inputValue }) => setInput(inputValue),
    onSelectedItemChange: ({ selectedItem }) => onSelect(selectedItem?.id ?? ''),
    stateReducer: (_state, { type, changes }) =>
      // Emptying the field selects all companies. Any other unmatched text leaves the selection unchanged.
      type === useCombobox.stateChangeTypes.InputBlur && changes.inputValue === ''
        ? { ...changes, selectedItem: null }
        : changes,
  });
  return (
    <div className="field relative">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: `htmlFor` is in the props */}
      <label className="field-label" {...combobox.getLabelProps()}>
        {label}
      </label>
      <input className="select" placeholder={placeholder} {...combobox.getInputProps()} />
      <input type="hidden" name={name} value={selected?.value ?? ''} />
      <ul
        className={OPTIONS}
        {...combobox.getMenuProps()}
        hidden={!isOpen || companies.length === 0}
      >
        {isOpen &&
          companies.map((company, index) => (
            <li
              key={company.id}
              className={`${OPTION} ${index === combobox.highlightedIndex ? 'bg-brand-tint' : ''}`}
              {...combobox.getItemProps({ item: company, index })}
            >
              <bdi>{company.name}</bdi> {formatCompactCount(company.jobs)}
            </li>
          ))}
      </ul>
      {isOpen && isUnmatched && (
        <p className={`${OPTIONS} ${OPTION}`} role="status">
          No matching companies.
        </p>
      )}
    </div>
  );
}
