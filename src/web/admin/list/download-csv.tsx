import { useState } from 'react';
import { showError } from '#web/actions/show-error.ts';
import { useSession } from '#web/auth/use-session.ts';
import { TOASTS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { prepareToasts } from '#web/ui/toast/toast.ts';

type Props = {
  /** The URL of the file in the API, with the filters of the list. */
  href: string;
  /** The name of the file on the person's device. */
  name: string;
};

/** A button that downloads a list as a file. A link would not do, because a request for the file needs a token. */
export function DownloadCsv({ href, name }: Props) {
  const { download } = useSession();
  const [busy, setBusy] = useState(false);

  async function run(): Promise<void> {
    if (busy) return;
    setBusy(true);
    prepareToasts();
    try {
      save(await download(href), name);
    } catch (error) {
      showError(TOASTS.downloadList.failure, error);
    }
    setBusy(false);
  }

  return (
    <Button variant="secondary" aria-busy={busy} onClick={() => void run()}>
      Download CSV
    </Button>
  );
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken over the file once `click` returns.
  URL.revokeObjectURL(url);
}
