import { parseDocument } from 'htmlparser2';
import { renderHtml } from '#server/content/markdown/render-html.ts';
import { buildJob } from '#server/job-feeds/systems/build-job.ts';
import { built, STATED } from '../read-job.ts';
import { answersOf, type Case } from '../read-table.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, { attribs: unknown }>;

const isElement = (node: Node): node is Element => 'attribs' in node;

/** Imports the HTML of a source, and returns its page as plain text: one block a line. */
export function readDescription({ input }: Case): string {
  const { description } = built(buildJob({ ...STATED, description: [{ html: input }] }));
  return linesOf(parseDocument(renderHtml(description)).children, '').join('\n');
}

/** Matches the elements that are lines of their own. */
const BLOCK = /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|table|thead|tbody|tr)$/;

function linesOf(nodes: readonly Node[], indent: string): string[] {
  const lines: string[] = [];
  let inline: Node[] = [];
  const end = () => {
    const text = inline.map(textOf).join('');
    if (text.trim()) lines.push(...text.split('\n').map((line) => line.trim()));
    inline = [];
  };
  for (const node of nodes) {
    if (!(isElement(node) && BLOCK.test(node.name))) {
      inline.push(node);
      continue;
    }
    end();
    lines.push(...blockOf(node, indent));
  }
  end();
  return lines;
}

function blockOf(node: Element, indent: string): string[] {
  const inside = () => linesOf(node.children, indent);
  switch (node.name) {
    case 'p': {
      const lines = inside();
      return lines.length > 0 ? lines : ['(empty)'];
    }
    case 'blockquote':
      return inside().map((line) => `[>] ${line}`);
    case 'ul':
    case 'ol': {
      let number = Number(node.attribs.start ?? 1);
      return node.children.flatMap((item) => {
        if (!isElement(item)) return [];
        const mark = node.name === 'ul' ? '[-]' : `[${number}.]`;
        number += 1;
        const [first = '', ...others] = linesOf(item.children, `${indent}  `);
        return [`${indent}${mark} ${first}`, ...others];
      });
    }
    case 'tr':
      return [node.children.map(textOf).join(' ').trim()];
    default:
      return /^h\d$/.test(node.name) ? inside().map((line) => `[h] ${line}`) : inside();
  }
}

const MARKS: Record<string, string> = {
  strong: '**',
  em: '_',
  s: '~~',
  code: '`',
};

function textOf(node: Node): string {
  if (node.type === 'text') return node.data.replace(/\s+/g, ' ');
  if (!isElement(node)) return '';
  const text = node.children.map(textOf).join('');
  if (node.name === 'br') return '\n';
  if (node.name === 'sup') return `^${text}`;
  if (node.name === 'a') return `[${text}](${node.attribs.href})`;
  const mark = MARKS[node.name] ?? '';
  return mark + text + mark;
}

/** Checks conditions such as `=the whole page`, `!not in the page`, and `/a regular expression/`. */
export function isRightDescription(found: string, row: Case): boolean {
  return answersOf(row).some((answer) =>
    answer.split(' &&& ').every((condition) => {
      const [, sign = '', text = ''] = /^([=!]?)([\s\S]*)$/.exec(condition.trim()) ?? [];
      if (sign === '=') return found === text;
      if (sign === '!') return !found.includes(text);
      const pattern = /^\/(.*)\/$/.exec(text)?.[1];
      return pattern === undefined ? found.includes(text) : new RegExp(pattern, 'm').test(found);
    }),
  );
}
