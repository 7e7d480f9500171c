import { POSTED_DAYS } from '#shared/domain/job-search.ts';
import { LEVELS } from '#shared/domain/levels.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import { parseYearlyAmount } from '#shared/domain/yearly-amount.ts';
import { capitalize } from '#shared/format/capitalize.ts';
import { residenceAsPlace, residenceInSentence } from '#shared/format/residence.ts';
import {
  type JobSearch,
  type JobSearchParameter,
  type OneOrMore,
  type SingleParameter,
  valuesOf,
} from '#shared/urls/paths.ts';
import { useSite } from '#web/data/use-site.ts';
import { useResidence } from '../residence/residence.ts';
import { POSTED_LABELS } from './active-filters.tsx';
import { Choices, Switch } from './choices.tsx';
import { FilterSelect, type Option, TextFilter } from './filter-fields.tsx';
import { useAllCounts } from './use-job-counts.ts';

const POSTED_OPTIONS: Option[] = POSTED_DAYS.map((days) => ({
  value: days,
  label: POSTED_LABELS[days] ?? days,
}));

const RADIUS_OPTIONS: Option[] = ['10', '25', '50', '100', '200'].map((kilometers) => ({
  value: kilometers,
  label: `Within ${kilometers} km`,
}));

/** The levels without that of interns, which are a type of employment. */
const OFFERED_LEVELS = LEVELS.filter((level) => level !== 'intern');

const optionsOf = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: capitalize(value) }));

type Props = {
  search: JobSearch;
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
};

/** The filters beside those in the specification. Each option has its number of jobs. */
export function MoreFilters({ search, textProps, optionProps }: Props) {
  const counts = useAllCounts(search);
  const { categories = [] } = useSite();
  // The most frequent skills among the matching jobs, and the chosen one.
  const chosenSkill = valuesOf(search.skill);
  const skills = new Set([...(counts?.skill ?? []).map(({ value }) => value), ...chosenSkill]);
  const elsewhere = counts?.parts?.find(({ part }) => part === 'remote')?.jobs;
  return (
    <div className="filters">
      <Choices
        label="Level"
        options={optionsOf(OFFERED_LEVELS)}
        counts={counts?.level}
        {...optionProps('level')}
      />
      {categories.length > 0 && (
        <Choices
          label="Category"
          any="Any"
          options={categories.map(({ slug, name }) => ({ value: slug, label: name }))}
          counts={counts?.category}
          {...optionProps('category')}
        />
      )}
      <Choices
        label="Workplace"
        any="Any"
        options={optionsOf(WORKPLACES)}
        counts={counts?.workplace}
        {...optionProps('workplace')}
      />
      <fieldset className="choices where">
        <legend className="field-label">Where</legend>
        <FilterSelect
          label="Distance from the location"
          all="In the location"
          options={RADIUS_OPTIONS}
          {...optionProps('radius')}
        />
        <EligibleFilter {...{ search, textProps, optionProps }} />
        <Switch
          label="Without remote jobs elsewhere"
          on="no"
          jobs={elsewhere || undefined}
          {...optionProps('remote')}
        />
        <Switch label="Visa sponsored" on="true" jobs={counts?.visa} {...optionProps('visa')} />
      </fieldset>
      <TextFilter
        label="Pay at least, per year"
        placeholder="$100K or €70K"
        {...textProps('minsalary')}
      >
        {(text) =>
          text &&
          !parseYearlyAmount(text) && (
            <span role="alert" className="field-error">
              Enter an amount, such as $100K.
            </span>
          )
        }
      </TextFilter>
      <Choices
        label="Posted"
        any="Any time"
        options={POSTED_OPTIONS}
        counts={counts?.posted}
        {...optionProps('posted')}
      />
      <Choices
        label="Skills"
        any="Any"
        options={[...skills].map((value) => ({ value, label: value }))}
        counts={counts?.skill}
        {...optionProps('skill')}
      />
    </div>
  );
}

/** The place to which remote jobs must be open: where the visitor lives or, if it is unknown, any country. */
function EligibleFilter({ search, textProps, optionProps }: Props) {
  const residence = useResidence();
  const place = residence && residenceAsPlace(residence);
  const isOffered = place && [undefined, place].includes(search.eligible);
  const open = useAllCounts(isOffered ? { ...search, eligible: place } : undefined);
  if (!isOffered) {
    return (
      <TextFilter label="Remote jobs open to" placeholder="Country" {...textProps('eligible')} />
    );
  }
  return (
    <Switch
      label={`Remote jobs open to ${residenceInSentence(residence)}`}
      on={place}
      jobs={open?.total}
      {...optionProps('eligible')}
    />
  );
}
