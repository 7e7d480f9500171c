import { fallbackLogo } from '#shared/brand/fallback-logo.ts';
import { BlockPattern } from '#web/ui/block.tsx';

type Props = { company: { id: string; name: string; logo: string } };

/** A company's logo, or a pattern of blocks derived from its id. */
export function CompanyLogo({ company: { id, name, logo } }: Props) {
  if (!logo) {
    return <BlockPattern columns={2} rows={2} blocks={fallbackLogo(id)} className="size-12" />;
  }
  return (
    <img
      src={logo}
      alt={`${name} logo`}
      // The size is fixed, so that nothing moves when the image loads or fails to load.
      width={64}
      height={64}
      loading="lazy"
      decoding="async"
      className="size-16 rounded-xl object-contain"
    />
  );
}
