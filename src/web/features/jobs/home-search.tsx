import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { type UsedField, useUsedField } from '#web/ui/use-used-field.ts';

/** These components are in a separate chunk, which is loaded once a field is used. */
const SearchSuggestions = lazyComponent(
  async () => (await import('./list/suggestions.ts')).SearchSuggestions,
);
const PlaceSuggestions = lazyComponent(
  async () => (await import('./list/suggestions.ts')).PlaceSuggestions,
);

/** The search form of the home page. It works without JavaScript. A suggestion searches at once. */
export function HomeSearch() {
  const router = useRouter();

  const searchFrom = ({ form }: HTMLInputElement, change: (current: JobSearch) => JobSearch) => {
    const texts = Object.fromEntries(new FormData(form ?? undefined)) as JobSearch;
    void router.navigate({ href: pages.jobs(change(texts)) });
  };

  return (
    <search>
      <form action={pages.jobs()} className="hero-search" autoComplete="off">
        <Field
          label="Search jobs"
          name="q"
          placeholder="Title, skill or company"
          renderSuggestions={(used) => (
            <SearchSuggestions {...used} navigate={(change) => searchFrom(used.field, change)} />
          )}
        />
        <Field
          label="Location"
          name="location"
          placeholder="City or country"
          renderSuggestions={(used) => (
            <PlaceSuggestions
              {...used}
              onChoose={(location) =>
                searchFrom(used.field, (current) => ({ ...current, location }))
              }
            />
          )}
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

/** The texts of the search form that were not submitted, by history entry and field. They return with Back. */
const unsubmitted = new Map<string, string>();

type FieldProps = {
  label: string;
  name: string;
  placeholder: string;
  renderSuggestions: (used: UsedField) => ReactNode;
};

function Field({ label, renderSuggestions, ...input }: FieldProps) {
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  // While the page is left, its fields belong to the entry with which they were mounted.
  const [key] = useState(`${entry} ${input.name}`);
  const [listeners, used] = useUsedField();
  return (
    <div className="relative">
      <input
        aria-label={label}
        className="input"
        maxLength={SEARCH_LENGTH}
        type="search"
        defaultValue={unsubmitted.get(key)}
        onChange={({ target }) => unsubmitted.set(key, target.value)}
        {...listeners}
        {...input}
      />
      {used && renderSuggestions(used)}
    </div>
  );
}
