import type { Account } from '#shared/contract/accounts.ts';
import { boardSettings, type StoredSettings } from '#shared/contract/board-settings.ts';
import type { BoardSettings, SettingName } from '#shared/domain/board-settings.ts';
import { EMAIL_LENGTH, SITE_NAME_LENGTH } from '#shared/limits.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { draftName } from '#web/forms/draft.ts';
import { checkBody } from '#web/forms/errors.ts';
import { FormLayout } from '#web/forms/form-layout.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { AccentSample } from '../settings/look-fields.tsx';
import { describeFixed } from '../settings/rule-fields.tsx';
import { SETTING_LABELS } from '../settings/setting-values.ts';
import { useShowSettings } from '../settings/show-settings.ts';

type Props = { account: Account; stored: StoredSettings; onDone: () => void };

type Field = 'name' | 'accent' | 'posting' | 'contact';

const LABELS: Record<Field, string> = {
  name: SETTING_LABELS.name,
  accent: SETTING_LABELS.accent,
  posting: 'Who may post jobs',
  contact: SETTING_LABELS.contact,
};

/** The answers about who may post, with the rules that follow from them. */
const POSTING = {
  reviewed: { registration: 'everyone', review: 'first' },
  open: { registration: 'everyone', review: 'none' },
  closed: { registration: 'nobody', review: 'none' },
} as const satisfies Record<string, Partial<BoardSettings>>;

type Values = Record<Field, string>;

/** The settings that the answers change. Those that the environment of the server sets are left out. */
function bodyOf(
  { name, accent, posting, contact }: Values,
  fixed: readonly SettingName[],
): Partial<BoardSettings> {
  const all = { name, accent, contact, ...POSTING[posting as keyof typeof POSTING] };
  return Object.fromEntries(
    Object.entries(all).filter(([setting]) => !fixed.some((one) => one === setting)),
  );
}

const initialOf = ({ settings: { name, accent, contact }, version }: StoredSettings) => ({
  values: { name, accent, posting: 'reviewed', contact },
  etag: `"${version}"`,
});

/** The questions that a new board asks once. Their answers are settings, which can be changed later. */
export function SetupQuestions({ account, stored, onDone }: Props) {
  const { api } = useSession();
  const show = useShowSettings();
  const variableOf = (name: SettingName) =>
    stored.fixed.find(({ setting }) => setting === name)?.variable;
  const nameVariable = variableOf('name');
  const reviewVariable = variableOf('review');
  const fixed = stored.fixed.map(({ setting }) => setting);
  const skipping = useInlineAction();

  async function skip(): Promise<void> {
    const act = () => api('PUT /api/admin/setup', { body: { step: 'checklist' } });
    if (await skipping.run({ act, failure: 'The questions were not skipped' })) onDone();
  }

  const form = useForm<Field>({
    name: draftName(account, `${adminPages.admin()} setup`),
    stays: true,
    initial: initialOf(stored),
    check: (values, describe) =>
      describe(checkBody(boardSettings.partial(), bodyOf(values, fixed))),
    errorTexts: { labels: LABELS, missing: { name: 'Enter the name of the board.' } },
    async save(values, headers) {
      const saved = await api('PUT /api/admin/settings', { body: bodyOf(values, fixed) }, headers);
      await api('PUT /api/admin/setup', { body: { step: 'checklist' } });
      show(saved);
      onDone();
      return { values, etag: `"${saved.version}"` };
    },
    edited: {
      page: adminPages.admin(),
      reload: async () => initialOf(await api('GET /api/admin/settings', {})),
    },
    toasts: ADMIN_ACTIONS.saveSettings,
  });
  return (
    <>
      {skipping.error && (
        <Alert role="alert" className="mb-6">
          {skipping.error}
        </Alert>
      )}
      <FormLayout
        form={form}
        labels={LABELS}
        action="Save and continue"
        secondary={{ label: 'Skip', onClick: () => void skip() }}
      >
        <TextField
          label={LABELS.name}
          required
          maxLength={SITE_NAME_LENGTH}
          {...form.field('name')}
          {...(nameVariable && {
            readOnly: true,
            hint: describeFixed(nameVariable),
          })}
        />
        <TextField
          label={LABELS.accent}
          hint="The color of links and buttons, such as #1a7f4e. Leave it empty for the default."
          spellCheck={false}
          {...form.field('accent')}
        />
        <AccentSample accent={form.values.accent.trim().toLowerCase()} />
        <SelectField
          label={LABELS.posting}
          {...form.field('posting')}
          {...(reviewVariable && {
            hint: `${reviewVariable} in the environment of the server decides which jobs are reviewed.`,
          })}
        >
          <option value="reviewed">Everyone; you read the first job of each company</option>
          <option value="open">Everyone; jobs appear at once</option>
          <option value="closed">Only employers of companies that you add</option>
        </SelectField>
        <TextField
          type="email"
          label={LABELS.contact}
          maxLength={EMAIL_LENGTH}
          hint="Replies to emails of the board go to this address."
          {...form.field('contact')}
        />
      </FormLayout>
    </>
  );
}
