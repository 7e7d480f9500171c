import { type FormEvent, useState } from 'react';
import type { Source } from '#shared/contract/sources.ts';
import { SOURCE_ACTIONS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { PreviewResultView } from './preview-result.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { filledSettings, SettingFields } from './setting-fields.tsx';
import { usePreview } from './use-preview.ts';
import { useSourceChange } from './use-source-change.ts';

type Props = { source: Source; onChanged: (source: Source) => void };

/** The settings of a source. Before they are saved, a preview shows what the next run would do with them. */
export function SourceSettings({ source, onChanged }: Props) {
  const { busy, error, save } = useSourceChange(source, onChanged);
  const preview = usePreview();
  const [values, setValues] = useState(source.settings);
  const { settable, tenant, url, company } = source;
  if (settable.length === 0) return null;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const isSaved = await save({ settings: filledSettings(values) }, SOURCE_ACTIONS.settings);
    if (isSaved) preview.clear();
  }

  function show(): void {
    // The tenant of a feed is its URL.
    const address = tenant.startsWith('https://') ? tenant : url;
    const settings = filledSettings(values);
    void preview.start({ url: address, company: company.id, settings });
  }

  return (
    <details className="mt-12 max-w-176">
      <summary className="cursor-pointer">
        <h2 className="section-title inline">Settings</h2>
      </summary>
      <p className="my-4 text-muted">
        Preview the jobs before you save. The next run reads everything with the saved settings.
      </p>
      <Form noValidate onSubmit={(event) => void submit(event)}>
        <SettingFields
          settable={settable}
          values={values}
          onChange={(next) => {
            setValues(next);
            preview.clear();
          }}
        />
        {(error ?? preview.error) && <Alert role="alert">{error ?? preview.error}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" aria-busy={busy}>
            Save settings
          </Button>
          <Button variant="secondary" aria-busy={preview.busy} onClick={show}>
            Preview
          </Button>
        </div>
      </Form>
      <div className="mt-8">
        {preview.shown && preview.isReading && (
          <ReadingProgress listed={preview.shown.preview.listed} hasFailed={preview.hasFailed} />
        )}
        {preview.result && <PreviewResultView result={preview.result} />}
      </div>
    </details>
  );
}
