import { fallbackLogo } from '#shared/blocks/fallback-logo.ts';
import { BlockPattern } from '#web/ui/block.tsx';

type Props = { company: { id: string; name: string; logo: string } };

/** A company's logo; for one that has none, a mark composed of blocks, always the same. */
export function CompanyLogo({ company: { id, name, logo } }: Props) {
  if (!logo) {
    return <BlockPattern columns={2} rows={2} blocks={fallbackLogo(id)} className="size-12" />;
  }
  return (
    <img
      src={logo}
      alt={`${name} logo`}
      // Of fixed size, so that nothing moves when the picture comes or fails to.
      width={64}
      height={64}
      loading="lazy"
      decoding="async"
      className="size-16 rounded-xl object-contain"
    />
  );
}
