import { pages } from '#shared/paths.ts';
import { BlockPattern } from '#web/ui/block.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { useSite } from './use-site.ts';

const MARK = [
  { shape: 'square', column: 0, row: 0, colour: 'text-brand' },
  { shape: 'quarter', column: 1, row: 0, colour: 'text-sun' },
  { shape: 'circle', column: 0, row: 1, colour: 'text-clay' },
  { shape: 'square', column: 1, row: 1, colour: 'text-ink' },
] as const;

export function Wordmark() {
  const site = useSite();
  return (
    <PageLink href={pages.home()} className="wordmark">
      <BlockPattern columns={2} rows={2} blocks={MARK} className="size-7 shrink-0" />
      <span>{site.name}</span>
    </PageLink>
  );
}
