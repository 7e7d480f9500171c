import { useState } from 'react';
import type { SourcePreview } from '#shared/contract/sources.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import { useSession } from '#web/auth/use-session.ts';
import { usePolling } from '#web/data/use-polling.ts';
import { SOURCE_ACTIONS } from '#web/messages.ts';

type Request = { url: string; company?: string | undefined; settings: Record<string, string> };

/** A preview, and the company for which it was made; undefined for a new company. */
type Shown = { preview: SourcePreview; company: string | undefined };

/** Requests previews, and polls the latest one until it has a result. */
export function usePreview() {
  const { api } = useSession();
  const { busy, error, setError, run } = useInlineAction();
  const [shown, setShown] = useState<Shown>();
  const result = shown?.preview.result ?? undefined;
  const isReading = shown !== undefined && !result;

  const hasFailed = usePolling(isReading ? shown.preview.id : undefined, async () => {
    if (!shown) return;
    const params = { id: shown.preview.id };
    const preview = await api('GET /api/source-previews/:id', { params }).catch(ignoreStatus(404));
    // Meanwhile, a preview of a different URL may be shown.
    setShown((current) =>
      current?.preview.id === params.id ? preview && { ...current, preview } : current,
    );
    if (!preview) setError('The preview has expired. Preview the URL again.');
  });

  async function start({ url, company, settings }: Request): Promise<void> {
    setShown(undefined);
    await run({
      act: async () => {
        const body = { url, ...(company && { company }), settings };
        setShown({ preview: await api('POST /api/source-previews', { body }), company });
      },
      failure: SOURCE_ACTIONS.preview.failure,
      subject: 'The URL',
    });
  }

  /** Hides the preview, because it was made for different values of the form. */
  const clear = () => setShown(undefined);

  return { shown, result, isReading, hasFailed, busy, error, setError, start, clear };
}
