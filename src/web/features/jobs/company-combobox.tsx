import { useRouteContext } from '@tanstack/react-router';
import { useCombobox } from 'downshift';
import { useEffect, useState } from 'react';
import type { CountedCompany } from '#shared/contract/job-responses.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import type { JobSearch } from '#shared/paths.ts';
import type { Option } from './filter-fields.tsx';

type Props = {
  label: string;
  name: string;
  /** What the choice of no company is called. */
  placeholder: string;
  chosen: Option | undefined;
  search: JobSearch;
  onChoose: (value: string) => void;
};

/** Debounce: the pause after which a typed name is searched (ms). */
const PAUSE = 150;

/** Companies found by typing, each with how many jobs the search finds there. https://www.downshift-js.com/use-combobox */
export function CompanyCombobox({ label, name, placeholder, chosen, search, onChoose }: Props) {
  const api = useRouteContext({ from: '__root__', select: (context) => context.api });
  const [companies, setCompanies] = useState<CountedCompany[]>([]);
  const [typed, setTyped] = useState('');
  /** For which name nothing was found. */
  const [unknown, setUnknown] = useState('');
  const combobox = useCombobox<CountedCompany>({
    items: companies,
    // The chosen one is made anew with each rendering.
    itemToKey: (company) => company?.id,
    itemToString: (company) => company?.name ?? '',
    selectedItem: chosen ? { id: chosen.value, name: chosen.label, jobs: 0 } : null,
    onInputValueChange: ({ inputValue }) => setTyped(inputValue),
    onSelectedItemChange: ({ selectedItem }) => onChoose(selectedItem?.id ?? ''),
    stateReducer: (_state, { type, changes }) =>
      // An emptied field is a choice of all companies; anything else that is none leaves the choice as it was.
      type === useCombobox.stateChangeTypes.InputBlur && changes.inputValue === ''
        ? { ...changes, selectedItem: null }
        : changes,
  });
  const { isOpen, highlightedIndex } = combobox;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the search by its values
  useEffect(() => {
    if (!isOpen) return;
    let current = true;
    const timer = setTimeout(async () => {
      const { sort: _, company: __, ...query } = search;
      try {
        const asked = typed === chosen?.label ? '' : typed;
        const { results } = await api('GET /api/jobs/companies', {
          query: { ...query, name: asked },
        });
        if (!current) return;
        setCompanies(results);
        setUnknown(results.length === 0 ? asked : '');
      } catch (error) {
        // Spec: "Messages": a fetch that failed is logged, and no more.
        // biome-ignore lint/suspicious/noConsole: the browser's console is the log
        console.error(error);
      }
    }, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [isOpen, typed, JSON.stringify(search)]);

  return (
    <div className="field combobox">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: it names the field by its id */}
      <label className="field-label" {...combobox.getLabelProps()}>
        {label}
      </label>
      <input className="select" placeholder={placeholder} {...combobox.getInputProps()} />
      <input type="hidden" name={name} value={chosen?.value ?? ''} />
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
      {isOpen && unknown && unknown === typed && (
        <p className="options option" role="status">
          No company has this in its name.
        </p>
      )}
    </div>
  );
}
