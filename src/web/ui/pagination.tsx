import type { MouseEventHandler } from 'react';
import { ButtonLink } from './button.tsx';

type PaginationLink = {
  href: string;
  label: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
};

type Props = {
  /** The link to the first page; undefined or empty on the first page, and if the list leads back otherwise. */
  first?: PaginationLink | '' | undefined;
  /** The link to the next page; undefined or empty on the last page. */
  next: PaginationLink | '' | undefined;
};

/** Links to the first and the next page of a list. */
export function Pagination({ first, next }: Props) {
  if (!first && !next) return null;
  return (
    <nav aria-label="Pages" className="mt-14 flex flex-wrap justify-center gap-4">
      {first && (
        <ButtonLink href={first.href} variant="secondary">
          {first.label}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink href={next.href} rel="next" onClick={next.onClick}>
          {next.label}
        </ButtonLink>
      )}
    </nav>
  );
}

/** The link to the page before those that are shown. */
export function PreviousPage({ href, label, onClick }: PaginationLink) {
  return (
    <p className="mb-6 text-center">
      <ButtonLink href={href} rel="prev" variant="secondary" onClick={onClick}>
        {label}
      </ButtonLink>
    </p>
  );
}
