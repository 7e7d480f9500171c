import { fallbackLogo } from '#shared/brand/fallback-logo.ts';
import { BlockPattern } from './block.tsx';

type Props = {
  company: { id: string; name: string; logo: string };
  /** Whether the logo is small. It is then beside the name of the company, which screen readers read instead. */
  small?: boolean;
};

/** A company's logo, or a pattern of blocks derived from its id. */
export function CompanyLogo({ company: { id, name, logo }, small = false }: Props) {
  if (!logo) {
    return (
      <BlockPattern
        columns={2}
        rows={2}
        blocks={fallbackLogo(id)}
        className={small ? 'logo-small' : 'size-12'}
      />
    );
  }
  // The size is fixed, so that nothing moves when the image loads or fails to load.
  const side = small ? 32 : 64;
  return (
    <img
      src={logo}
      alt={small ? '' : `${name} logo`}
      width={side}
      height={side}
      loading="lazy"
      decoding="async"
      // On a slow line, text and scripts arrive first.
      fetchPriority="low"
      className={small ? 'logo-small' : 'size-16 rounded-xl object-contain'}
    />
  );
}
