import type { ComponentProps } from 'react';

/** A message of a form or a page. Give it a `role` if it appears after the page. */
export function Alert({ className = '', ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={`grid w-full justify-items-start gap-4 border-l-4 border-sun bg-sun-tint px-5 py-4 ${className}`}
      {...props}
    />
  );
}
