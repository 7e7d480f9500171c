import type { ReactNode } from 'react';

/** A link to a site from which jobs are imported. It opens in a new tab, so that the form stays as it is. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
