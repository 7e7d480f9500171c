import { useId, useState } from 'react';
import { NOTE_LENGTH } from '#shared/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { markJob } from './marks.ts';

type Props = { id: string; note: string; onEnd: () => void };

/** A form for a person's note on a job. An empty note removes it. */
export function NoteForm({ id, note, onEnd }: Props) {
  const field = useId();
  const [text, setText] = useState(note);
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (markJob(id, { note: text.trim() })) onEnd();
      }}
    >
      <label htmlFor={field} className="field-label">
        Your note
      </label>
      <textarea
        id={field}
        className="input"
        rows={3}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for the field
        autoFocus
        maxLength={NOTE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="flex justify-end gap-4">
        <Button variant="text" onClick={onEnd}>
          Cancel
        </Button>
        <Button type="submit">Save note</Button>
      </p>
    </form>
  );
}
