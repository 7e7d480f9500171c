import { WELCOME_PATTERN } from '#shared/blocks/welcome-pattern.ts';
import { BlockPattern } from '#web/ui/block.tsx';

export function HeroPattern() {
  return <BlockPattern columns={5} rows={4} blocks={WELCOME_PATTERN} className="hero-pattern" />;
}
