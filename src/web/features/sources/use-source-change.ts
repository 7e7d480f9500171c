import type { Source } from '#shared/contract/sources.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';

type Change = Partial<Pick<Source, 'interval' | 'settings'>>;

/** Saves a change of a source, unless someone else has changed the source since it was loaded. */
export function useSourceChange(
  { id, interval, settings, version }: Source,
  onChanged: (source: Source) => void,
) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();

  /** Returns whether the change was saved. */
  function save(change: Change, texts: { success: string; failure: string }): Promise<boolean> {
    const body = { interval, settings, ...change };
    const headers = { 'if-match': `"${version}"` };
    return run({
      act: async () =>
        onChanged(await api('PUT /api/sources/:id', { params: { id }, body }, headers)),
      ...texts,
    });
  }

  return { busy, error, save };
}
