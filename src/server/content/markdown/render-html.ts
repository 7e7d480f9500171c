import { linkBareUrls } from './bare-links.ts';
import { markdown } from './markdown.ts';
import { addDirections } from './text-direction.ts';
import { makeTypedLists } from './typed-lists.ts';

/**
 * The level of the highest heading in a description. The title of the page and the heading of the section are above.
 */
const FIRST_LEVEL = 3;

// Plain text keeps typed bullets, so that stored summaries stay as they are.
markdown.core.ruler.push('typed_texts', (state) => {
  if (!state.env.isRendered) return;
  makeTypedLists(state);
  linkBareUrls(state);
  addDirections(state);
});

// Adjusts the levels of headings, so that the outline of the page skips no level even if the author's headings do.
markdown.core.ruler.push('heading_levels', ({ tokens }) => {
  const isHeading = ({ type }: { type: string }) => /^heading_(open|close)$/.test(type);
  const used = [...new Set(tokens.filter(isHeading).map(({ tag }) => tag))].sort();
  let above = FIRST_LEVEL - 1;
  for (const token of tokens.filter(isHeading)) {
    const level = Math.min(FIRST_LEVEL + used.indexOf(token.tag), above + 1, 6);
    if (token.type === 'heading_close') above = level;
    token.tag = `h${level}`;
  }
});

const LINK_RELATIONS = 'nofollow noopener noreferrer ugc';

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet('rel', LINK_RELATIONS);
  return renderer.renderToken(tokens, index, options);
};

markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const url = markdown.utils.escapeHtml(String(token?.attrGet('src') ?? ''));
  const name = markdown.utils.escapeHtml(token?.content ?? '') || url;
  return `<a href="${url}" rel="${LINK_RELATIONS}">${name}</a>`;
};

/**
 * The version of the renderer. Increment it when the output of `renderHtml` changes, so that stored HTML is rendered
 * again.
 */
export const RENDERER_VERSION = 3;

/** Renders Markdown as safe HTML. */
export function renderHtml(source: string): string {
  return markdown.render(source, { isRendered: true });
}
