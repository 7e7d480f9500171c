import { Parser } from 'htmlparser2';
import { cleanHtml } from '#shared/markdown/clean/clean-html.ts';
import { HtmlNode, TreeBuilder } from '#shared/markdown/html-tree.ts';
import { toMarkdown } from '#shared/markdown/to-markdown.ts';

/**
 * Converts HTML to Markdown. https://github.com/fb55/htmlparser2
 * @throws NestedTooDeeplyError if the conversion would take too much time or stack
 */
export function markdownFromHtml(html: string): string {
  const tree = new TreeBuilder();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => tree.open(new HtmlNode(name, '', attributes)),
      onclosetag: () => tree.close(),
      ontext: (text) => tree.add(text),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  cleanHtml(tree.root);
  return toMarkdown(tree.root);
}
