import type { ComponentProps } from 'react';

/** A message in a form or a page. Set a `role` if it appears after the page has loaded. */
export function Alert({ className = '', ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={`grid w-full justify-items-start gap-4 border-l-4 border-sun bg-sun-tint px-5 py-4 ${className}`}
      {...props}
    />
  );
}
