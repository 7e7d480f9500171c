import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import { POSTED_DAYS } from '#shared/domain/job-search.ts';
import { LEVELS } from '#shared/domain/levels.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import { parseYearlyAmount } from '#shared/domain/yearly-amount.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import { MAX_FILTER_VALUES } from '#shared/limits.ts';
import {
  JOB_SEARCH_PARAMETERS,
  type JobSearch,
  type JobSearchParameter,
  type OneOrMore,
  queryString,
  readJobSearch,
  type SingleParameter,
  valuesOf,
} from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { POSTED_LABELS } from './active-filters.tsx';
import {
  FilterSelect,
  type Option,
  type OptionProps,
  TextFilter,
  withCounts,
} from './filter-fields.tsx';
import { onPage } from './listed-job.ts';

const POSTED_OPTIONS: Option[] = POSTED_DAYS.map((days) => ({
  value: days,
  label: POSTED_LABELS[days] ?? days,
}));

const REMOTE_OPTIONS: Option[] = [
  { value: 'no', label: 'None' },
  { value: 'only', label: 'Only these' },
];

const RADIUS_OPTIONS: Option[] = ['10', '25', '50', '100', '200'].map((kilometers) => ({
  value: kilometers,
  label: `Within ${kilometers} km`,
}));

const optionsOf = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: capitalize(value) }));

type Props = {
  textProps: (name: SingleParameter) => {
    name: string;
    value: string;
    onInput: (value: string) => void;
  };
  optionProps: (name: JobSearchParameter) => {
    name: string;
    value: OneOrMore;
    onSelect: (value: OneOrMore) => void;
  };
  /** The options of the filters that may have several values, with their counts. */
  types: readonly Option[];
  companies: readonly Option[];
  /** Whether there are more companies than `companies`. */
  hasMore: boolean;
};

/** The filters that most searches do not use. */
export function MoreFilters({ textProps, optionProps, types, companies, hasMore }: Props) {
  const api = useApi();
  const query = onPage(searchOf(optionProps));
  const { value: counts } = useAsync(queryString(query) || '?', () =>
    api('GET /api/jobs/counts', { query }),
  );
  // The most frequent skills among the matching jobs.
  const skills = counts?.skill ?? [];
  return (
    <div className="filters">
      <FilterSelect
        label="Workplace"
        all="Any workplace"
        options={withCounts(optionsOf(WORKPLACES), counts?.workplace)}
        {...optionProps('workplace')}
      />
      <FilterSelect
        label="Distance from the location"
        all="In the location"
        options={RADIUS_OPTIONS}
        {...optionProps('radius')}
      />
      <FilterSelect
        label="Remote jobs elsewhere"
        all="Those open to the location"
        options={REMOTE_OPTIONS}
        {...optionProps('remote')}
      />
      <TextFilter label="Remote work is open to (country)" {...textProps('eligible')} />
      <FilterSelect
        label="Hours"
        all="Any hours"
        options={withCounts(optionsOf(EMPLOYMENTS), counts?.employment)}
        {...optionProps('employment')}
      />
      <FilterSelect
        label="Level"
        all="Any level"
        options={optionsOf(LEVELS)}
        {...optionProps('level')}
      />
      <FilterSelect
        label="Skill"
        all="Any skill"
        options={withCounts(
          skills.map(({ value }) => ({ value, label: value })),
          skills,
        )}
        {...optionProps('skill')}
      />
      <TextFilter label="Minimum pay per year, such as $100K or €70K" {...textProps('minsalary')}>
        {(text) =>
          text &&
          !parseYearlyAmount(text) && (
            <span role="alert" className="field-error">
              Enter an amount, such as $100K.
            </span>
          )
        }
      </TextFilter>
      <div className="grid gap-4 self-start">
        <FilterSelect
          label="Posted"
          all="Any time"
          options={withCounts(POSTED_OPTIONS, counts?.posted)}
          {...optionProps('posted')}
        />
        <div className="grid gap-2">
          <Switch label="Include jobs with unknown pay" {...optionProps('nosalary')} />
          <Switch label="Only with visa sponsorship" {...optionProps('visa')} />
          <Switch
            label="Include remote jobs that name no countries"
            {...optionProps('orunknown')}
          />
        </div>
      </div>
      <Choices label="Job types" options={types} {...optionProps('type')} />
      <CompanyChoices {...{ companies, hasMore, optionProps }} />
    </div>
  );
}

/** The search of the form. The order does not affect the counts. */
function searchOf(optionProps: Props['optionProps']): JobSearch {
  return readJobSearch(
    Object.fromEntries(
      JOB_SEARCH_PARAMETERS.map((name) => [name, name === 'sort' ? '' : optionProps(name).value]),
    ),
  );
}

/**
 * The filter by several companies. On boards with many companies, its options are those with the most matching jobs.
 */
function CompanyChoices({
  companies,
  hasMore,
  optionProps,
}: Pick<Props, 'companies' | 'hasMore' | 'optionProps'>) {
  const api = useApi();
  const { company, ...query } = onPage(searchOf(optionProps));
  const suggested = useAsync((hasMore && queryString(query)) || '?', () =>
    api('GET /api/jobs/companies', { query }),
  );
  const chosen = valuesOf(company);
  const others = (suggested.value?.results ?? []).filter(({ id }) => !chosen.includes(id));
  const options = hasMore
    ? [
        ...chosen.map((value) => ({
          value,
          label: companies.find((known) => known.value === value)?.label ?? 'Selected company',
        })),
        ...others.map(({ id, name, jobs }) => ({
          value: id,
          label: `${name} ${formatCompactCount(jobs)}`,
        })),
      ]
    : withMostJobs(companies, chosen);
  return <Choices label="Companies" options={options} {...optionProps('company')} />;
}

/** How many companies the server offers. They are few, because they are in every page. */
const MAX_COMPANIES_ON_SERVER = 10;

/** The companies with matching jobs, those with the most jobs first, and the chosen companies. */
function withMostJobs(companies: readonly Option[], chosen: string[]): Option[] {
  const offered = companies
    .filter(({ value, jobs }) => jobs !== 0 || chosen.includes(value))
    .sort((one, other) => (other.jobs ?? 0) - (one.jobs ?? 0));
  // Without counts, nothing says which companies have the most jobs.
  const isCounted = companies.some(({ jobs }) => jobs !== undefined);
  const limit = import.meta.env.SSR && isCounted ? MAX_COMPANIES_ON_SERVER : offered.length;
  return offered.filter(({ value }, index) => index < limit || chosen.includes(value));
}

type ChoicesProps = {
  label: string;
  name: string;
  value: OneOrMore;
  onSelect: (value: OneOrMore) => void;
  options: readonly Option[];
};

/**
 * A filter with a checkbox for each option, so that it may have several values. The select box for the same filter,
 * further up on the page, offers only one.
 */
function Choices({ label, name, value, onSelect, options }: ChoicesProps) {
  const chosen = valuesOf(value);
  return (
    <fieldset className="choices">
      <legend className="field-label">{label}</legend>
      <div>
        {options.map((option) => {
          const isChosen = chosen.includes(option.value);
          const others = chosen.filter((other) => other !== option.value);
          return (
            <Checkbox
              key={option.value}
              label={option.label}
              // Without JavaScript, the select box already sends a single value.
              name={isChosen && others.length === 0 ? undefined : name}
              value={option.value}
              checked={isChosen}
              disabled={!isChosen && chosen.length >= MAX_FILTER_VALUES}
              onCheck={(checked) => onSelect(checked ? [...chosen, option.value] : others)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

type CheckboxProps = {
  label: string;
  name: string | undefined;
  value: string;
  checked: boolean;
  disabled?: boolean;
  onCheck: (checked: boolean) => void;
};

function Checkbox({ label, onCheck, ...input }: CheckboxProps) {
  return (
    <label className="flex min-h-7 items-center gap-2.5 text-small max-md:min-h-11">
      <input
        type="checkbox"
        className="size-5 flex-none accent-brand"
        onChange={({ target }) => onCheck(target.checked)}
        {...input}
      />
      <bdi>{label}</bdi>
    </label>
  );
}

/** A filter that is on or off. */
function Switch({ label, name, value, onSelect }: OptionProps) {
  return (
    <Checkbox
      label={label}
      name={name}
      value="true"
      checked={value === 'true'}
      onCheck={(checked) => onSelect(checked ? 'true' : '')}
    />
  );
}
