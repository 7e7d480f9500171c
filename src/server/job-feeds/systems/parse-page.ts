import { type Handler, Parser } from 'htmlparser2';

/** The maximum size of a page that is read (characters). The rest of a longer page is ignored. */
const MAX_PAGE = 4_000_000;

/** The size of the pieces in which the parser reads a page (characters). */
const PIECE = 32_768;

/**
 * The maximum depth of elements. The time that the parser takes grows with the square of the depth, so reading stops at
 * the first element that is deeper. https://github.com/fb55/htmlparser2
 */
const MAX_DEPTH = 2_000;

type PageHandler = Pick<Handler, 'onopentag' | 'ontext' | 'onclosetag'>;

/** Parses the HTML of a page in limited time. */
export function parsePage(html: string, handler: PageHandler): void {
  let depth = 0;
  const parser = new Parser({
    onopentag(...element) {
      depth += 1;
      handler.onopentag(...element);
    },
    ontext: handler.ontext,
    onclosetag(...element) {
      depth -= 1;
      handler.onclosetag(...element);
    },
  });
  const end = Math.min(html.length, MAX_PAGE);
  for (let at = 0; at < end && depth <= MAX_DEPTH; at += PIECE) {
    parser.write(html.slice(at, Math.min(at + PIECE, end)));
  }
  parser.end();
}

/** Collects the texts of those scripts of a page that are asked for. */
export function scriptsOf(
  html: string,
  isWanted: (attributes: Record<string, string>) => boolean,
): string[] {
  const scripts: string[] = [];
  let parts: string[] | undefined;
  parsePage(html, {
    onopentag(name, attributes) {
      if (name === 'script' && isWanted(attributes)) parts = [];
    },
    ontext: (text) => void parts?.push(text),
    onclosetag() {
      if (parts) scripts.push(parts.join(''));
      parts = undefined;
    },
  });
  return scripts;
}
