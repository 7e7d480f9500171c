import MarkdownIt from 'markdown-it';
import { isLinkAddress } from '#shared/markdown/link-address.ts';
import { addScripts } from './scripts.ts';

/** The maximum nesting of quotes and lists, and of emphasis and links in a line. Browsers stop at 512 levels. */
const MAX_NESTING = 20;

/**
 * The board's only Markdown parser: CommonMark with struck text, superscripts and subscripts. It escapes other HTML and allows only http, https and mailto links.
 * `render-html.ts` turns images into links, so that no page calls a third party.
 * https://github.com/markdown-it/markdown-it/blob/master/docs/security.md
 */
export const markdown = new MarkdownIt('commonmark', {
  html: false,
  maxNesting: MAX_NESTING,
}).enable('strikethrough');
addScripts(markdown);

markdown.validateLink = isLinkAddress;

// The library's limit does not apply to emphasis, which can be nested thousands of levels deep in a line. Here,
// emphasis beyond the limit becomes plain text.
markdown.core.ruler.after('inline', 'emphasis_nesting', ({ tokens }) => {
  for (const token of tokens) {
    let depth = 0;
    token.children =
      token.children?.filter(({ nesting }) => {
        if (nesting === 1) depth += 1;
        const isWithinLimit = nesting === 0 || depth <= MAX_NESTING;
        if (nesting === -1) depth -= 1;
        return isWithinLimit;
      }) ?? null;
  }
});
