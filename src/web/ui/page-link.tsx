import { Link, type LinkProps } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import { parseQuery } from '#shared/paths.ts';

type Props = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'aria-describedby' | 'children' | 'className' | 'onClick' | 'rel'
> &
  Pick<LinkProps, 'activeOptions' | 'preload'> & {
    /** One of `pages`, the only place where addresses are built. */
    href: string;
  };

/** A link to a page of the board. */
export function PageLink({ href, ...rest }: Props) {
  const [path = '/', query = ''] = href.split('?');
  return <Link to={path} search={parseQuery(query)} {...rest} />;
}
