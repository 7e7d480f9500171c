import { useEffect } from 'react';
import type { DataExport } from '#shared/contract/personal-data.ts';
import { EXPORT_HOURS } from '#shared/domain/personal-data.ts';
import { formatDateTime } from '#shared/format/moment.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { Button } from '#web/ui/button.tsx';

/** How often the page asks whether the download is ready (ms). */
const POLL_INTERVAL = 2_000;

type Props = {
  download: DataExport;
  /** Reloads the state. */
  reload: () => void;
};

/** Requests a download of the person's data, and saves it once it is ready. Spec: "Account". */
export function DataDownload({ download, reload }: Props) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  const { state, expires, parts } = download;

  useEffect(() => {
    if (state !== 'preparing') return;
    const timer = setTimeout(reload, POLL_INTERVAL);
    return () => clearTimeout(timer);
  });

  async function request(): Promise<void> {
    const act = () => api('POST /api/personal-data/export', {});
    await run({ act, failure: 'The download was not requested' });
    reload();
  }

  async function save(): Promise<void> {
    const act = async () => {
      const contents: string[] = [];
      for (let part = 1; part <= parts; part += 1) {
        const query = { part: String(part) };
        contents.push((await api('GET /api/personal-data/export', { query })).content);
      }
      saveFile(new Blob(contents, { type: 'application/json' }), 'my-data.json');
    };
    if (!(await run({ act, failure: 'The file was not saved' }))) reload();
  }

  return (
    <section aria-labelledby="download" className="mt-16">
      <h2 id="download" className="section-title">
        Download my data
      </h2>
      <p className="mb-6 max-w-176">
        A JSON file with the data that this site stores about you, except secrets such as codes, and
        the reason of a block, which only site admins can read. The file is made in the background
        and can be downloaded for {EXPORT_HOURS} hours.
      </p>
      <p role="status" className="mb-4">
        {state === 'preparing' && 'Your download is being prepared.'}
        {state === 'ready' && expires && `Your download is ready until ${formatDateTime(expires)}.`}
        {state === 'failed' && 'Your download could not be prepared. Try again.'}
      </p>
      {error && (
        <p role="alert" className="field-error mb-4">
          {error}
        </p>
      )}
      {state === 'ready' ? (
        <Button aria-disabled={busy} onClick={() => void save()}>
          Save the file
        </Button>
      ) : (
        <Button
          variant="secondary"
          aria-disabled={busy || state === 'preparing'}
          onClick={() => state !== 'preparing' && void request()}
        >
          Download my data
        </Button>
      )}
    </section>
  );
}

function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
