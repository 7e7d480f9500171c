import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { SourceSetting } from '#shared/contract/sources.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { FieldGroup, TextField } from '#web/ui/field.tsx';
import { Form } from '#web/ui/form.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PreviewResultView } from './preview-result.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { SaveSource } from './save-source.tsx';
import { filledSettings, SettingFields, type Settings } from './setting-fields.tsx';
import type { SourceScope } from './source-scope.ts';
import { usePreview } from './use-preview.ts';

type Company = { id: string; name: string };

type CompanyChoice = {
  /** Companies that are always offered, whatever the person types. */
  known: Company[];
  value: string;
  onChange: (id: string) => void;
};

type Props = {
  scope: SourceScope;
  /** The id of the company that gets the jobs; undefined if a site admin chooses it. */
  company: string | undefined;
  /** Renders the field with which a site admin chooses a company. */
  renderCompanyField?: (choice: CompanyChoice) => ReactNode;
};

/** The form that adds a source: a preview shows the jobs at the URL before the source is saved. */
export function AddSource({ scope, company: own, renderCompanyField }: Props) {
  const {
    shown,
    result,
    isReading,
    hasFailed,
    busy,
    error,
    setError,
    start: startPreview,
    clear,
  } = usePreview();
  const [address, setAddress] = useState('');
  const [addressError, setAddressError] = useState<string>();
  const [isExisting, setIsExisting] = useState(false);
  const [chosen, setChosen] = useState('');
  /** The company on the board that has the same name as the found company. */
  const [same, setSame] = useState<Company>();
  const [settings, setSettings] = useState<Settings>({});
  /** The settings of the source at this URL, from the latest preview. */
  const [settable, setSettable] = useState<SourceSetting[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (shown?.preview.result?.found) setSettable(shown.preview.settable);
  }, [shown]);

  // The focus moves to the result, unless the person is already typing elsewhere.
  useEffect(() => {
    if (result && !(document.activeElement instanceof HTMLInputElement)) heading.current?.focus();
  }, [result]);

  /** Changes the form. The result for its former values is hidden, so that it cannot be saved by mistake. */
  function change(edit: () => void): void {
    edit();
    clear();
  }

  function changeAddress(url: string): void {
    setAddress(url);
    setSettings({});
    setSettable([]);
    clear();
  }

  function takeSame(company: Company, url: string): void {
    setSame(company);
    setIsExisting(true);
    setChosen(company.id);
    void startPreview({ url, company: company.id, settings: filledSettings(settings) });
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const url = withScheme(address.trim());
    setAddressError(url ? undefined : 'Enter a URL.');
    if (!url) {
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    if (!own && isExisting && !chosen) {
      setError('Choose a company.');
      return;
    }
    const company = own ?? (isExisting ? chosen : undefined);
    void startPreview({ url, company, settings: filledSettings(settings) });
  }

  return (
    <section className="page-width page-space">
      <p className="mb-6">
        <ArrowLink back href={scope.hrefOf()}>
          All sources
        </ArrowLink>
      </p>
      <PageHeader title="Add source" className="mb-6" />
      <Form noValidate onSubmit={submit}>
        <TextField
          label="URL"
          name="url"
          required
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          hint="The page that lists a company’s jobs, on its own website or on its job board. The URL of a feed or of one job works, too."
          placeholder="https://www.example.com/careers"
          error={addressError}
          value={address}
          onChange={({ target }) => changeAddress(target.value)}
        />
        {!own && renderCompanyField && (
          <FieldGroup label="Company" name="company-choice">
            <div className="grid gap-4">
              <CompanyOption
                label="A new company, with the name that the source states"
                isChosen={!isExisting}
                onChoose={() => change(() => setIsExisting(false))}
              />
              <CompanyOption
                label="A company on this board"
                isChosen={isExisting}
                onChoose={() => change(() => setIsExisting(true))}
              />
              {isExisting &&
                renderCompanyField({
                  known: same ? [same] : [],
                  value: chosen,
                  onChange: (id) => change(() => setChosen(id)),
                })}
            </div>
          </FieldGroup>
        )}
        {settable.length > 0 && (
          <details className="w-full">
            <summary className="link cursor-pointer">Settings</summary>
            <p className="my-4 text-muted">
              If the previewed jobs are not right, change the settings and preview again.
            </p>
            <SettingFields
              settable={settable}
              values={settings}
              onChange={(values) => change(() => setSettings(values))}
            />
          </details>
        )}
        {error && <Alert role="alert">{error}</Alert>}
        <Button type="submit" variant={result ? 'secondary' : 'primary'} aria-disabled={busy}>
          Preview
        </Button>
      </Form>
      {shown && isReading && (
        <div className="mt-8">
          <ReadingProgress listed={shown.preview.listed} hasFailed={hasFailed} />
        </div>
      )}
      {shown && result && (
        <section aria-labelledby="found" className="mt-12 max-w-176">
          <h2 id="found" ref={heading} tabIndex={-1} className="section-title mb-4">
            {result.found ? `Found: ${result.found.systemname}` : 'Nothing found'}
          </h2>
          <PreviewResultView
            result={result}
            onPreview={(url) => {
              changeAddress(url);
              void startPreview({ url, company: shown.company, settings: {} });
            }}
          />
          <SaveSource
            key={shown.preview.id}
            scope={scope}
            preview={shown.preview.id}
            result={result}
            isNewCompany={!shown.company}
            onCompany={(company) => takeSame(company, shown.preview.url)}
          />
        </section>
      )}
    </section>
  );
}

/** Adds the scheme, because people often copy a URL without it. */
function withScheme(address: string): string {
  return address === '' || /^[a-z]+:/i.test(address) ? address : `https://${address}`;
}

type OptionProps = { label: string; isChosen: boolean; onChoose: () => void };

function CompanyOption({ label, isChosen, onChoose }: OptionProps) {
  return (
    <label className="tap-target flex min-h-6 items-start gap-3">
      <input
        type="radio"
        name="company-choice"
        className="mt-0.5 size-5 flex-none accent-brand"
        checked={isChosen}
        onChange={onChoose}
      />
      {label}
    </label>
  );
}
