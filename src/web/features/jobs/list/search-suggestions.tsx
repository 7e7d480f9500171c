import { useEffect, useRef, useState } from 'react';
import type { SearchSuggestions as Found } from '#shared/contract/job-responses.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { typeText } from '#web/ui/use-combobox.ts';
import type { UsedField } from '#web/ui/use-used-field.ts';
import { readRecentSearches, storeRecentSearches, withRecentSearch } from './recent-searches.ts';
import { type SuggestionGroup, SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

const NONE: Found = { titles: [], skills: [], companies: [], places: [] };

type Props = UsedField & { navigate: (change: (current: JobSearch) => JobSearch) => void };

/**
 * Suggests searches while a person types into the search field, and recent searches while the field is empty. Choosing
 * a title or a skill searches for it. Choosing a company or a place removes the typed text and filters by the choice.
 */
export function SearchSuggestions({ field, initial, navigate }: Props) {
  const api = useApi();
  const [text, setText] = useState(field.value);
  // Letters may have been typed before the list listens to the field.
  useEffect(() => setText(field.value), [field]);
  const [recent, setRecent] = useState(readRecentSearches);
  const hasTyped = useRef(text !== initial);

  const remember = (search: string) =>
    setRecent(storeRecentSearches(withRecentSearch(readRecentSearches(), search)));

  /** Searches for this text and changes other filters. */
  const search = (q: string, change: JobSearch = {}) => {
    typeText(field, q);
    hasTyped.current = false;
    remember(q);
    navigate((current) => ({ ...current, q, ...change }));
  };

  const q = text.trim();
  const found = useSuggestions(q, NONE, (typed) =>
    api('GET /api/jobs/suggestions', { query: { q: typed } }),
  );

  function recentGroups(): SuggestionGroup[] {
    if (recent.length === 0) return [];
    const store = (searches: string[]) => setRecent(storeRecentSearches(searches));
    return [
      {
        name: 'Recent searches',
        options: [
          ...recent.map((label) => ({
            label,
            choose: () => search(label),
            remove: () => store(recent.filter((other) => other !== label)),
          })),
          { label: 'Clear recent searches', choose: () => store([]) },
        ],
      },
    ];
  }

  function suggestedGroups({ titles, skills, companies, places }: Found): SuggestionGroup[] {
    return [
      {
        name: 'Titles',
        options: titles.map(({ title, jobs }) => ({
          label: title,
          jobs,
          choose: () => search(title),
        })),
      },
      {
        name: 'Companies',
        options: companies.map(({ id, name, jobs }) => ({
          id,
          label: name,
          jobs,
          choose: () => search('', { company: id }),
        })),
      },
      {
        name: 'Places',
        options: places.map(({ place, jobs }) => ({
          label: place,
          jobs,
          choose: () => search('', { location: place }),
        })),
      },
      {
        name: 'Skills',
        options: skills.map(({ skill, jobs }) => ({
          label: skill,
          jobs,
          choose: () => search(skill),
        })),
      },
    ].filter((group) => group.options.length > 0);
  }

  return (
    <SuggestionList
      field={field}
      groups={q === '' ? recentGroups() : suggestedGroups(found)}
      isOpenAtFirst={hasTyped.current || text === ''}
      onUse={(reason) => {
        hasTyped.current ||= reason === 'input';
        setText(field.value);
      }}
      onCommit={(typed) => {
        if (hasTyped.current) remember(typed);
        hasTyped.current = false;
      }}
    />
  );
}
