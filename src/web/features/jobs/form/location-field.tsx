import { useState } from 'react';
import { JOB_LABELS, type JobField } from '#shared/domain/job-fields.ts';
import { LOCATION_LENGTH } from '#shared/limits.ts';
import { http } from '#web/api/http.ts';
import type { FormState } from '#web/forms/use-form.ts';
import { TextField } from '#web/ui/field.tsx';
import { typeText } from '#web/ui/use-combobox.ts';
import { SuggestionList } from '../list/suggestion-list.tsx';
import { useSuggestions } from '../list/use-suggestions.ts';

const NOTHING_READ = { places: [] as string[], remote: false, suggestions: [] as string[] };

/** The location: suggests places for the part that is typed, and says how the board reads the text. */
export function LocationField({ form }: { form: FormState<JobField> }) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const text = form.values.location.trim();
  const read = useSuggestions(text, NOTHING_READ, (location) =>
    http('GET /api/places', { query: { location } }),
  );
  const { places, remote, suggestions } = read;
  const names = [...places, ...(remote ? ['Remote'] : [])].join('; ');
  const options = suggestions.map((label) => ({
    label,
    choose: () => field && typeText(field, withLastPart(field.value, label)),
  }));
  return (
    <div className="w-full">
      <div className="relative">
        <TextField
          ref={setField}
          label={JOB_LABELS.location}
          required
          maxLength={LOCATION_LENGTH}
          autoComplete="off"
          hint="Separate several places with semicolons."
          {...form.field('location')}
        />
        {field && (
          <SuggestionList
            field={field}
            groups={options.length > 0 ? [{ name: 'Places', options }] : []}
            isOpenAtFirst={false}
            onUse={() => {}}
          />
        )}
      </div>
      {/* The line is reserved, so that nothing moves when the text is read. */}
      <p aria-live="polite" className="field-hint mt-1 min-h-6">
        {text !== '' && read !== NOTHING_READ && (
          <bdi>{names || 'Not recognized: the job is found by the words of its location.'}</bdi>
        )}
      </p>
    </div>
  );
}

/** Replaces the part after the last semicolon. */
function withLastPart(location: string, part: string): string {
  const before = location.split(';').slice(0, -1);
  return [...before.map((each) => each.trim()), part].join('; ');
}
