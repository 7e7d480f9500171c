import { cleanHtml } from '#shared/markdown/clean/clean-html.ts';
import {
  descendantsOf,
  HtmlNode,
  NestedTooDeeplyError,
  TreeBuilder,
} from '#shared/markdown/html-tree.ts';
import { toMarkdown } from '#shared/markdown/to-markdown.ts';

/** Elements that Markdown can express. Text without any of them is pasted as plain text. */
const FORMATTED = /^(?:h[1-6]|hr|li|a|strong|em|s|sup|sub|blockquote|pre|code|table)$/;

/**
 * Converts HTML of the clipboard to Markdown. Returns undefined if the plain text of the clipboard suffices. Nothing in
 * the HTML is loaded or run, and the server renders the Markdown safely like any other.
 */
export function markdownFromClipboard(html: string): string | undefined {
  // Scripts do not run and pictures are not loaded in this document: https://html.spec.whatwg.org/#domparser
  const { body } = new DOMParser().parseFromString(withInertAttributes(html), 'text/html');
  if (isSource(body)) return undefined;
  try {
    const tree = new TreeBuilder();
    addChildren(tree, body);
    cleanHtml(tree.root);
    if (descendantsOf(tree.root, isFormatted).length === 0) return undefined;
    return toMarkdown(tree.root, ' ') || undefined;
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return undefined;
    throw error;
  }
}

/**
 * Removes style sheets, and renames the attributes that contain styles or scripts to `data-…`. They have no effect in the
 * parsed document, but browsers report each as a violation of the page's Content-Security-Policy.
 */
function withInertAttributes(html: string): string {
  const [before = '', ...parts] = html.split(/<style\b/i);
  const afterStyles = parts.map((part) => part.split(/<\/style\s*>/i)[1] ?? '');
  return [before, ...afterStyles]
    .join('')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\s(style|on[a-z]+)\s*=/gi, ' data-$1='));
}

/** Whether the text was copied from an editor of source text, so that it may be Markdown already. */
function isSource(body: HTMLElement): boolean {
  const elements = [...body.children].filter(({ localName }) => localName !== 'meta');
  const [only, ...others] = elements;
  if (!only || others.length > 0) return false;
  return (
    only.localName === 'pre' ||
    /white-space:\s*pre\s*(;|$)/i.test(only.getAttribute('data-style') ?? '')
  );
}

/** Whether Markdown can express a node in clean HTML, or the node is one of several paragraphs. */
function isFormatted({ name, previous }: HtmlNode): boolean {
  const before = previous?.name === '#text' ? previous.previous : previous;
  return FORMATTED.test(name) || (/^(?:p|div)$/.test(name) && before?.name === name);
}

function addChildren(tree: TreeBuilder, parent: Node): void {
  for (const child of parent.childNodes) {
    if (child instanceof Text) tree.add(child.data);
    if (!(child instanceof Element)) continue;
    const attributes = Object.fromEntries(
      [...child.attributes].map(({ name, value }) => [name, value]),
    );
    tree.open(new HtmlNode(child.localName, '', attributes));
    addChildren(tree, child);
    tree.close();
  }
}
