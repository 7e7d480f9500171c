import { useRef, useState } from 'react';
import {
  ACCENT,
  type AccentColors,
  accentContrast,
  accentSchemes,
  isReadable,
} from '#shared/domain/accent.ts';
import type { PICTURE_SETTINGS } from '#shared/domain/board-settings.ts';
import { MAX_LOGO_BYTES } from '#shared/limits.ts';
import { useSession } from '#web/auth/use-session.ts';
import {
  IMAGE_HINT,
  IMAGE_TYPES,
  TOO_LARGE,
  uploadPicture,
} from '#web/features/companies/upload-picture.ts';
import { FieldErrors } from '#web/forms/errors.ts';
import type { FormState } from '#web/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { FileField, TextField } from '#web/ui/field.tsx';
import { SETTING_LABELS, type SettingField } from './setting-values.ts';

type Props = { form: FormState<SettingField> };

/** The accent color, with a sample in both schemes, and the pictures of the board. */
export function LookFields({ form }: Props) {
  return (
    <>
      <TextField
        label={SETTING_LABELS.accent}
        hint="The color of links and buttons, such as #1a7f4e. Leave it empty for the default."
        spellCheck={false}
        {...form.field('accent')}
      />
      <AccentSample accent={form.values.accent.trim().toLowerCase()} />
      <PictureField form={form} name="logo" hint="Beside the name at the top of all pages." />
      <PictureField form={form} name="logodark" hint="Only if the logo is hard to see on black." />
      <PictureField form={form} name="icon" hint="In the tabs of browsers. Square." />
      <PictureField form={form} name="icondark" hint="Only if the icon is hard to see on black." />
    </>
  );
}

/** Shows a link and a button in the colors that follow from an accent, and the contrast. */
export function AccentSample({ accent }: { accent: string }) {
  if (!ACCENT.test(accent)) return null;
  const contrast = Math.floor(accentContrast(accent) * 10) / 10;
  const schemes = isReadable(accent) ? accentSchemes(accent) : undefined;
  return (
    <div role="status" className="w-full">
      <p className="mb-3 text-small text-muted">
        Contrast with the page: {contrast}:1
        {schemes ? '' : '. Texts need at least 4.5:1: choose a darker color.'}
      </p>
      {schemes && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Sample label="Light" colors={schemes.light} scheme="light" />
          <Sample label="Dark" colors={schemes.dark} scheme="dark" />
        </div>
      )}
    </div>
  );
}

/** The background and the text of pages, as in `theme.css`. */
const PAGES = {
  light: { background: '#fbfaf7', color: '#17192b' },
  dark: { background: '#12141f', color: '#eeeef3' },
};

type SampleProps = { label: string; colors: AccentColors; scheme: 'light' | 'dark' };

function Sample({ label, colors, scheme }: SampleProps) {
  const style = { ...PAGES[scheme], colorScheme: scheme };
  return (
    <div className="border border-line p-4" style={style}>
      <p className="mb-2 text-small">{label}</p>
      <p className="flex flex-wrap items-center gap-4">
        <span className="underline" style={{ color: colors.brand }}>
          A link
        </span>
        <span
          className="rounded-sm px-4 py-2 font-semibold"
          style={{ background: colors.brand, color: colors.onBrand }}
        >
          A button
        </span>
      </p>
    </div>
  );
}

type PictureProps = Props & { name: (typeof PICTURE_SETTINGS)[number]; hint: string };

/** A picture, which is uploaded when it is chosen, and used when the form is saved. */
function PictureField({ form, name, hint }: PictureProps) {
  const { api } = useSession();
  const picker = useRef<HTMLInputElement>(null);
  const [isUploading, setIsUploading] = useState(false);
  const [error, setError] = useState<string>();
  const { value, error: refused, onChange } = form.field(name);
  const set = (path: string) => onChange({ target: { value: path } });

  async function upload(): Promise<void> {
    const file = picker.current?.files?.[0];
    if (!file) return;
    if (file.size > MAX_LOGO_BYTES) return setError(TOO_LARGE);
    setError(undefined);
    setIsUploading(true);
    try {
      set(await uploadPicture(api, file, name));
    } catch (failure) {
      const told = failure instanceof FieldErrors ? failure.errors[name] : undefined;
      setError(told ?? 'The picture was not uploaded. Check your connection and try again.');
    } finally {
      setIsUploading(false);
    }
  }

  return (
    <div className="w-full">
      <FileField
        ref={picker}
        label={SETTING_LABELS[name]}
        name={name}
        hint={`${hint} ${IMAGE_HINT}`}
        accept={IMAGE_TYPES}
        disabled={isUploading}
        error={error ?? refused}
        onChange={() => void upload()}
      />
      {value && (
        <p className="mt-3 flex items-center gap-4">
          <img src={value} alt="" className="h-12 max-w-40 object-contain" />
          <Button
            variant="text"
            aria-label={`Remove: ${SETTING_LABELS[name]}`}
            onClick={() => {
              set('');
              if (picker.current) picker.current.value = '';
            }}
          >
            Remove
          </Button>
        </p>
      )}
    </div>
  );
}
