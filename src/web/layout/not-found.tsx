import { pages } from '#shared/urls/paths.ts';
import { BlockPattern } from '#web/ui/block.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

const BLOCKS = [
  { shape: 'square', column: 0, row: 1, color: 'brand' },
  { shape: 'quarter', column: 1, row: 1, color: 'sun' },
  { shape: 'dome', column: 3, row: 0, turns: 1, color: 'clay' },
] as const;

export function NotFound() {
  return (
    <section className="page-width page-space">
      <BlockPattern columns={4} rows={2} blocks={BLOCKS} className="mb-10 h-28" />
      <h1 className="page-title">404 Not Found</h1>
      <p className="lead mt-4">This page does not exist</p>
      <p className="mt-8">
        <ButtonLink href={pages.home()}>Go Back</ButtonLink>
      </p>
    </section>
  );
}
