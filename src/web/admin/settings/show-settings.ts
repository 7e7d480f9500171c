import { useRouter } from '@tanstack/react-router';
import type { StoredSettings } from '#shared/contract/board-settings.ts';
import { changedTexts } from '#shared/domain/board-settings.ts';

/** Returns a function that shows saved settings on the page that is open. Other pages follow when they are loaded. */
export function useShowSettings(): (saved: StoredSettings) => void {
  const router = useRouter();
  return ({ settings }) => {
    const { site } = router.options.context;
    const { texts: _, ...others } = site;
    const texts = changedTexts(settings);
    const context = {
      ...router.options.context,
      site: { ...others, name: settings.name, ...(texts && { texts }) },
    };
    router.update({ ...router.options, context });
    void router.invalidate();
  };
}
