import { useId, useState } from 'react';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { ResidenceText } from './lazy-residence-text.ts';
import { useResidence } from './residence.ts';

/** This component is in a separate chunk, because it is needed only when a visitor asks for it. */
const ResidenceFields = lazyComponent(
  async () => (await import('./residence-fields.tsx')).ResidenceFields,
);

/** Says where the visitor lives, and lets them change it. */
export function ResidenceControl() {
  const id = useId();
  const residence = useResidence();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="residence js-only">
      <button type="button" popoverTarget={id}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 15C4 10.5 3 8.5 3 6.5a5 5 0 0 1 10 0C13 8.5 12 10.5 8 15z" />
          <circle cx="8" cy="6.5" r="1" />
        </svg>
        <span>{residence ? <ResidenceText residence={residence} /> : 'Where do you live?'}</span>
      </button>
      <div
        id={id}
        // The popover may have been opened before hydration.
        ref={(element) => {
          if (element?.popover && element.matches(':popover-open')) setIsOpen(true);
        }}
        popover="auto"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && <ResidenceFields residence={residence} popover={id} />}
      </div>
    </div>
  );
}
