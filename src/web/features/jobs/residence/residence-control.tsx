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
