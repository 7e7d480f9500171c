import { lazyComponent } from '#web/data/lazy-component.tsx';
import { useUsedField } from '#web/ui/use-used-field.ts';
import { TextFilter, type TextFilterProps } from './filter-fields.tsx';

/** This component is in a separate chunk, which is loaded once the field is used. */
const PlaceSuggestions = lazyComponent(
  async () => (await import('./suggestions.ts')).PlaceSuggestions,
);

/** The location filter, with suggestions of places that have jobs once it is used. */
export function PlaceField(props: TextFilterProps) {
  const [inputProps, used] = useUsedField();
  return (
    <div className="field relative">
      <TextFilter {...props} inputProps={inputProps} />
      {used && <PlaceSuggestions {...used} onChoose={props.onInput} />}
    </div>
  );
}
