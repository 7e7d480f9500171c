import type { ComponentProps } from 'react';
import { PageLink } from './page-link.tsx';

const CLASSES = {
  primary: 'button',
  secondary: 'button button-secondary',
  /** Confirms what cannot be undone. */
  danger: 'button button-danger',
  /** Leads to such a confirmation. */
  'danger-secondary': 'button button-secondary button-danger',
  /** Looks like a link, without the space of a button. */
  text: 'text-button',
} as const;

type Look = {
  /** Default: `primary`. */
  variant?: keyof typeof CLASSES | undefined;
  /** Further classes, for its place in the page. */
  className?: string | undefined;
};

/** The classes of a button, for links to other sites. */
export function buttonClass({ variant = 'primary', className = '' }: Look = {}): string {
  return className ? `${CLASSES[variant]} ${className}` : CLASSES[variant];
}

/**
 * A button. While its action runs, set `aria-disabled` or `aria-busy` and ignore clicks: `disabled` would lose the
 * focus.
 */
export function Button({ variant, className, ...props }: Look & ComponentProps<'button'>) {
  return <button type="button" className={buttonClass({ variant, className })} {...props} />;
}

/** A link to a page of the site that looks like a button. */
export function ButtonLink({
  variant,
  className,
  ...props
}: Look & ComponentProps<typeof PageLink>) {
  return <PageLink className={buttonClass({ variant, className })} {...props} />;
}
