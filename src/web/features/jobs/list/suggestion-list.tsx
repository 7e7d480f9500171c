import { useId } from 'react';
import { formatCompactCount } from '#shared/format/count.ts';
import { useCombobox } from '#web/ui/use-combobox.ts';

export type SuggestionGroup = {
  name: string;
  options: {
    id?: string;
    label: string;
    jobs?: number;
    choose: () => void;
    remove?: () => void;
  }[];
};

type Option = SuggestionGroup['options'][number];

type Props = {
  field: HTMLInputElement;
  groups: SuggestionGroup[];
  /** Whether the list is open at first if the field has the focus. */
  isOpenAtFirst: boolean;
  onUse: (reason: 'input' | 'focus') => void;
  onCommit?: (text: string) => void;
};

/** The listbox with the suggestions for a text field, in groups, each with its number of jobs. */
export function SuggestionList({ field, groups, isOpenAtFirst, onUse, onCommit }: Props) {
  const labelId = useId();
  const options = groups.flatMap((group) => group.options);
  const combobox = useCombobox({
    field,
    count: options.length,
    isOpenAtFirst: isOpenAtFirst && document.activeElement === field,
    onUse,
    onChoose: (index) => options[index]?.choose(),
    onDelete: (index) => options[index]?.remove?.(),
    ...(onCommit && { onCommit }),
  });

  return (
    <>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is in the props */}
      <div className="listbox" aria-label="Suggestions" {...combobox.listProps}>
        {groups.map(({ name, options: ofGroup }, number) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups of options, not fieldsets
          <div
            key={name}
            role="group"
            className="listbox-group"
            aria-labelledby={`${labelId}-${number}`}
          >
            <div id={`${labelId}-${number}`} className="listbox-label" role="presentation">
              {name}
            </div>
            {ofGroup.map((option) => (
              <div key={option.id ?? option.label} className="option-row" role="presentation">
                <div className="option" {...combobox.optionProps(options.indexOf(option))}>
                  <bdi>{option.label}</bdi>{' '}
                  {option.jobs !== undefined && <span>{formatCompactCount(option.jobs)}</span>}
                </div>
                {option.remove && (
                  // This button is for pointers only. The Delete key on the option does the same.
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-hidden="true"
                    className="option-remove"
                    title="Remove"
                    onClick={option.remove}
                  >
                    ×
                  </button>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="sr-only" aria-live="polite">
        {combobox.isOpen && describe(options)}
      </p>
    </>
  );
}

/** The text that a screen reader announces. */
function describe(options: Option[]): string {
  const recent = options.filter(({ remove }) => remove).length;
  if (recent > 0)
    return `${recent} recent ${recent === 1 ? 'search' : 'searches'}. Delete removes one.`;
  if (options.length === 0) return '';
  return options.length === 1 ? '1 suggestion' : `${options.length} suggestions`;
}
