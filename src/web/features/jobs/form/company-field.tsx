import { useEffect, useState } from 'react';
import { JOB_LABELS, type JobField } from '#shared/domain/job-fields.ts';
import { http } from '#web/api/http.ts';
import { useAsync } from '#web/data/use-async.ts';
import type { FormState } from '#web/forms/use-form.ts';
import { TextField } from '#web/ui/field.tsx';
import { useCombobox } from '#web/ui/use-combobox.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import type { CompanyOption } from './job-preview.tsx';

/** The number of companies that are suggested. Typing more of the name narrows them down. */
const SUGGESTIONS = 8;

type Props = {
  form: FormState<JobField>;
  /** The companies whose names are known. */
  companies: CompanyOption[];
  /** Called with a company that becomes known. */
  onFound: (company: CompanyOption) => void;
};

/** A combobox that finds a company by its name, for boards with more companies than a select box can offer. */
export function CompanyField({ form, companies, onFound }: Props) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const { name, value: id, error, onChange } = form.field('company.id');
  const selected = companies.find((company) => company.id === id);
  const selectedName = selected?.name ?? '';
  const [input, setInput] = useState(selectedName);
  useEffect(() => setInput(selectedName), [selectedName]);
  const [isUsed, setIsUsed] = useState(false);
  const searched = useDebounced(input.trim());
  const found = useAsync(isUsed ? `search ${searched}` : undefined, async () => {
    const q = searched === selectedName ? '' : searched;
    const query = { q, limit: String(SUGGESTIONS), description: 'none' } as const;
    return (await http('GET /api/companies', { query })).results;
  });
  const suggested = found.value ?? [];

  const select = (value: string) => onChange({ target: { value } });

  // Restored input and a new version of the job contain only the id.
  const unknown = useAsync(id && !selected ? id : undefined, () =>
    http('GET /api/companies/:id', { params: { id }, query: {} }),
  );
  useEffect(() => {
    if (unknown.status === 'loaded') onFound(unknown.value);
    // The company was deleted.
    if (unknown.status === 'missing') select('');
  });

  const combobox = useCombobox({
    field,
    count: suggested.length,
    onUse: () => setIsUsed(true),
    onChoose: (index) => {
      const company = suggested[index];
      if (!company) return;
      onFound(company);
      setInput(company.name);
      select(company.id);
    },
    // Text that names no chosen company leaves the company unchanged, and an empty field removes it.
    onCommit: (text) => {
      if (text === '' && id) select('');
      else setInput(selectedName);
    },
  });
  const isUnmatched =
    found.status === 'loaded' && suggested.length === 0 && searched === input.trim();
  return (
    <div className="relative w-full">
      <TextField
        ref={setField}
        label={JOB_LABELS['company.id']}
        name={name}
        required
        autoComplete="off"
        placeholder="Select a company"
        hint="Type the name to find the company."
        error={error}
        value={input}
        onChange={({ target }) => setInput(target.value)}
      />
      <ul className="listbox" aria-label={JOB_LABELS['company.id']} {...combobox.listProps}>
        {suggested.map((company, index) => (
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
