import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { PreviewResult } from '#shared/contract/sources.ts';
import { SOURCE_INTERVALS } from '#shared/domain/sources.ts';
import { COMPANY_NAME_LENGTH } from '#shared/limits.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useApi } from '#web/api/use-api.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { newIdempotencyKey } from '#web/forms/draft.ts';
import { SOURCE_ACTIONS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { IntervalField } from './interval-field.tsx';
import type { SourceScope } from './source-scope.ts';

type Props = {
  scope: SourceScope;
  /** The id of the preview. */
  preview: string;
  result: PreviewResult;
  /** Whether the source gets a company that is not on the board yet. */
  isNewCompany: boolean;
  /** Makes the preview again for a company on the board. */
  onCompany: (company: { id: string; name: string }) => void;
};

/** Saves the source of a preview, if it can be read and is not yet on the board. */
export function SaveSource({ scope, preview, result, isNewCompany, onCompany }: Props) {
  const { api } = useSession();
  const router = useRouter();
  const { busy, error, run } = useInlineAction();
  const [name, setName] = useState(result.company);
  const [nameError, setNameError] = useState<string>();
  const [interval, setInterval] = useState<number>(SOURCE_INTERVALS.default);
  const [idempotencyKey] = useState(newIdempotencyKey);

  if (result.existing) {
    return (
      <Alert className="mt-10">
        <p>The board already reads this source.</p>
        <ButtonLink href={scope.hrefOf(result.existing)} variant="secondary">
          Open the source
        </ButtonLink>
      </Alert>
    );
  }
  if (!result.found || result.error) return null;

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const companyname = name.trim();
    const isNameless = isNewCompany && !companyname;
    setNameError(isNameless ? 'Enter the name of the company.' : undefined);
    if (isNameless) {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    let id = '';
    const body = { preview, interval, ...(isNewCompany && { companyname }) };
    const isSaved = await run({
      act: async () => {
        const headers = { 'idempotency-key': idempotencyKey };
        id = (await api('POST /api/sources', { body }, headers)).id;
      },
      ...SOURCE_ACTIONS.save,
      subject: 'The company name',
    });
    if (!isSaved) return;
    router.clearCache();
    await router.navigate({ href: scope.hrefOf(id) });
  }

  return (
    <div className="mt-10 grid gap-6">
      {isNewCompany && <SameName name={result.company} onCompany={onCompany} />}
      <Form noValidate onSubmit={(event) => void save(event)}>
        {isNewCompany && (
          <TextField
            label="Company Name"
            name="companyname"
            required
            autoComplete="off"
            maxLength={COMPANY_NAME_LENGTH}
            error={nameError}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        <IntervalField value={interval} current={SOURCE_INTERVALS.default} onChange={setInterval} />
        {!scope.isSiteAdmin && <Approval isProven={result.proven} />}
        {error && <Alert role="alert">{error}</Alert>}
        <Button type="submit" aria-disabled={busy}>
          Save source
        </Button>
      </Form>
    </div>
  );
}

/** Says whether the source of an owner waits for a site admin. */
function Approval({ isProven }: { isProven: boolean }) {
  if (isProven) {
    return <p>The page is on your company’s own website, so the first run starts at once.</p>;
  }
  return (
    <Alert>
      <p>
        After you save the source, a site admin looks at it. Its jobs appear here once it is
        approved. If the URL is a page on your company’s proven website, no approval is needed.
      </p>
    </Alert>
  );
}

/** Offers the company on the board that has the same name, so that it is not added twice. */
function SameName({ name, onCompany }: { name: string } & Pick<Props, 'onCompany'>) {
  const api = useApi();
  const { value } = useAsync(name || undefined, () =>
    api('GET /api/companies', { query: { q: name, limit: '8', description: 'none' } }),
  );
  const same = value?.results.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!same) return null;
  return (
    <Alert>
      <p>
        A company named <bdi>{same.name}</bdi> is already on the board.
      </p>
      <Button variant="secondary" onClick={() => onCompany(same)}>
        Use this company
      </Button>
    </Alert>
  );
}
