import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { parseQuery } from '#shared/paths.ts';

type Props = Pick<
  ComponentProps<'a'>,
  'aria-describedby' | 'children' | 'className' | 'onClick' | 'rel'
> &
  Pick<LinkProps, 'activeOptions' | 'preload' | 'resetScroll'> & {
    /** One of `pages`, the only place where addresses are built. */
    href: string;
  };

/** Only a link to this very page is told as the current one. */
const EXACT = { exact: true };

/** A link to a page of the board. */
export function PageLink({ href, activeOptions = EXACT, ...rest }: Props) {
  const [path = '/', query = ''] = href.split('?');
  return <Link to={path} search={parseQuery(query)} activeOptions={activeOptions} {...rest} />;
}
