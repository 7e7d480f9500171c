import type { JobSearch } from '#shared/urls/paths.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { useUsedField } from '#web/ui/use-used-field.ts';
import { TextFilter } from './filter-fields.tsx';

/** This component is in a separate chunk, which is loaded once the search field is used. */
const SearchSuggestions = lazyComponent(
  async () => (await import('./suggestions.ts')).SearchSuggestions,
);

type Props = {
  name: string;
  value: string;
  onInput: (value: string) => void;
  navigate: (change: (current: JobSearch) => JobSearch) => void;
};

/** The search field, with suggestions once it is used. */
export function SearchField({ navigate, ...field }: Props) {
  const [inputProps, used] = useUsedField();
  return (
    <>
      <TextFilter
        label="Search jobs"
        type="search"
        placeholder="Title, skill or company"
        {...field}
        inputProps={inputProps}
      />
      {used && <SearchSuggestions {...used} navigate={navigate} />}
    </>
  );
}
