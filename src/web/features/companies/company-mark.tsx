import { BlockPattern, type PlacedBlock } from '#web/ui/block.tsx';

type Props = { company: { id: string; name: string; logo: string } };

/** A company's logo; for one that has none, a mark composed of blocks, always the same. */
export function CompanyMark({ company: { id, name, logo } }: Props) {
  if (!logo) {
    return <BlockPattern columns={2} rows={2} blocks={markOf(id)} className="size-12" />;
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

const SHAPES = ['square', 'quarter', 'circle', 'dome', 'triangle', 'half', 'quarter'] as const;
const COLOURS = ['text-brand', 'text-sun', 'text-clay', 'text-leaf', 'text-plum', 'text-ink'];

/** Four blocks drawn from the random end of the company's id. */
function markOf(id: string): PlacedBlock[] {
  const digits = id.replaceAll('-', '').slice(-12);
  return [0, 1, 2, 3].map((place) => {
    const number = Number.parseInt(digits.slice(place * 3, place * 3 + 3), 16) || 0;
    return {
      shape: SHAPES[number % SHAPES.length] ?? 'square',
      colour: COLOURS[(number >> 4) % COLOURS.length] ?? 'text-brand',
      turns: ((number >> 8) % 4) as 0 | 1 | 2 | 3,
      column: place % 2,
      row: place >> 1,
    };
  });
}
