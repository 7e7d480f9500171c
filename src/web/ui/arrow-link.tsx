import type { ComponentProps } from 'react';
import { PageLink } from './page-link.tsx';

type Props = Omit<ComponentProps<typeof PageLink>, 'className'> & {
  /** Whether the link leads back to the page above this one. */
  back?: boolean;
  /** Whether the whole nearest positioned ancestor can be clicked. */
  stretched?: boolean;
};

/** A link with an arrow, which is not part of the accessible name. */
export function ArrowLink({ back = false, stretched = false, children, ...link }: Props) {
  const target = stretched ? 'before:absolute before:inset-0' : '';
  return (
    <PageLink className={`arrow-link ${target}`} {...link}>
      {back && <span aria-hidden="true">← </span>}
      {children}
      {!back && <span aria-hidden="true"> →</span>}
    </PageLink>
  );
}
