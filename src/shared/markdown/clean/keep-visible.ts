import { HtmlNode } from '../html-tree.ts';
import { isLinkAddress } from '../link-address.ts';
import { repairText } from '../repair-text.ts';

/** Elements that are not part of the text. */
const NO_TEXT = new Set(
  `script style title template noscript noframes svg math canvas object applet embed video audio button select
  datalist input textarea area base col colgroup link meta param source track wbr`.split(/\s+/),
);

/**
 * Removes what a reader of the text does not see. Frames and pictures are not loaded: a frame becomes a link, and a
 * picture its text. What is only hidden from screen readers (`aria-hidden`) stays, because it is seen.
 */
export function keepVisible(node: HtmlNode, isCode = false): void {
  for (const child of node.children) {
    if (child.name === '#text') child.data = isCode ? child.data : repairText(child.data);
    else if (isHidden(child)) child.remove();
    else if (child.name === 'iframe') child.replaceWith(...linkToFrame(child));
    else if (child.name === 'img') child.replaceWith(...textOfPicture(child));
    else keepVisible(child, isCode || child.name === 'code');
  }
}

function isHidden(node: HtmlNode): boolean {
  return (
    NO_TEXT.has(node.name) ||
    node.hasAttribute('hidden') ||
    (node.name === 'dialog' && !node.hasAttribute('open')) ||
    /(?:^|;)(?:display:none|visibility:hidden|mso-hide:all|font-size:0(?:px|pt|em)?(?:;|!|$))/.test(
      node.style,
    )
  );
}

/** Matches an embedded video of YouTube, which YouTube shows only in a frame. */
const YOUTUBE = /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/i;

function linkToFrame(frame: HtmlNode): HtmlNode[] {
  const src = frame.attribute('src').trim().replace(/^\/\//, 'https://');
  // Frames of a pixel count visits.
  const isPixel = ['width', 'height'].some((side) => /^[01](?:px)?$/.test(frame.attribute(side)));
  if (isPixel || !isLinkAddress(src) || /^mailto:/i.test(src)) return [];
  const url = src.replace(YOUTUBE, 'https://www.youtube.com/watch?v=$1');
  const link = new HtmlNode('a', '', { href: url });
  const host = url.replace(/^https?:\/\/(?:www\.)?/i, '').split(/[/?#]/)[0] ?? '';
  const name = frame.attribute('title').trim() || host;
  link.append(new HtmlNode('#text', name));
  const paragraph = new HtmlNode('p', '');
  paragraph.append(link);
  return [paragraph];
}

/** Matches texts that name no content, such as the name of a file. */
const NO_NAME =
  /^(?:image|img|photo|picture|icon|logo|spacer|pixel)?$|\.(?:png|jpe?g|gif|svg|webp|bmp)$/i;

function textOfPicture(image: HtmlNode): HtmlNode[] {
  const text = repairText(image.attribute('alt')).trim();
  return NO_NAME.test(text) ? [] : [new HtmlNode('#text', text)];
}
