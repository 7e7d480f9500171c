import type { StateCore, Token } from 'markdown-it';

/** Matches a letter of a script that is written from right to left. https://www.unicode.org/reports/tr9/ */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Gives each paragraph, heading and item a direction of its own if the text has a right-to-left script, because the page
 * gives the whole text only one. The direction of a list, on which the side of its bullets depends, is the one of its
 * first item.
 */
export function addDirections({ tokens }: StateCore): void {
  if (!tokens.some(({ content }) => RIGHT_TO_LEFT.test(content))) return;
  const lists: Token[] = [];
  let items = 0;
  for (const token of tokens) {
    if (/^(?:bullet|ordered)_list_open$/.test(token.type)) lists.push(token);
    else if (/^(?:paragraph|heading)_open$/.test(token.type)) {
      // A paragraph in an item has the direction of the item.
      if (items === 0 && !token.hidden) token.attrSet('dir', 'auto');
    } else if (token.type === 'list_item_open') {
      items += 1;
      token.attrSet('dir', 'auto');
    } else if (token.type === 'list_item_close') items -= 1;
    else if (token.type === 'inline') {
      const letter = /\p{L}/u.exec(token.content)?.[0];
      if (!letter) continue;
      for (const list of lists) list.attrSet('dir', RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr');
      lists.length = 0;
    }
  }
}
