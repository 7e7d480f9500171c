import { useEffect, useId, useRef, useState } from 'react';
import type { SearchSuggestions as Found } from '#shared/contract/job-responses.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { useApi } from '#web/api/use-api.ts';
import { typeText, useCombobox } from '#web/ui/use-combobox.ts';
import { readRecentSearches, storeRecentSearches, withRecentSearch } from './recent-searches.ts';

/** The pause in typing after which suggestions are fetched (ms). */
const PAUSE = 150;

type Props = {
  /** The search field, its text, and the text that it contained when it first got the focus. */
  field: HTMLInputElement;
  text: string;
  initial: string;
  isFocused: boolean;
  navigate: (change: (current: JobSearch) => JobSearch) => void;
};

type Option = {
  id?: string;
  label: string;
  jobs?: number;
  choose: () => void;
  remove?: () => void;
};
type Group = { name: string; options: Option[] };

/**
 * Suggests searches while a person types into the search field, and recent searches while the field is empty. Choosing
 * a title or a skill searches for it. Choosing a company or a place removes the typed text and filters by the choice.
 */
export function SearchSuggestions({ field, text, initial, isFocused, navigate }: Props) {
  const [recent, setRecent] = useState(readRecentSearches);
  const hasTyped = useRef(text !== initial);
  const labelId = useId();

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
  const found = useSuggestions(q);
  const groups = q === '' ? recentGroups() : suggestedGroups(found);
  const options = groups.flatMap((group) => group.options);

  function recentGroups(): Group[] {
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

  function suggestedGroups({ titles, skills, companies, places }: Found): Group[] {
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

  const combobox = useCombobox({
    field,
    count: options.length,
    isOpenAtFirst: isFocused && (hasTyped.current || text === ''),
    onUse: (reason) => {
      hasTyped.current ||= reason === 'input';
    },
    onChoose: (index) => options[index]?.choose(),
    onDelete: (index) => options[index]?.remove?.(),
    onCommit: (typed) => {
      if (hasTyped.current) remember(typed);
      hasTyped.current = false;
    },
  });

  return (
    <>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is in the props */}
      <div className="listbox" aria-label="Suggestions" {...combobox.listProps}>
        {groups.map(({ name, options: ofGroup }, number) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups of options, not fieldsets
          <div
            key={name}
            role="group"
            className="listbox-group"
            aria-labelledby={`${labelId}-${number}`}
          >
            <div id={`${labelId}-${number}`} className="listbox-label" role="presentation">
              {name}
            </div>
            {ofGroup.map((option) => (
              <div key={option.id ?? option.label} className="option-row" role="presentation">
                <div className="option" {...combobox.optionProps(options.indexOf(option))}>
                  <bdi>{option.label}</bdi>{' '}
                  {option.jobs !== undefined && <span>{formatCompactCount(option.jobs)}</span>}
                </div>
                {option.remove && (
                  // This button is for pointers only. The Delete key on the option does the same.
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-hidden="true"
                    className="option-remove"
                    title="Remove"
                    onClick={option.remove}
                  >
                    ×
                  </button>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="sr-only" aria-live="polite">
        {combobox.isOpen && describe(options)}
      </p>
    </>
  );
}

const NONE: Found = { titles: [], skills: [], companies: [], places: [] };

/** The suggestions for the latest text. Until they arrive, the suggestions for the previous text. */
function useSuggestions(q: string): Found {
  const api = useApi();
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    // An empty field shows recent searches instead.
    if (q === '') {
      setFound(NONE);
      return;
    }
    let isLatest = true;
    const show = (suggestions: Found) => isLatest && setFound(suggestions);
    const timer = setTimeout(() => {
      // After a failure, show no suggestions. The search itself reports what is wrong.
      api('GET /api/jobs/suggestions', { query: { q } }).then(show, () => show(NONE));
    }, PAUSE);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [q, api]);
  return found;
}

/** The text that a screen reader announces. */
function describe(options: Option[]): string {
  const recent = options.filter(({ remove }) => remove).length;
  if (recent > 0)
    return `${recent} recent ${recent === 1 ? 'search' : 'searches'}. Delete removes one.`;
  if (options.length === 0) return '';
  return options.length === 1 ? '1 suggestion' : `${options.length} suggestions`;
}
