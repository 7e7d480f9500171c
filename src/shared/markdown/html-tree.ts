/**
 * Block-level elements, including obsolete ones: https://developer.mozilla.org/en-US/docs/Glossary/Block-level_content
 */
const BLOCKS = new Set(
  `#root address article aside audio blockquote body canvas caption center dd details dialog dir div dl dt fieldset
  figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html isindex legend li main menu nav
  noframes noscript ol output p pre section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
);

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
  /** Whether the node contains neither text nor other content. It is known when white space is collapsed. */
  isBlank = true;
  /** The characters of a text node. */
  data: string;
  readonly #attributes: Readonly<Record<string, string>>;
  #style: string | undefined;

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

  /** A copy of the child nodes, which may be moved while the caller iterates over it. */
  get children(): HtmlNode[] {
    const children: HtmlNode[] = [];
    for (let child = this.first; child; child = child.next) children.push(child);
    return children;
  }

  /**
   * The inline style without spaces and in lower case. The browser renames the attribute, because a style of a pasted
   * text would violate the page's Content-Security-Policy.
   */
  get style(): string {
    this.#style ??= (this.attribute('data-style') || this.attribute('style'))
      .replace(/\s+/g, '')
      .toLowerCase();
    return this.#style;
  }

  attribute(name: string): string {
    return (Object.hasOwn(this.#attributes, name) && this.#attributes[name]) || '';
  }

  hasAttribute(name: string): boolean {
    return Object.hasOwn(this.#attributes, name);
  }

  /** A new element with the same name and attributes, and other children. */
  withChildren(children: readonly HtmlNode[]): HtmlNode {
    const copy = new HtmlNode(this.name, '', this.#attributes);
    copy.append(...children);
    return copy;
  }

  /** Adds nodes at the end. They leave the places where they have been. */
  append(...children: readonly HtmlNode[]): void {
    for (const child of children) {
      child.remove();
      child.parent = this;
      child.previous = this.last;
      if (this.last) this.last.next = child;
      else this.first = child;
      this.last = child;
    }
  }

  /** Adds a node before this one. */
  before(node: HtmlNode): void {
    node.remove();
    node.parent = this.parent;
    node.previous = this.previous;
    node.next = this;
    if (this.previous) this.previous.next = node;
    else if (this.parent) this.parent.first = node;
    this.previous = node;
  }

  replaceWith(...nodes: readonly HtmlNode[]): void {
    for (const node of nodes) this.before(node);
    this.remove();
  }

  remove(): void {
    const { parent, previous, next } = this;
    if (previous) previous.next = next;
    else if (parent) parent.first = next;
    if (next) next.previous = previous;
    else if (parent) parent.last = previous;
    this.parent = undefined;
    this.previous = undefined;
    this.next = undefined;
  }
}

/** The nodes in a node, in document order. The caller may change the tree. */
export function descendantsOf(node: HtmlNode, isWanted: (node: HtmlNode) => boolean): HtmlNode[] {
  const found: HtmlNode[] = [];
  const search = (parent: HtmlNode) => {
    for (let child = parent.first; child; child = child.next) {
      if (isWanted(child)) found.push(child);
      search(child);
    }
  };
  search(node);
  return found;
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
 * Builds a tree of elements and text nodes below a root, from what a parser reports in document order.
 * @throws NestedTooDeeplyError if the HTML has too many tags, nested too deeply
 */
export class TreeBuilder {
  readonly root = new HtmlNode('#root', '');
  #at: HtmlNode = this.root;
  #tags = 0;
  #depth = 0;
  #deepest = 0;

  open(element: HtmlNode): void {
    this.#tags += 1;
    this.#depth += 1;
    this.#deepest = Math.max(this.#deepest, this.#depth);
    if (this.#tags * this.#deepest > MAX_TAGS_TIMES_DEPTH) throw new NestedTooDeeplyError();
    this.#at.append(element);
    this.#at = element;
  }

  close(): void {
    this.#depth -= 1;
    this.#at = this.#at.parent ?? this.root;
  }

  add(text: string): void {
    const { last } = this.#at;
    // A parser reports the characters of an entity separately.
    if (last?.name === '#text') last.data += text;
    else this.#at.append(new HtmlNode('#text', text));
  }
}
