import { type ComponentType, useEffect, useState } from 'react';
import { queryString } from '#shared/urls/paths.ts';
import { ServerRendered } from '#web/data/server-rendered.tsx';
import { useFollowLink } from '#web/ui/use-follow-link.ts';
import type { ActiveFiltersProps } from './active-filters.tsx';
import { IN_FIELDS } from './listed-job.ts';

const load = async () => (await import('./active-filters.tsx')).ActiveFilters;

let ActiveFilters: ComponentType<ActiveFiltersProps> | undefined = import.meta.env.SSR
  ? await load()
  : undefined;

/**
 * The active filters. Those that the server has rendered need no script. When the search changes, their script is loaded.
 */
export function LazyActiveFilters(props: ActiveFiltersProps) {
  const key = queryString(props.search);
  const [first] = useState(key);
  const [, refresh] = useState<unknown>();
  const followLink = useFollowLink();
  useEffect(() => {
    // After a navigation from another page, the server has rendered nothing.
    const isRendered = document.querySelector('.filter-line > div')?.hasChildNodes();
    const hasFilters = Object.keys(props.search).some((name) => !IN_FIELDS.includes(name));
    if (ActiveFilters || (key === first && (isRendered || !hasFilters))) return;
    load().then((component) => {
      ActiveFilters = component;
      refresh({});
    }, reportError);
  }, [key, first, props.search]);
  if (!ActiveFilters) return <ServerRendered onClick={followLink} />;
  return (
    <div>
      <ActiveFilters {...props} />
    </div>
  );
}
