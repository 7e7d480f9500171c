import { useSite } from '#web/data/use-site.ts';
import { BlockPattern } from '#web/ui/block.tsx';

/**
 * The logo of the board, or the sign that is drawn for it. Only the server renders it, because it never changes on a
 * page.
 */
export function SiteSign() {
  return (
    <div className="shrink-0">
      <Sign />
    </div>
  );
}

function Sign() {
  const { look } = useSite();
  if (!look) return null;
  const { logo, sign } = look;
  if (!logo) return <BlockPattern columns={2} rows={2} blocks={sign} className="size-7" />;
  return (
    <picture>
      {logo.dark && <source srcSet={logo.dark} media="(prefers-color-scheme: dark)" />}
      {/* The size is fixed, so that nothing moves when the picture loads. The name is beside it. */}
      <img src={logo.light} alt="" width={28} height={28} className="size-7 object-contain" />
    </picture>
  );
}
