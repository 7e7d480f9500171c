import type { ComponentProps } from 'react';
import { PageLink } from './page-link.tsx';

type Props = Omit<ComponentProps<typeof PageLink>, 'className'> & {
  /** Whether the link leads back to the page above this one. */
  back?: boolean;
};

/** A link with an arrow, which is not part of the accessible name. */
export function ArrowLink({ back = false, ...link }: Props) {
  return <PageLink className={`arrow-link ${back ? 'arrow-before' : 'arrow-after'}`} {...link} />;
}
