import MarkdownIt from 'markdown-it';

/** Of quotes and lists, and of emphasis and links within a line. No text needs more, and browsers stop at 512. */
const MAX_NESTING = 20;

/**
 * The one reader of the board's Markdown (CommonMark). Raw HTML in it is text, links lead to http,
 * https and mail addresses alone, and an image becomes a link, so that no page calls a third party.
 * https://github.com/markdown-it/markdown-it/blob/master/docs/security.md
 */
export const markdown = new MarkdownIt('commonmark', { html: false, maxNesting: MAX_NESTING });

/** Whether a link may lead to this address: to the web or a mailbox, and in full. */
export function isLinkAddress(url: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(url.trim());
}

markdown.validateLink = isLinkAddress;

// The library's own bound leaves emphasis out, of which a line may nest thousands: what is deeper keeps its text alone.
markdown.core.ruler.after('inline', 'emphasis_nesting', ({ tokens }) => {
  for (const token of tokens) {
    let depth = 0;
    token.children =
      token.children?.filter(({ nesting }) => {
        if (nesting === 1) depth += 1;
        const isKept = nesting === 0 || depth <= MAX_NESTING;
        if (nesting === -1) depth -= 1;
        return isKept;
      }) ?? null;
  }
});
