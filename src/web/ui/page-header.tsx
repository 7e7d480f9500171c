import type { ReactNode } from 'react';

type Props = { title: string; className?: string; children?: ReactNode };

/**
 * The title of a page. Its children are buttons that only some people see. They follow the title, because toasts cover the
 * right side. The header has the same height without them, so that nothing moves when they appear.
 */
export function PageHeader({ title, className = '', children }: Props) {
  return (
    <div className={`flex min-h-11 flex-wrap items-center gap-x-8 gap-y-4 ${className}`}>
      <h1 className="page-title">{title}</h1>
      {children}
    </div>
  );
}
