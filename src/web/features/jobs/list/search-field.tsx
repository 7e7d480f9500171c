import { type SyntheticEvent, useState } from 'react';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { useUrlText } from '#web/ui/use-url-text.ts';

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
export function SearchField({ name, value, onInput, navigate }: Props) {
  const [text, field] = useUrlText(value, onInput);
  /** The element, and the text that it contained when it got the focus; undefined until it is used. */
  const [used, setUsed] = useState<{ element: HTMLInputElement; text: string }>();
  const [isFocused, setIsFocused] = useState(false);
  // The field may have got the focus before hydration. Then, React reports only the input.
  const use = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    setUsed((earlier) => earlier ?? { element: currentTarget, text });
    setIsFocused(true);
  };
  return (
    <>
      <label className="field">
        <span className="field-label">Search jobs</span>
        <input
          className="input"
          type="search"
          name={name}
          maxLength={SEARCH_LENGTH}
          placeholder="Title, skill or company"
          onFocus={use}
          onInput={use}
          onBlur={() => setIsFocused(false)}
          {...field}
        />
      </label>
      {used && (
        <SearchSuggestions
          field={used.element}
          text={text}
          initial={used.text}
          isFocused={isFocused}
          navigate={navigate}
        />
      )}
    </>
  );
}
