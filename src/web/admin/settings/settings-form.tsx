import { useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { StoredSettings } from '#shared/contract/board-settings.ts';
import type { SettingName } from '#shared/domain/board-settings.ts';
import {
  EMAIL_LENGTH,
  MAX_FOOTER_LINKS,
  SITE_NAME_LENGTH,
  SITE_TEXT_LENGTH,
  URL_LENGTH,
} from '#shared/limits.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { draftName } from '#web/forms/draft.ts';
import { FormLayout } from '#web/forms/form-layout.tsx';
import { type FormState, useForm } from '#web/forms/use-form.ts';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LookFields } from './look-fields.tsx';
import { describeFixed, RuleFields } from './rule-fields.tsx';
import {
  changedSettings,
  checkSettings,
  FIELD_LABELS,
  MISSING,
  SETTING_LABELS,
  type SettingField,
  valuesOf,
} from './setting-values.ts';
import { useShowSettings } from './show-settings.ts';

type Props = {
  account: Account;
  stored: StoredSettings;
  reload: () => Promise<StoredSettings>;
};

const initialOf = ({ settings, version }: StoredSettings) => ({
  values: valuesOf(settings),
  etag: `"${version}"`,
});

/** The form with all settings. A setting that the environment of the server sets is read-only. */
export function SettingsForm({ account, stored, reload }: Props) {
  const { api } = useSession();
  const show = useShowSettings();
  const [initial, setInitial] = useState(() => initialOf(stored));
  const form = useForm<SettingField>({
    name: draftName(account, adminPages.admin('settings')),
    stays: true,
    initial,
    webAddresses: LINKS.map(({ url }) => url),
    check: (values, describe) => describe(checkSettings(values, initial.values)),
    errorTexts: { labels: FIELD_LABELS, missing: MISSING },
    async save(values, headers) {
      const body = changedSettings(values, initial.values);
      const saved = await api('PUT /api/admin/settings', { body }, headers);
      show(saved);
      const next = initialOf(saved);
      setInitial(next);
      return next;
    },
    edited: {
      page: adminPages.admin('settings'),
      reload: async () => {
        const next = initialOf(await reload());
        setInitial(next);
        return next;
      },
    },
    toasts: ADMIN_ACTIONS.saveSettings,
  });

  const variableOf = (name: SettingName) =>
    stored.fixed.find(({ setting }) => setting === name)?.variable;
  const text = (name: TextSetting, props: TextProps) => {
    const variable = variableOf(name);
    return (
      <TextField
        label={SETTING_LABELS[name]}
        {...props}
        {...form.field(name)}
        {...(variable && { readOnly: true, hint: describeFixed(variable) })}
      />
    );
  };
  const short = { maxLength: SITE_NAME_LENGTH, required: true };
  const long = { maxLength: SITE_TEXT_LENGTH, required: true };
  const optional = { maxLength: SITE_TEXT_LENGTH };
  return (
    <FormLayout form={form} labels={FIELD_LABELS} action="Save settings">
      <h2 className="section-title">Name</h2>
      {text('name', { ...short, hint: 'On all pages, and in all emails and feeds.' })}
      {text('tagline', {
        ...optional,
        hint: 'What the board is, in a few words: in the title of the home page.',
      })}
      {text('contact', {
        type: 'email',
        maxLength: EMAIL_LENGTH,
        hint: 'Replies to emails of the board go to this address.',
      })}
      <h2 className="section-title mt-6">Look</h2>
      <LookFields form={form} />
      <h2 className="section-title mt-6">Home page</h2>
      {text('heading', long)}
      {text('subheading', optional)}
      {text('description', {
        ...optional,
        hint: 'Search engines and links in other apps show it below the name.',
      })}
      {text('seekersheading', short)}
      {text('seekerstext', long)}
      {text('seekersbutton', { ...short, hint: 'It opens the list of jobs.' })}
      {text('employersheading', short)}
      {text('employerstext', long)}
      {text('employersbutton', { ...short, hint: 'It opens the form for a new job.' })}
      <h2 className="section-title mt-6">Footer</h2>
      {text('legalname', {
        ...optional,
        hint: 'Who runs the board, if its name does not say it.',
      })}
      {text('years', { required: true, hint: 'For example, 2025 or 2025–2026' })}
      <LinkFields form={form} />
      <h2 className="section-title mt-6">Rules</h2>
      <RuleFields form={form} variableOf={variableOf} />
    </FormLayout>
  );
}

type TextSetting = Exclude<SettingField, `links.${string}` | `types.${string}`>;

type TextProps = { maxLength?: number; type?: 'email'; required?: boolean; hint?: string };

const LINKS = Array.from({ length: MAX_FOOTER_LINKS }, (_, number) => ({
  label: `links.${number}.label` as const,
  url: `links.${number}.url` as const,
}));

/** The links in the footer. An empty one is left out. */
function LinkFields({ form }: { form: FormState<SettingField> }) {
  const filled = LINKS.filter(({ label, url }) => form.values[label] || form.values[url]).length;
  const [shown, setShown] = useState(filled);
  const visible = LINKS.slice(0, Math.max(shown, filled));
  return (
    <fieldset className="field">
      <legend className="field-label">{SETTING_LABELS.links}</legend>
      <p className="field-hint">
        Shown after About, Privacy Policy and the others. Leave both fields empty to remove a link.
      </p>
      {visible.map(({ label, url }) => (
        <div key={label} className="mb-4 grid gap-4 sm:grid-cols-2">
          <TextField
            label={FIELD_LABELS[label] ?? ''}
            maxLength={SITE_NAME_LENGTH}
            {...form.field(label)}
          />
          <TextField
            label={FIELD_LABELS[url] ?? ''}
            type="url"
            maxLength={URL_LENGTH}
            {...form.field(url)}
          />
        </div>
      ))}
      {visible.length < MAX_FOOTER_LINKS && (
        <Button variant="secondary" onClick={() => setShown(visible.length + 1)}>
          Add a link
        </Button>
      )}
    </fieldset>
  );
}
