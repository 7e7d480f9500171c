import { useEffect, useState } from 'react';
import type { CountedCompany } from '#shared/contract/job-responses.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useCombobox } from '#web/ui/use-combobox.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import type { Option } from './filter-fields.tsx';
import { onPage } from './listed-job.ts';

type Props = {
  label: string;
  name: string;
  /** The label for all companies. */
  placeholder: string;
  selected: Option | undefined;
  search: JobSearch;
  onSelect: (value: string) => void;
};

/** A combobox that suggests companies by name, those with the most jobs that match the search first. */
export function CompanyCombobox({ label, name, placeholder, selected, search, onSelect }: Props) {
  const api = useApi();
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const selectedName = selected?.label ?? '';
  const [input, setInput] = useState(selectedName);
  useEffect(() => setInput(selectedName), [selectedName]);
  const [isUsed, setIsUsed] = useState(false);
  const typed = useDebounced(input);
  /** If the field contains the name of the selected company, suggest from all companies. */
  const nameQuery = typed === selectedName ? '' : typed;
  const { sort: _, company: __, ...query } = search;
  const found = useAsync(isUsed ? JSON.stringify([query, nameQuery]) : undefined, () =>
    api('GET /api/jobs/companies', { query: { ...onPage(query), name: nameQuery } }),
  );
  const companies = found.value?.results ?? [];
  const isUnmatched =
    found.status === 'loaded' && companies.length === 0 && nameQuery !== '' && nameQuery === input;
  const choose = (company: CountedCompany | undefined) => {
    if (!company) return;
    setInput(company.name);
    onSelect(company.id);
  };
  const combobox = useCombobox({
    field,
    count: companies.length,
    onUse: () => setIsUsed(true),
    onChoose: (index) => choose(companies[index]),
    // An empty field selects all companies. Other text that matches no company leaves the selection unchanged.
    onCommit: (text) => {
      if (text === '' && selected) onSelect('');
      else setInput(selectedName);
    },
  });
  return (
    <div className="field relative">
      <label className="field-label" htmlFor="company-name">
        {label}
      </label>
      <input
        id="company-name"
        ref={setField}
        className="select"
        placeholder={placeholder}
        value={input}
        onChange={({ target }) => setInput(target.value)}
      />
      <input type="hidden" name={name} value={selected?.value ?? ''} />
      <ul className="listbox" aria-label={label} {...combobox.listProps}>
        {companies.map((company, index) => (
          <li key={company.id} className="option" {...combobox.optionProps(index)}>
            <bdi>{company.name}</bdi>
          </li>
        ))}
      </ul>
      {combobox.isOpen && isUnmatched && (
        <p className="listbox option" role="status">
          No matching companies.
        </p>
      )}
    </div>
  );
}
