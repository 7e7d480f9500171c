import type { StateCore, Token } from 'markdown-it';

/**
 * Matches a URL in a text, up to white space, quotes or punctuation that a URL in a text does not contain. It must not
 * continue a word or another address.
 */
const URL_IN_TEXT =
  /(?<![\w@/.:-])(?:https?:\/\/|www\.)(?=[\p{L}\p{N}[])[^\s<>"`\u00ab\u00bb\u2018-\u201f\u3000-\u303f\uff00-\uffef]+/giu;

/** Matches an address with a host, which has a dot or is an address in brackets. */
const WITH_HOST = /^(?:https?:\/\/(?:[^/?#.]+\.[^/?#.]|\[)|www\.[^/?#.]+\.[^/?#.])/i;

/**
 * Makes links of URLs in the text, as GitHub does: addresses with `https://`, `http://` or `www.`, but not in code or in
 * other links. https://github.github.com/gfm/#autolinks-extension-
 */
export function linkBareUrls({ tokens, Token, md }: StateCore): void {
  for (const block of tokens) {
    if (!block.children || !/https?:\/\/|www\./i.test(block.content)) continue;
    let links = 0;
    block.children = block.children.flatMap((token) => {
      if (token.type === 'link_open') links += 1;
      if (token.type === 'link_close') links -= 1;
      return token.type === 'text' && links === 0 ? linked(token) : [token];
    });
  }

  function linked(token: Token): Token[] {
    const { content } = token;
    const made: Token[] = [];
    let end = 0;
    const add = (text: string) => {
      if (text) made.push(Object.assign(new Token('text', '', 0), { content: text }));
    };
    for (const match of content.matchAll(URL_IN_TEXT)) {
      const text = withoutPunctuation(match[0]);
      const url = /^www\./i.test(text) ? `https://${text}` : text;
      if (!WITH_HOST.test(text) || !md.validateLink(url)) continue;
      add(content.slice(end, match.index));
      const open = new Token('link_open', 'a', 1);
      open.attrSet('href', md.normalizeLink(url));
      made.push(open);
      add(text);
      made.push(new Token('link_close', 'a', -1));
      end = match.index + text.length;
    }
    if (end === 0) return [token];
    add(content.slice(end));
    return made;
  }
}

/** Removes punctuation from the end of a URL, and a closing bracket that it does not open. */
function withoutPunctuation(url: string): string {
  const balance: Record<string, number> = { ')': 0, ']': 0, '}': 0 };
  for (const character of url) {
    const closing = CLOSING[character];
    if (closing) balance[closing] = (balance[closing] ?? 0) + 1;
    else if (character in balance) balance[character] = (balance[character] ?? 0) - 1;
  }
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    const open = balance[last];
    if (open === undefined ? !/[?!.,:;*_~'|…]/.test(last) : open >= 0) break;
    if (open !== undefined) balance[last] = open + 1;
  }
  return url.slice(0, end);
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
