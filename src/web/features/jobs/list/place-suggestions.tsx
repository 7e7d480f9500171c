import { useEffect, useState } from 'react';
import { useApi } from '#web/api/use-api.ts';
import { typeText } from '#web/ui/use-combobox.ts';
import type { UsedField } from '#web/ui/use-used-field.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

const NONE: { place: string; jobs: number }[] = [];

/** Suggests places that have jobs while a person types into a location field. */
export function PlaceSuggestions({
  field,
  initial,
  onChoose,
}: UsedField & { onChoose: (place: string) => void }) {
  const api = useApi();
  const [text, setText] = useState(field.value);
  // Letters may have been typed before the list listens to the field.
  useEffect(() => setText(field.value), [field]);
  const places = useSuggestions(
    text.trim(),
    NONE,
    async (name) => (await api('GET /api/jobs/places', { query: { name } })).results,
  );
  const options = places.map(({ place, jobs }) => ({
    label: place,
    jobs,
    choose: () => {
      typeText(field, place);
      onChoose(place);
    },
  }));
  return (
    <SuggestionList
      field={field}
      groups={options.length > 0 ? [{ name: 'Places with jobs', options }] : []}
      isOpenAtFirst={text !== initial}
      onUse={() => setText(field.value)}
    />
  );
}
