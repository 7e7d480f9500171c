import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ChangeEvent, useEffect, useRef } from 'react';
import { EMPLOYMENT_TYPES } from '#shared/constants/employment-types.ts';
import { SALARY_RANGES } from '#shared/constants/salary-ranges.ts';
import { pages, parseQuery } from '#shared/paths.ts';

type Option = { value: string; label: string };

const FIELDS = ['salary', 'type', 'company'] as const;
type Field = (typeof FIELDS)[number];
type Chosen = Record<Field, string>;

const SALARY_OPTIONS: Option[] = SALARY_RANGES.map(({ value, label }) => ({ value, label }));
const TYPE_OPTIONS: Option[] = EMPLOYMENT_TYPES.map((type) => ({ value: type, label: type }));

let announceList = () => {};
const listArrived = new Promise<void>((resolve) => {
  announceList = resolve;
});

/** For the list that the filters are for, once it is there. */
export function useAnnouncedList(): void {
  useEffect(() => announceList(), []);
}

/**
 * The three filters of spec section 2. A form that submits where there is no script; with one, a
 * choice takes effect at once.
 */
export function JobFilters({ companies }: { companies: Option[] }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  // The address holds the values, and is ahead of the list while that is on its way: so what is
  // shown as chosen is always what was chosen last, by hand or by going back. On the way to another
  // page it is that page's, and the one that is still shown counts.
  const query = useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === pages.jobs() ? location.searchStr : (resolvedLocation?.searchStr ?? ''),
  });
  const chosen = chosenIn(parseQuery(query));

  const choose = (values: Chosen) => {
    void navigate({
      to: pages.jobs(),
      search: Object.fromEntries(Object.entries(values).filter(([, value]) => value)),
      resetScroll: false,
    });
  };

  // What was chosen before the script ran takes effect now; not before the list is React's too, which
  // otherwise finds another list than it came with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (!form.current) return;
    const data = new FormData(form.current);
    const early = chosenIn(Object.fromEntries(data) as Record<string, string>);
    if (FIELDS.some((field) => early[field] !== chosen[field])) {
      void listArrived.then(() => choose(early));
    }
  }, []);

  const field = (name: Field, label: string, all: string, options: Option[]) => (
    <FilterSelect
      name={name}
      label={label}
      all={all}
      options={options}
      value={chosen[name]}
      onChange={(event) => choose({ ...chosen, [name]: event.target.value })}
    />
  );

  return (
    <form ref={form} action={pages.jobs()} method="get" autoComplete="off" className="filters">
      {field('salary', 'Salary Range', 'All Ranges', SALARY_OPTIONS)}
      {field('type', 'Employment Type', 'All Types', TYPE_OPTIONS)}
      {field('company', 'Company Name', 'All Companies', companies)}
      <button type="submit" className="button script-free self-end">
        Show jobs
      </button>
    </form>
  );
}

function chosenIn({ salary = '', type = '', company = '' }: Record<string, string>): Chosen {
  return { salary, type, company };
}

type FilterSelectProps = {
  name: Field;
  label: string;
  /** What the choice of no filter is called. */
  all: string;
  options: Option[];
  value: string;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
};

function FilterSelect({ name, label, all, options, value, onChange }: FilterSelectProps) {
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <select name={name} value={value} onChange={onChange} className="select">
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {/* A value that came by the address and is none of ours finds nothing, and says so. */}
        {!known && <option value={value}>{value}</option>}
      </select>
    </label>
  );
}
