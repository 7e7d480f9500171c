import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { SEARCH_LENGTH } from '#shared/constants/limits.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import { useTyped } from '#web/ui/use-typed.ts';

export type Option = { value: string; label: string };

/** The options with how many jobs each would find, once that is known. */
export function counted(
  options: Option[],
  counts: { value: string; jobs: number }[] | undefined,
): Option[] {
  if (!counts) return options;
  const jobs = new Map(counts.map((count) => [count.value, count.jobs]));
  return options.map(({ value, label }) => ({
    value,
    label: `${label} ${formatCompactCount(jobs.get(value) ?? 0)}`,
  }));
}

type TypedProps = {
  label: string;
  name: string;
  value: string;
  onTyped: (value: string) => void;
  type?: 'search' | 'text';
  inputMode?: 'numeric';
};

/** A text that takes effect while it is typed. */
export function TypedField({
  children,
  ...field
}: TypedProps & { children?: ReactNode; list?: string }) {
  const { label, name, value, onTyped, ...input } = field;
  const [text, type] = useTyped(value, onTyped);
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        className="input"
        name={name}
        maxLength={SEARCH_LENGTH}
        value={text}
        onChange={({ target }) => type(target.value)}
        {...input}
      />
      {children}
    </label>
  );
}

/** A place, with those that have jobs to choose from. */
export function PlaceField(field: TypedProps) {
  const { value } = field;
  const api = useRouteContext({ from: '__root__', select: (context) => context.api });
  const [places, setPlaces] = useState<string[]>([]);
  const list = useId();
  // A place in the URL counts as chosen.
  const asked = useRef(value);

  // By the value in effect and not by the keys: it may also have been typed before the script ran.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    if (!value) return;
    api('GET /api/jobs/places', { query: { name: value } }).then(
      ({ results }) => {
        if (asked.current === value) setPlaces(results.map(({ place }) => place));
      },
      // A field without suggestions is a field still.
      // biome-ignore lint/suspicious/noConsole: the browser's console is the log
      (error) => console.error(error),
    );
  }, [value, api]);

  return (
    <TypedField {...field} list={list}>
      <datalist id={list}>
        {places.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
    </TypedField>
  );
}

type ChoiceProps = {
  label: string;
  name: string;
  value: string;
  onChoose: (value: string) => void;
};

export type SelectProps = ChoiceProps & {
  /** What the choice of no filter is called. */
  all: string;
  options: Option[];
};

export function FilterSelect({ label, all, options, onChoose, ...select }: SelectProps) {
  const { value } = select;
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <select className="select" onChange={({ target }) => onChoose(target.value)} {...select}>
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

export function Check({ label, name, value, onChoose }: ChoiceProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        value="true"
        checked={value === 'true'}
        onChange={({ target }) => onChoose(target.checked ? 'true' : '')}
      />
      {label}
    </label>
  );
}
