import { PageLink } from './page-link.tsx';

type Step = { href: string; label: string };

type Props = {
  /** Back to where the list begins; absent there. */
  first: Step | '' | undefined;
  /** Absent where the list ends. */
  next: Step | '' | undefined;
};

/** The ways to the other pages of a list: real links, to be shared and opened anew. */
export function ListPages({ first, next }: Props) {
  if (!first && !next) return null;
  return (
    <nav aria-label="Pages" className="mt-14 flex flex-wrap justify-center gap-4">
      {first && (
        <PageLink href={first.href} className="button button-quiet">
          {first.label}
        </PageLink>
      )}
      {next && (
        <PageLink href={next.href} className="button" rel="next">
          {next.label}
        </PageLink>
      )}
    </nav>
  );
}
