/**
 * Block-level elements, including obsolete ones: https://developer.mozilla.org/en-US/docs/Glossary/Block-level_content
 */
const BLOCKS = new Set(
  `address article aside audio blockquote body canvas center dd dir div dl dt fieldset figcaption figure
  footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html isindex li main menu nav noframes noscript ol
  output p pre section table tbody td tfoot th thead tr ul`.split(/\s+/),
);

/** Void elements, including obsolete ones: https://html.spec.whatwg.org/multipage/syntax.html#void-elements */
const VOIDS = new Set(
  `area base br col command embed hr img input keygen link meta param source track wbr`.split(' '),
);

/** Elements that count as content even without text. */
const NEVER_BLANK = new Set(`a table thead tbody tfoot th td iframe script audio video`.split(' '));

/** An HTML element or a text node (`#text`). */
export class HtmlNode {
  parent: HtmlNode | undefined;
  previous: HtmlNode | undefined;
  next: HtmlNode | undefined;
  first: HtmlNode | undefined;
  last: HtmlNode | undefined;
  /** The name in lower case. */
  readonly name: string;
  readonly isBlock: boolean;
  /** Whether the node contains neither text nor other content. */
  isBlank = true;
  /** The characters of a text node. */
  data: string;
  #elements: readonly HtmlNode[] | undefined;
  readonly #attributes: Readonly<Record<string, string>>;

  constructor(name: string, data: string, attributes: Readonly<Record<string, string>> = {}) {
    this.name = name;
    this.isBlock = BLOCKS.has(name);
    this.data = data;
    this.#attributes = attributes;
  }

  get text(): string {
    if (this.name === '#text') return this.data;
    let text = '';
    for (let child = this.first; child; child = child.next) text += child.text;
    return text;
  }

  /** The child elements. They are cached at the first call, so call this only when the tree is complete. */
  get elements(): readonly HtmlNode[] {
    if (!this.#elements) {
      const elements: HtmlNode[] = [];
      for (let child = this.first; child; child = child.next) {
        if (child.name !== '#text') elements.push(child);
      }
      this.#elements = elements;
    }
    return this.#elements;
  }

  attribute(name: string): string {
    return (Object.hasOwn(this.#attributes, name) && this.#attributes[name]) || '';
  }

  append(child: HtmlNode): void {
    child.parent = this;
    child.previous = this.last;
    if (this.last) this.last.next = child;
    else this.first = child;
    this.last = child;
  }
}

/**
 * Thrown if the HTML has too many tags that are nested too deeply. The time and stack of a conversion grow with both.
 */
export class NestedTooDeeplyError extends Error {
  override name = 'NestedTooDeeplyError';
}

/**
 * The maximum product of the number of tags and their depth. It allows 500 tags, each nested in the previous one. The
 * maximum in 1,783 real descriptions is 1,210.
 */
const MAX_TAGS_TIMES_DEPTH = 250_000;

/**
 * Builds a tree of elements and text nodes below a root, from what a parser reports in document order. Collapses white
 * space as a browser does.
 * @throws NestedTooDeeplyError if the HTML has too many tags, nested too deeply
 */
export class TreeBuilder {
  readonly root = new HtmlNode('#root', '');
  #at: HtmlNode = this.root;
  /** The text so far of the last text node, to which more text may be added. */
  #pending = '';
  /** The previous text node on the same line. */
  #before: HtmlNode | undefined;
  #keepsSpace = false;
  #preformatted = 0;
  #tags = 0;
  #depth = 0;
  #deepest = 0;

  open(element: HtmlNode): void {
    this.#endText();
    this.#tags += 1;
    this.#depth += 1;
    this.#deepest = Math.max(this.#deepest, this.#depth);
    if (this.#tags * this.#deepest > MAX_TAGS_TIMES_DEPTH) throw new NestedTooDeeplyError();
    this.#at.append(element);
    if (VOIDS.has(element.name) || NEVER_BLANK.has(element.name)) markFilled(element);
    this.#pass(element);
    if (element.name === 'pre') this.#preformatted += 1;
    this.#at = element;
  }

  close(): void {
    this.#endText();
    const element = this.#at;
    if (element.name === 'pre') this.#preformatted -= 1;
    this.#pass(element);
    this.#depth -= 1;
    this.#at = element.parent ?? this.root;
  }

  add(text: string): void {
    this.#pending += text;
  }

  end(): void {
    this.#endText();
    const text = this.#before;
    if (!text) return;
    text.data = withoutLastSpace(text.data);
    if (!text.data) remove(text);
  }

  /** Updates the state of white-space collapsing at the start or end of an element. */
  #pass({ name, isBlock }: HtmlNode): void {
    if (this.#preformatted > 0) return;
    if (isBlock || name === 'br') {
      if (this.#before) this.#before.data = withoutLastSpace(this.#before.data);
      this.#before = undefined;
      this.#keepsSpace = false;
    } else if (VOIDS.has(name)) {
      this.#before = undefined;
      this.#keepsSpace = true;
    } else if (this.#before) {
      this.#keepsSpace = false;
    }
  }

  #endText(): void {
    let text = this.#pending;
    if (!text) return;
    this.#pending = '';
    if (this.#preformatted === 0) {
      // Match only white space that differs from a single space, so that most text need not be copied.
      text = text.replace(/[\r\n\t][ \r\n\t]*| [ \r\n\t]+/g, ' ');
      const isFirst = !this.#before || this.#before.data.endsWith(' ');
      if (isFirst && !this.#keepsSpace && text.startsWith(' ')) text = text.slice(1);
      if (!text) return;
    }
    const node = new HtmlNode('#text', text);
    this.#at.append(node);
    if (/\S/.test(text)) markFilled(node);
    if (this.#preformatted === 0) this.#before = node;
  }
}

function markFilled(node: HtmlNode): void {
  for (let at: HtmlNode | undefined = node; at?.isBlank; at = at.parent) at.isBlank = false;
}

function withoutLastSpace(text: string): string {
  return text.endsWith(' ') ? text.slice(0, -1) : text;
}

function remove(node: HtmlNode): void {
  const { parent, previous, next } = node;
  if (previous) previous.next = next;
  else if (parent) parent.first = next;
  if (next) next.previous = previous;
  else if (parent) parent.last = previous;
}
