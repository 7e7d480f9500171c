import { type SyntheticEvent, useState } from 'react';
import type { JobSearch } from '#shared/urls/paths.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { TextFilter } from './filter-fields.tsx';

/** This component is in a separate chunk, which is loaded once the search field is used. */
const SearchSuggestions = lazyComponent(
  async () => (await import('./search-suggestions.tsx')).SearchSuggestions,
);

type Props = {
  name: string;
  value: string;
  onInput: (value: string) => void;
  navigate: (change: (current: JobSearch) => JobSearch) => void;
};

/** The search field, with suggestions once it is used. */
export function SearchField({ navigate, ...field }: Props) {
  /** The element, and the text that it contained when it got the focus; undefined until it is used. */
  const [used, setUsed] = useState<{ element: HTMLInputElement; initial: string }>();
  const [text, setText] = useState('');
  const [isFocused, setIsFocused] = useState(false);
  // The field may have got the focus before hydration. Then, React reports only the input.
  const use = ({ currentTarget: element }: SyntheticEvent<HTMLInputElement>) => {
    setText(element.value);
    setUsed((earlier) => earlier ?? { element, initial: element.value });
    setIsFocused(true);
  };
  return (
    <>
      <TextFilter
        label="Search jobs"
        type="search"
        placeholder="Title, skill or company"
        {...field}
        inputProps={{ onFocus: use, onInput: use, onBlur: () => setIsFocused(false) }}
      />
      {used && (
        <SearchSuggestions
          field={used.element}
          text={text}
          initial={used.initial}
          isFocused={isFocused}
          navigate={navigate}
        />
      )}
    </>
  );
}
