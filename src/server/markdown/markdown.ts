import MarkdownIt from 'markdown-it';

/**
 * The one reader of the board's Markdown (CommonMark). Raw HTML in it is text, links lead to http,
 * https and mail addresses alone, and an image becomes a link, so that no page calls a third party.
 * https://github.com/markdown-it/markdown-it/blob/master/docs/security.md
 */
export const markdown = new MarkdownIt('commonmark', { html: false, maxNesting: 20 });

/** Whether a link may lead to this address: to the web or a mailbox, and in full. */
export function isLinkAddress(url: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(url.trim());
}

markdown.validateLink = isLinkAddress;
