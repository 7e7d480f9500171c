import { useState } from 'react';
import { COMPANY_NAME_LENGTH } from '#shared/limits.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';

/** The maximum number of companies that are offered. Typing more of the name narrows them down. */
const MAX_COMPANIES = 8;

type Company = { id: string; name: string };

type Props = {
  /** Companies that are always offered, whatever the person types. */
  known: Company[];
  /** The id of a company that cannot be chosen. */
  except?: string;
  value: string;
  onChange: (id: string, company: Company | undefined) => void;
};

/** Finds a company by its name, and chooses it. */
export function CompanyField({ known, except, value, onChange }: Props) {
  const api = useApi();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim());
  const found = useAsync(q || undefined, () =>
    api('GET /api/companies', {
      query: { q, limit: String(MAX_COMPANIES), description: 'none' },
    }),
  );
  const others = (q && found.value?.results) || [];
  const options = [...new Map([...known, ...others].map((one) => [one.id, one])).values()].filter(
    ({ id }) => id !== except,
  );
  const names = options.map(({ name }) => name);
  const isUnique = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
  return (
    <>
      <TextField
        label="Find a company"
        name="find-company"
        type="search"
        maxLength={COMPANY_NAME_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <SelectField
        label="Company"
        name="company"
        value={value}
        onChange={({ target }) =>
          onChange(
            target.value,
            options.find(({ id }) => id === target.value),
          )
        }
      >
        <option value="">Choose a company</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {isUnique(name) ? name : `${name} (${id})`}
          </option>
        ))}
      </SelectField>
    </>
  );
}
