import { useRouter } from '@tanstack/react-router';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { pathBefore } from './use-focus-on-navigation.ts';

/**
 * A link from a page to its list. If Back leads to the list, so does the link, to the same search and position.
 */
export function BackLink({ href, children }: { href: string; children: string }) {
  const { history } = useRouter();
  return (
    <ArrowLink
      back
      href={href}
      onClick={(event) => {
        const { metaKey, ctrlKey, shiftKey } = event;
        if (pathBefore(history) !== href.split('?')[0] || metaKey || ctrlKey || shiftKey) return;
        event.preventDefault();
        history.back();
      }}
    >
      {children}
    </ArrowLink>
  );
}
