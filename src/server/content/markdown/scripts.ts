import type { MarkdownIt, StateInline } from 'markdown-it';

/** The maximum length of a superscript or subscript with its markup (UTF-16 code units). */
const MAX_LENGTH = 200;

const OPEN = /^<(su[bp])>/;

/**
 * Adds superscripts and subscripts, which CommonMark writes as HTML: `10<sup>6</sup>`. No other HTML is allowed. The
 * signs of other dialects, such as `^`, also occur in usual texts.
 */
export function addScripts(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('html_inline', 'script', readScript);
}

function readScript(state: StateInline, silent: boolean): boolean {
  const { pos, posMax } = state;
  const source = state.src.slice(pos, Math.min(posMax, pos + MAX_LENGTH));
  const [open = '', name = ''] = OPEN.exec(source) ?? [];
  const end = name ? source.indexOf(`</${name}>`) : -1;
  if (end <= open.length) return false;
  if (!silent) {
    state.push(`${name}_open`, name, 1);
    state.pos = pos + open.length;
    state.posMax = pos + end;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
    state.push(`${name}_close`, name, -1);
  }
  state.pos = pos + end + open.length + 1;
  return true;
}

/** The characters of Unicode for superscripts and subscripts, in the order of `PLAIN`. */
const PLAIN = '0123456789+-()';
const RAISED: Readonly<Record<string, string>> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾', sub: '₀₁₂₃₄₅₆₇₈₉₊₋₍₎' };

/**
 * Writes a superscript or subscript in plain text: "10⁶", because "106" would be a different number. Text that has no
 * such characters stays as it is, as in "1st".
 */
export function scriptText(text: string, name: 'sup' | 'sub'): string {
  const raised = [...text.replaceAll('−', '-')].map(
    (character) => RAISED[name]?.[PLAIN.indexOf(character)],
  );
  return raised.includes(undefined) ? text : raised.join('');
}
