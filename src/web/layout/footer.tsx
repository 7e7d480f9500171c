import type { PlacedBlock } from '#shared/brand/block.ts';
import { pages, textPage } from '#shared/urls/paths.ts';
import { SERVER_CONTENT } from '#web/data/server-content.ts';
import { useSite } from '#web/data/use-site.ts';
import { BlockPattern } from '#web/ui/block.tsx';
import { useFollowLink } from '#web/ui/use-follow-link.ts';

/** The id of the footer, which is the last visible element of a page. */
export const FOOTER_ID = 'site-footer';

/**
 * The footer of every page. Only the server renders what is in it, because it never changes. In the browser, its links
 * navigate without loading a new document.
 */
export function Footer() {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use the links
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are the controls
    <footer
      id={FOOTER_ID}
      onClick={useFollowLink()}
      // The footer has its full height from the start. On a short page, it would otherwise move up while the page
      // loads.
      className="mt-16 min-h-[15.9375rem] border-t border-line text-[0.9375rem] sm:min-h-[10.6875rem]"
      {...(import.meta.env.SSR ? { children: <FooterContent /> } : SERVER_CONTENT)}
    />
  );
}

/** What is in the footer. Its constants are in functions, so that scripts of the browser do not contain them. */
function FooterContent() {
  const site = useSite();
  if (!site.footer) return null;
  const { years, legalname, links: further } = site.footer;
  const { footer: ofOperator = [] } = site.pages ?? {};
  return (
    <div className="page-width grid gap-6 py-10 sm:grid-cols-[1fr_24rem]">
      <div>
        <BlockPattern
          columns={14}
          rows={1}
          blocks={rowOfBlocks()}
          className="mb-5 h-3.5 max-w-full"
        />
        <p>{`© ${years} ${legalname || site.name}`}</p>
        <p className="text-muted">All Rights Reserved.</p>
      </div>
      <nav aria-label="Footer" className="sm:pt-[2.125rem]">
        <ul className="flex flex-wrap gap-x-6 gap-y-2 max-md:gap-y-5">
          {[
            ...ofOperator.map(({ slug, title }) => [textPage(slug), title] as const),
            [pages.employers(), 'For employers'] as const,
            [pages.developers(), 'For developers'] as const,
            ...further.map(({ url, label }) => [url, label] as const),
          ].map(([href, label]) => (
            <li key={href}>
              <a href={href} className="link footer-link">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** A row of blocks. Shapes and colors repeat after different numbers of blocks. */
function rowOfBlocks(): PlacedBlock[] {
  const colors = ['brand', 'sun', 'clay', 'leaf', 'plum'] as const;
  const shapes = ['quarter', 'square', 'dome', 'circle', 'triangle', 'half', 'ring'] as const;
  return Array.from({ length: 14 }, (_, column) => ({
    shape: shapes[(column * 3) % shapes.length] ?? 'square',
    column,
    row: 0,
    turns: (column % 4) as 0 | 1 | 2 | 3,
    color: colors[(column * 2) % colors.length] ?? 'brand',
  }));
}
