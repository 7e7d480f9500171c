import { useRouteContext } from '@tanstack/react-router';
import { useCombobox } from 'downshift';
import { useEffect, useState } from 'react';
import type { CountedCompany } from '#shared/contract/job-responses.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
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

/** The pause in typing after which a name is searched (ms). */
const DEBOUNCE = 150;

/**
 * A combobox that suggests companies by name, each with the number of its jobs that match the search.
 * https://www.downshift-js.com/use-combobox
 */
export function CompanyCombobox({ label, name, placeholder, selected, search, onSelect }: Props) {
  const api = useRouteContext({ from: '__root__', select: (context) => context.api });
  const [companies, setCompanies] = useState<CountedCompany[]>([]);
  const [input, setInput] = useState('');
  /** The name for which the API found no company. */
  const [unmatched, setUnmatched] = useState('');
  const combobox = useCombobox<CountedCompany>({
    items: companies,
    // The selected item is a new object in each render, so items are compared by id.
    itemToKey: (company) => company?.id,
    itemToString: (company) => company?.name ?? '',
    selectedItem: selected ? { id: selected.value, name: selected.label, jobs: 0 } : null,
    onInputValueChange: ({ inputValue }) => setInput(inputValue),
    onSelectedItemChange: ({ selectedItem }) => onSelect(selectedItem?.id ?? ''),
    stateReducer: (_state, { type, changes }) =>
      // Emptying the field selects all companies. Any other unmatched text leaves the selection unchanged.
      type === useCombobox.stateChangeTypes.InputBlur && changes.inputValue === ''
        ? { ...changes, selectedItem: null }
        : changes,
  });
  const { isOpen, highlightedIndex } = combobox;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the search is compared by value
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const { sort: _, company: __, ...query } = search;
      try {
        const nameQuery = input === selected?.label ? '' : input;
        const { results } = await api('GET /api/jobs/companies', {
          query: { ...query, name: nameQuery },
        });
        if (!isCurrent) return;
        setCompanies(results);
        setUnmatched(results.length === 0 ? nameQuery : '');
      } catch (error) {
        // Spec: "Messages": a failed fetch is only logged.
        // biome-ignore lint/suspicious/noConsole: the browser's console is the log
        console.error(error);
      }
    }, DEBOUNCE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isOpen, input, JSON.stringify(search)]);

  return (
    <div className="field combobox">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: `htmlFor` is in the props */}
      <label className="field-label" {...combobox.getLabelProps()}>
        {label}
      </label>
      <input className="select" placeholder={placeholder} {...combobox.getInputProps()} />
      <input type="hidden" name={name} value={selected?.value ?? ''} />
      <ul
        className="options"
        {...combobox.getMenuProps()}
        hidden={!isOpen || companies.length === 0}
      >
        {isOpen &&
          companies.map((company, index) => (
            <li
              key={company.id}
              className={index === highlightedIndex ? 'option active' : 'option'}
              {...combobox.getItemProps({ item: company, index })}
            >
              <bdi>{company.name}</bdi> {formatCompactCount(company.jobs)}
            </li>
          ))}
      </ul>
      {isOpen && unmatched && unmatched === input && (
        <p className="options option" role="status">
          No matching companies.
        </p>
      )}
    </div>
  );
}
