import { SITE_LOGO } from '#shared/brand/site-logo.ts';
import { pages } from '#shared/urls/paths.ts';
import { useSite } from '#web/data/use-site.ts';
import { BlockPattern } from '#web/ui/block.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

export function Wordmark() {
  const site = useSite();
  return (
    <PageLink href={pages.home()} className="wordmark">
      <BlockPattern columns={2} rows={2} blocks={SITE_LOGO} className="size-7 shrink-0" />
      <span>{site.name}</span>
    </PageLink>
  );
}
