import { markdown } from './markdown.ts';
import { scriptText } from './scripts.ts';

/** Converts Markdown to plain text, with an empty line between paragraphs and a bullet before each list item. */
export function plainText(source: string): string {
  let text = '';
  let item = false;
  let depth = 0;
  const separate = (lines: number) => {
    if (!text) return;
    const words = text.trimEnd();
    const already = text.length - words.length;
    text = words + '\n'.repeat(Math.max(lines, already));
  };
  for (const token of markdown.parse(source, {})) {
    switch (token.type) {
      case 'bullet_list_open':
      case 'ordered_list_open':
        if (depth === 0) separate(2);
        depth += 1;
        break;
      case 'list_item_open':
        separate(1);
        text += '• ';
        item = true;
        break;
      case 'paragraph_open':
      case 'heading_open':
        if (!item) separate(2);
        item = false;
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        depth -= 1;
        if (depth === 0) separate(2);
        break;
      case 'code_block':
      case 'fence':
        separate(2);
        text += token.content;
        break;
      case 'inline':
        for (const [index, part] of (token.children ?? []).entries()) {
          const { type, tag } = token.children?.[index - 1] ?? {};
          if (part.type === 'text' && (type === 'sup_open' || type === 'sub_open')) {
            text += scriptText(part.content, tag === 'sup' ? 'sup' : 'sub');
          } else if (['text', 'code_inline', 'image'].includes(part.type)) text += part.content;
          else if (part.type === 'softbreak') text += ' ';
          else if (part.type === 'hardbreak') text += '\n';
        }
        break;
    }
  }
  return text.trim();
}
