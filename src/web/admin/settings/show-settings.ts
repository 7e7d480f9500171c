import { useRouter } from '@tanstack/react-router';
import type { StoredSettings } from '#shared/contract/board-settings.ts';
import { siteSettings } from '#shared/site-settings.ts';

/** Returns a function that shows saved settings on the page that is open. Other pages follow when they are loaded. */
export function useShowSettings(): (saved: StoredSettings) => void {
  const router = useRouter();
  return ({ settings }) => {
    const { origin, signIn, noMail, categories } = router.options.context.site;
    const site = {
      origin,
      ...(signIn && { signIn }),
      ...(noMail && { noMail }),
      ...(categories && { categories }),
      ...siteSettings(settings),
    };
    const context = { ...router.options.context, site };
    router.update({ ...router.options, context });
    void router.invalidate();
  };
}
