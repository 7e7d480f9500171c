import type { ComponentProps } from 'react';
import { PageLink } from './page-link.tsx';

const CLASSES = {
  primary: 'button',
  secondary: 'button button-secondary',
  /** A button that confirms an action that cannot be undone. */
  danger: 'button button-danger',
  /** A button that leads to such a confirmation. */
  'danger-secondary': 'button button-secondary button-danger',
  /** A button that looks like a link, without the space around a button. */
  text: 'text-button',
} as const;

type Look = {
  /** Default: `primary`. */
  variant?: keyof typeof CLASSES | undefined;
  /** More classes, for the place of the button in the page. */
  className?: string | undefined;
};

/** The classes of a button, for links to other sites that look like buttons. */
export function buttonClass({ variant = 'primary', className = '' }: Look = {}): string {
  return className ? `${CLASSES[variant]} ${className}` : CLASSES[variant];
}

/**
 * A button. While its action is running, set `aria-disabled` or `aria-busy` and ignore clicks. Do not set `disabled`,
 * because the button would lose the focus.
 */
export function Button({ variant, className, ...props }: Look & ComponentProps<'button'>) {
  return <button type="button" className={buttonClass({ variant, className })} {...props} />;
}

/** A link that looks like a button and leads to a page of the site. */
export function ButtonLink({
  variant,
  className,
  ...props
}: Look & ComponentProps<typeof PageLink>) {
  return <PageLink className={buttonClass({ variant, className })} {...props} />;
}
