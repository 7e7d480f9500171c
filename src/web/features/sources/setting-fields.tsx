import type { SourceSetting } from '#shared/contract/sources.ts';
import { SETTING_LENGTH } from '#shared/domain/sources.ts';
import { TextField } from '#web/ui/field.tsx';

export type Settings = Record<string, string>;

type Props = {
  settable: SourceSetting[];
  values: Settings;
  onChange: (values: Settings) => void;
};

/** The fields for the settings of a source, such as the names of the elements of an XML feed. */
export function SettingFields({ settable, values, onChange }: Props) {
  return (
    <div className="grid items-end gap-x-6 gap-y-5 sm:grid-cols-2">
      {settable.map(({ name, label, usual }) => (
        <TextField
          key={name}
          label={label}
          name={`setting-${name}`}
          hint={`Usually ${usual}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SETTING_LENGTH}
          value={values[name] ?? ''}
          onChange={({ target }) => onChange({ ...values, [name]: target.value })}
        />
      ))}
    </div>
  );
}

/** The settings that are not empty. */
export function filledSettings(values: Settings): Settings {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}
