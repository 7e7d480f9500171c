import { type MouseEvent, useEffect, useId, useLayoutEffect, useState } from 'react';

type Options = {
  /** The text field; null until it is in the document. */
  field: HTMLInputElement | null;
  /** The number of options. Without options, the list is hidden. */
  count: number;
  /** Whether the list is initially open if the field already has the focus. */
  isOpenAtFirst?: boolean;
  /** Called when the person types, and when the field gets the focus. */
  onUse: (reason: 'input' | 'focus') => void;
  onChoose: (option: number) => void;
  /** Called when the person presses Delete on an option. */
  onDelete?: (option: number) => void;
  /** Called when the focus leaves the field, and when Enter confirms its text. */
  onCommit?: (text: string) => void;
};

/**
 * An editable combobox with list autocomplete: handles the keys, the focus and the ARIA attributes of a text field and
 * its list of options. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 *
 * The field is passed in as an element and not rendered here, because it may be in use before this code is loaded. If
 * it were replaced by a new element, its input, its focus and a phone's on-screen keyboard would be lost.
 */
export function useCombobox({ field, count, onUse, onChoose, ...options }: Options) {
  const { isOpenAtFirst = false, onDelete, onCommit } = options;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  /** The option that the arrow keys have selected; -1 while no option is selected. */
  const [active, setActive] = useState(-1);
  const listId = useId();
  const optionId = (option: number) => `${listId}-${option}`;
  const isExpanded = isOpen && count > 0;
  const current = isExpanded && active < count ? active : -1;

  const show = (isShown: boolean) => {
    setIsOpen(isShown);
    setActive(-1);
  };
  const choose = (option: number) => {
    onChoose(option);
    show(false);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses these keys to choose among its own candidates.
    if (!field || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setIsOpen(!(event.altKey && step < 0));
      // The arrow keys move in a circle through the options and the field itself.
      if (!event.altKey) setActive(((current + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Enter') {
      if (current < 0) {
        onCommit?.(field.value);
        show(false);
        return;
      }
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape') {
      // Prevent browsers from clearing the field, which they do even while the list is open.
      event.preventDefault();
      if (!isExpanded) typeText(field, '');
      show(false);
    } else if (event.key === 'Delete' && current >= 0 && onDelete) {
      event.preventDefault();
      onDelete(current);
    } else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(event.key)) {
      setActive(-1);
    }
  };

  // Runs at each rendering, so that the listeners use the latest options.
  useEffect(() => {
    if (!field) return;
    const listening = new AbortController();
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => field.addEventListener(name, listener, { signal: listening.signal });
    listen('keydown', onKeyDown);
    // Listens on the window, which the event reaches after React's `onChange`. If this listener changed state before
    // React has read the field, React could render the field with its old text, and the typed letter would be lost.
    window.addEventListener(
      'input',
      ({ target }) => {
        if (target !== field) return;
        onUse('input');
        show(true);
      },
      { signal: listening.signal },
    );
    listen('click', () => setIsOpen(true));
    listen('focus', () => {
      onUse('focus');
      if (field.value === '') setIsOpen(true);
    });
    listen('blur', () => {
      onCommit?.(field.value);
      show(false);
    });
    return () => listening.abort();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `optionId` depends on the list's id alone
  useLayoutEffect(() => {
    if (!field) return;
    field.setAttribute('role', 'combobox');
    field.setAttribute('aria-autocomplete', 'list');
    field.setAttribute('aria-controls', listId);
    field.setAttribute('aria-expanded', String(isExpanded));
    if (current < 0) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', optionId(current));
    if (current >= 0)
      document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  }, [field, listId, isExpanded, current]);

  return {
    isOpen,
    listProps: {
      id: listId,
      role: 'listbox' as const,
      hidden: !isExpanded,
      // Prevent the pointer from moving the focus away from the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    },
    optionProps: (option: number) => ({
      id: optionId(option),
      role: 'option' as const,
      'aria-selected': option === current,
      onMouseMove: () => setActive(option),
      onClick: () => choose(option),
    }),
  };
}

/** Replaces the text of a field in the same way as typing, so that React notices it. */
export function typeText(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
