import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { parseQuery } from '#shared/urls/paths.ts';

type Props = Pick<
  ComponentProps<'a'>,
  | 'aria-describedby'
  | 'aria-keyshortcuts'
  | 'children'
  | 'className'
  | 'id'
  | 'onClick'
  | 'onFocus'
  | 'rel'
  | 'tabIndex'
> &
  Pick<LinkProps, 'activeOptions' | 'preload' | 'replace' | 'resetScroll' | 'state'> & {
    /** A URL path from `pages`. A fragment requires a `?`. */
    href: string;
  };

/** Only a link to exactly the current URL gets `aria-current`. */
const EXACT = { exact: true };

/** A client-side link to a page of the site. */
export function PageLink({ href, activeOptions = EXACT, ...rest }: Props) {
  const [path = '/', query = '', hash = ''] = href.split(/[?#]/);
  return (
    <Link
      to={path}
      search={parseQuery(query)}
      hash={hash}
      activeOptions={activeOptions}
      {...rest}
    />
  );
}
