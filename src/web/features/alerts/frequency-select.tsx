import { ALERT_FREQUENCIES, type AlertFrequency } from '#shared/domain/alerts.ts';
import { FREQUENCY_LABELS } from '#shared/format/alert-frequency.ts';

type Props = {
  label: string;
  value: AlertFrequency;
  choices: readonly AlertFrequency[];
  onChange: (frequency: AlertFrequency) => void;
};

/** How often a search sends emails. */
export function FrequencySelect({ label, value, choices, onChange }: Props) {
  return (
    <select
      className="select w-auto"
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = ALERT_FREQUENCIES.find((frequency) => frequency === target.value);
        if (chosen) onChange(chosen);
      }}
    >
      {choices.map((frequency) => (
        <option key={frequency} value={frequency}>
          {FREQUENCY_LABELS[frequency]}
        </option>
      ))}
    </select>
  );
}
