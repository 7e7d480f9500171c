import { type Account, accountEndpoints } from '#shared/contract/accounts.ts';
import { ACCOUNT_NAME_LENGTH, BIO_LENGTH, EMAIL_LENGTH } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { draftName } from '#web/forms/draft.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { checkBody } from '#web/forms/errors.ts';
import { RestoredDraft } from '#web/forms/form-layout.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { ROLE_MESSAGES, TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';

const LABELS = { name: 'Name', email: 'Email', bio: 'Brief Bio of yourself' } as const;

type Field = keyof typeof LABELS;

const { body: schema } = accountEndpoints['PUT /api/accounts/:id'];

/** The form for a person's own account, with the limits in the contract. Spec: "Account". */
export function AccountForm({ account }: { account: Account }) {
  const session = useSession();
  const { id, role, company } = account;
  const form = useForm<Field>({
    name: draftName(account, pages.account()),
    stays: true,
    initial: { values: textsOf(account) },
    check: (values, describe) => describe(checkBody(schema, values)),
    errorTexts: { labels: LABELS },
    async save(values) {
      const body = { id, role, company, ...values };
      const saved = await session.api('PUT /api/accounts/:id', { params: { id }, body });
      session.update(saved);
      return { values: textsOf(saved) };
    },
    toasts: TOASTS.updateAccount,
  });
  const roleMessage = ROLE_MESSAGES[role](account.companyname);
  return (
    <Form ref={form.element} noValidate onSubmit={form.submit} aria-busy={form.busy}>
      <RestoredDraft form={form} />
      <ErrorSummary errors={form.errors} fields={Object.keys(LABELS)} />
      {roleMessage && <p>{roleMessage}</p>}
      <TextField label="User ID" name="id" defaultValue={id} readOnly />
      <TextField
        label={LABELS.name}
        maxLength={ACCOUNT_NAME_LENGTH}
        autoComplete="name"
        {...form.field('name')}
      />
      <TextField
        label={LABELS.email}
        type="email"
        maxLength={EMAIL_LENGTH}
        autoComplete="email"
        {...form.field('email')}
      />
      <TextAreaField label={LABELS.bio} maxLength={BIO_LENGTH} rows={6} {...form.field('bio')} />
      {form.message && <Alert role="alert">{form.message}</Alert>}
      <Button type="submit" aria-disabled={form.busy}>
        Update Account
      </Button>
    </Form>
  );
}

function textsOf({ name, email, bio }: Account): Record<Field, string> {
  return { name, email, bio };
}
