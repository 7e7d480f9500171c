import type { StateCore, Token } from 'markdown-it';

/** Bullets that have no other meaning. Programs write some of them in fonts of symbols. */
const SIGNS = '•●▪■◦○‣⁃∙➢➤►▶▸⦁◆◾\uf0a7\uf0b7\uf0d8\uf0fc';

/** Matches a bullet at the start of a line. A middle dot needs a space, because it also joins words. */
const BULLET = new RegExp(`^\\s*(?:[${SIGNS}]\\s*|·\\s+)`);

/**
 * Matches a sign at the start of a line that may also be a minus sign, a reference to a note, a word, or the beginning of
 * speech. Word writes bullets as letters, such as "o" and "§", if its fonts are not available.
 */
const DASH = /^\s*(?:[-–*oØü]\s+|§\s+(?!\d))/;

/** Matches the end of a line of speech. */
const SPEECH = /[?"”“»]\s*$/;

/** Matches the bullet or dash of an item. */
const SIGN = new RegExp(`^\\s*[${SIGNS}·–*oØü§-]\\s*`);

/** A line of a paragraph, that is, the tokens between two line breaks. */
type Line = {
  tokens: Token[];
  text: string;
  /** The line break before the line; undefined for the first line of a paragraph. */
  lineBreak: Token | undefined;
  isItem: boolean;
};

/**
 * Turns lines that begin with a typed bullet into lists. Programs that do not know Markdown write such lines. Lines
 * that begin with a dash or an unsure sign become a list only if several follow each other and none looks like speech. CommonMark knows
 * only the bullets `-`, `+` and `*`, and the converter of HTML escapes such bullets if they are text.
 */
export function makeTypedLists(state: StateCore): void {
  const made: Token[] = [];
  /** The number of lists that are open. Their items already have bullets. */
  let lists = 0;
  let at = 0;
  while (at < state.tokens.length) {
    const token = state.tokens[at];
    if (!token) break;
    if (/_list_open$/.test(token.type)) lists += 1;
    if (/_list_close$/.test(token.type)) lists -= 1;
    const run = lists === 0 ? paragraphsFrom(state.tokens, at) : [];
    const lines = run.flatMap(linesOf);
    markItems(lines);
    if (lines.some(({ isItem }) => isItem)) made.push(...blocksOf(lines, state));
    else made.push(...(run.length > 0 ? run.flat() : [token]));
    at += 3 * run.length || 1;
  }
  state.tokens = made;
}

/** The paragraphs that follow each other from a token on. Each has three tokens, the second of which contains its text. */
function paragraphsFrom(tokens: readonly Token[], start: number): Token[][] {
  const run: Token[][] = [];
  for (let at = start; tokens[at]?.type === 'paragraph_open'; at += 3) {
    run.push(tokens.slice(at, at + 3));
  }
  return run;
}

/** Divides a paragraph at its line breaks, except at those in emphasis or links. */
function linesOf([, inline]: Token[]): Line[] {
  const lines: Line[] = [];
  let line: Token[] = [];
  let lineBreak: Token | undefined;
  let depth = 0;
  const end = (next?: Token) => {
    const text = line.map(({ content }) => content).join('');
    lines.push({ tokens: line, text, lineBreak, isItem: false });
    line = [];
    lineBreak = next;
  };
  for (const token of inline?.children ?? []) {
    depth += token.nesting;
    if (depth === 0 && /^(soft|hard)break$/.test(token.type)) end(token);
    else line.push(token);
  }
  end();
  return lines;
}

/** Decides which lines are items of a list. */
function markItems(lines: readonly Line[]): void {
  const hasText = (text: string, sign: RegExp) => sign.test(text) && text.replace(sign, '') !== '';
  for (const line of lines) line.isItem = hasText(line.text, BULLET);
  let dashed: Line[] = [];
  const end = () => {
    if (dashed.length > 1 && !dashed.some(({ text }) => SPEECH.test(text))) {
      for (const line of dashed) line.isItem = true;
    }
    dashed = [];
  };
  for (const line of lines) {
    if (hasText(line.text, DASH)) dashed.push(line);
    else end();
  }
  end();
}

/** Makes lists of the items, and paragraphs of the other lines. */
function blocksOf(lines: readonly Line[], state: StateCore): Token[] {
  const block = (type: string, tag: string, nesting: 1 | -1, hidden = false) =>
    Object.assign(new state.Token(type, tag, nesting), { block: true, hidden });
  const made: Token[] = [];
  let isInList = false;
  /** The inline tokens of the last item or paragraph, which the next line may continue. */
  let last: Token[] | undefined;
  const closeList = () => {
    if (isInList) made.push(block('bullet_list_close', 'ul', -1));
    isInList = false;
  };
  for (const { tokens, isItem, lineBreak } of lines) {
    // A soft break continues an item. A hard break ends it, because the author has begun a new line on purpose.
    const continues = lineBreak !== undefined && (!isInList || lineBreak.type === 'softbreak');
    if (!isItem && continues && last) {
      last.push(lineBreak, ...tokens);
      continue;
    }
    const inline = Object.assign(new state.Token('inline', '', 0), { children: tokens });
    last = tokens;
    if (isItem) {
      removeBullet(tokens);
      if (!isInList) made.push(block('bullet_list_open', 'ul', 1));
      isInList = true;
      made.push(block('list_item_open', 'li', 1), block('paragraph_open', 'p', 1, true), inline);
      made.push(block('paragraph_close', 'p', -1, true), block('list_item_close', 'li', -1));
    } else {
      closeList();
      made.push(block('paragraph_open', 'p', 1), inline, block('paragraph_close', 'p', -1));
    }
  }
  closeList();
  return made;
}

/** Removes the bullet or dash from the first text of a line. Emphasis may begin before it. */
function removeBullet(tokens: readonly Token[]): void {
  const first = tokens.find(({ content }) => content.trim() !== '');
  if (first) first.content = first.content.replace(SIGN, '');
}
