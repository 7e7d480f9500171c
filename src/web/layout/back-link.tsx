import { useRouter } from '@tanstack/react-router';
import { ArrowLink } from '#web/ui/arrow-link.tsx';
import { previousPath } from './use-focus-on-navigation.ts';

/**
 * A link from a page to its list. If the visitor came from the list, the link goes back, to the same search and
 * position.
 */
export function BackLink({ href, children }: { href: string; children: string }) {
  const { history } = useRouter();
  return (
    <ArrowLink
      back
      href={href}
      onClick={(event) => {
        const { metaKey, ctrlKey, shiftKey } = event;
        if (previousPath !== href || metaKey || ctrlKey || shiftKey) return;
        event.preventDefault();
        history.back();
      }}
    >
      {children}
    </ArrowLink>
  );
}
