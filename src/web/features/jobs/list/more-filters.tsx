import { useEffect, useRef, useState } from 'react';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import { POSTED_DAYS } from '#shared/domain/job-search.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import {
  JOB_SEARCH_PARAMETERS,
  type JobSearchParameter,
  queryString,
  readJobSearch,
} from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { useAsync } from '#web/data/use-async.ts';
import { POSTED_LABELS } from './active-filters.tsx';
import {
  DebouncedField,
  FilterSelect,
  type Option,
  type OptionProps,
  withCounts,
} from './filter-fields.tsx';

const POSTED_OPTIONS: Option[] = POSTED_DAYS.map((days) => ({
  value: days,
  label: POSTED_LABELS[days] ?? days,
}));

const RADIUS_OPTIONS: Option[] = ['10', '25', '50', '100', '200'].map((kilometers) => ({
  value: kilometers,
  label: `Within ${kilometers} km`,
}));

const optionsOf = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: capitalize(value) }));

type Props = {
  textProps: (name: JobSearchParameter) => {
    name: string;
    value: string;
    onInput: (value: string) => void;
  };
  optionProps: (name: JobSearchParameter) => {
    name: string;
    value: string;
    onSelect: (value: string) => void;
  };
  /** Applies input in the fields that the server has rendered. */
  takeEarlyInput: () => void;
};

/**
 * The filters that most searches do not use. They replace the fields that the server has rendered, and take over their
 * input and focus.
 */
export function MoreFilters({ textProps, optionProps, takeEarlyInput }: Props) {
  // During the first rendering, the fields that the server has rendered are still in the page.
  const [focused] = useState(() => {
    if (import.meta.env.SSR) return null;
    takeEarlyInput();
    return document.activeElement?.getAttribute('name');
  });
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) fields.current?.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus();
  }, [focused]);
  return (
    <div ref={fields} className="filters">
      <FilterSelect
        label="Workplace"
        all="Any workplace"
        options={optionsOf(WORKPLACES)}
        {...optionProps('workplace')}
      />
      <FilterSelect
        label="Distance from the location"
        all="In the location"
        options={RADIUS_OPTIONS}
        {...optionProps('radius')}
      />
      <DebouncedField label="Remote work is open to (country)" {...textProps('eligible')} />
      <FilterSelect
        label="Hours"
        all="Any hours"
        options={optionsOf(EMPLOYMENTS)}
        {...optionProps('employment')}
      />
      <SkillFilter {...{ optionProps }} />
      <DebouncedField
        label="Minimum pay a year, such as $100K or €70K"
        {...textProps('minsalary')}
      />
      <FilterSelect
        label="Posted"
        all="Any time"
        options={POSTED_OPTIONS}
        {...optionProps('posted')}
      />
      <div className="grid content-end gap-2">
        <Checkbox label="Include jobs with unknown pay" {...optionProps('nosalary')} />
        <Checkbox label="Include remote jobs without a location" {...optionProps('remote')} />
        <Checkbox
          label="Include remote jobs that name no countries"
          {...optionProps('orunknown')}
        />
      </div>
    </div>
  );
}

/** The filter by skill. Its options are the most frequent skills among the matching jobs. */
function SkillFilter({ optionProps }: Pick<Props, 'optionProps'>) {
  const api = useApi();
  // The order does not affect the counts.
  const query = readJobSearch(
    Object.fromEntries(
      JOB_SEARCH_PARAMETERS.map((name) => [name, name === 'sort' ? '' : optionProps(name).value]),
    ),
  );
  const counted = useAsync(queryString(query) || '?', () => api('GET /api/jobs/counts', { query }));
  const skills = counted.value?.skill ?? [];
  const options = skills.map(({ value }) => ({ value, label: value }));
  return (
    <FilterSelect
      label="Skill"
      all="Any skill"
      options={withCounts(options, skills)}
      {...optionProps('skill')}
    />
  );
}

/** A filter that is on or off. */
function Checkbox({ label, name, value, onSelect }: OptionProps) {
  return (
    <label className="flex min-h-7 items-center gap-2.5 text-small">
      <input
        type="checkbox"
        className="size-5 flex-none accent-brand"
        name={name}
        value="true"
        checked={value === 'true'}
        onChange={({ target }) => onSelect(target.checked ? 'true' : '')}
      />
      {label}
    </label>
  );
}
