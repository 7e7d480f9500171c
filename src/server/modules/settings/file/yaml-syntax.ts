import {
  type Document,
  isCollection,
  isScalar,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
} from 'yaml';

/** Something wrong in a file of settings. */
export type Fault = {
  line: number;
  /** The setting, such as `name` or `links.0.url`; empty if the fault is not about one. */
  name: string;
  /** Follows the name, or is a sentence of its own if there is none. */
  message: string;
};

type Syntax = {
  /** What could be read; undefined if the text is not usable at all. */
  document: Document | undefined;
  faults: Fault[];
  /** The settings with faults, which the document does not have. */
  damaged: Set<string>;
  lineOf: (offset: number) => number;
};

/** The maximum number of settings with errors of syntax. A file with more of them is no file of settings. */
const MAX_DAMAGED = 50;

/**
 * Parses YAML. Because an error of syntax can hide what follows it, a setting with one is left out, and the rest is
 * parsed again.
 */
export function parseYaml(source: string): Syntax {
  const original = source.split('\n');
  const lines = [...original];
  const faults: Fault[] = [];
  const damaged = new Set<string>();
  const deep = findDeepLine(lines);
  if (deep !== undefined) {
    const [start] = settingAround(original, deep);
    const name = NAME.exec(original[start] ?? '')?.[1] ?? '';
    faults.push({ line: deep + 1, name, message: TOO_DEEP });
    return { document: undefined, faults, damaged, lineOf: () => deep + 1 };
  }
  for (let count = 1; ; count += 1) {
    const text = lines.join('\n');
    const counter = new LineCounter();
    const lineOf = (offset: number) => counter.linePos(offset).line;
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      lineCounter: counter,
      prettyErrors: false,
      // The library's check takes minutes for a large file. Repeated names are found later.
      uniqueKeys: false,
    });
    const errors = errorsOf(document).map((error) => ({
      error,
      index: lineOf(beginningOf(error, document)) - 1,
    }));
    const [first] = errors;
    if (!first) return { document, faults, damaged, lineOf };
    const [start, end] = settingAround(original, first.index);
    const name = NAME.exec(original[start] ?? '')?.[1] ?? '';
    const reported = new Set<number>();
    for (const { error, index } of errors) {
      if (index < start || index >= end || reported.has(index)) continue;
      reported.add(index);
      faults.push({ line: index + 1, name, message: messageOf(error, text, lines[index] ?? '') });
    }
    damaged.add(name);
    const isLeftOut = lines.slice(start, end).every((line) => line === '');
    if (isLeftOut || isTooDeep(errors) || count === MAX_DAMAGED) {
      return { document: undefined, faults, damaged, lineOf };
    }
    lines.fill('', start, end);
  }
}

/** How many brackets or list items may be within each other. Settings need two. */
const MAX_DEPTH = 20;

const TOO_DEEP =
  'Too many brackets, lists or names are within each other. Settings have at most two levels.';

const DEEP_LIST = new RegExp(`^\\s*([-?] +){${MAX_DEPTH}}`);

/**
 * Finds a line within too many brackets or lists, of which the library needs much time to find the errors. Brackets in texts
 * count, too, because a setting has few.
 * @returns the index of the line
 */
function findDeepLine(lines: readonly string[]): number | undefined {
  let depth = 0;
  const index = lines.findIndex((line) => {
    if (BEGINS_SETTING.test(line)) depth = 0;
    for (const character of line) {
      if (character === '[' || character === '{') depth += 1;
      else if ((character === ']' || character === '}') && depth > 0) depth -= 1;
      if (depth > MAX_DEPTH) return true;
    }
    return DEEP_LIST.test(line);
  });
  return index === -1 ? undefined : index;
}

const NAME = /^([\w-]+)\s*:/;

/** Matches a line that begins a setting, and does not continue the one before. */
const BEGINS_SETTING = /^[^\s#\]}-]|^---/;

/** The lines of the setting that contains a line. */
function settingAround(lines: string[], index: number): [start: number, end: number] {
  let start = index;
  while (start > 0 && !BEGINS_SETTING.test(lines[start] ?? '')) start -= 1;
  let end = index + 1;
  while (end < lines.length && !BEGINS_SETTING.test(lines[end] ?? '')) end += 1;
  return [start, end];
}

const isTooDeep = (errors: { error: YAMLError }[]) =>
  errors.some(({ error }) => error.code === 'RESOURCE_EXHAUSTION');

/** The errors in a document. Tags are refused with the values that have them. */
function errorsOf({ errors, warnings }: Document): YAMLError[] {
  return [...errors, ...warnings].filter(({ code }) => code !== 'TAG_RESOLVE_FAILED');
}

/** The offset at which an error begins. The library reports an unclosed bracket or quote where it stops to read. */
function beginningOf({ message, pos: [end] }: YAMLError, document: Document): number {
  if (!UNCLOSED_BRACKET.test(message) && !UNCLOSED_QUOTE.test(message)) return end;
  let beginning = end;
  visit(document, {
    Node: (_, node) => {
      const isDelimited = isCollection(node) ? node.flow : isScalar(node) && isQuoted(node);
      if (isDelimited && node.range?.[1] === end) beginning = node.range[0];
    },
  });
  return beginning;
}

const isQuoted = ({ type }: Scalar) => type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';

const UNCLOSED_BRACKET = /^Flow (map|sequence) /;
const UNCLOSED_QUOTE = /^Missing closing (.)quote/;

const IN_QUOTES =
  'Put the whole text in double quotes, and a backslash before each quote within it.';

/** Says what is wrong with a line, and what is right. The messages of the library name parts of its grammar. */
function messageOf(
  { code, message, pos: [offset] }: YAMLError,
  text: string,
  line: string,
): string {
  if (UNCLOSED_BRACKET.test(message)) return 'A bracket or brace is not closed.';
  const quote = UNCLOSED_QUOTE.exec(message)?.[1];
  if (quote) return `The text is not closed: ${quote} is missing at its end.`;
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'The line begins with a tab. Indent it with spaces.';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return COLON_IN_VALUE.test(line)
        ? 'A text with a colon must be in quotes.'
        : 'The next line belongs to this text, because it is indented. Begin each setting at the start of its line.';
    case 'MULTILINE_IMPLICIT_KEY':
      return 'A colon and a space must follow the name, such as: name: "Nordlicht Jobs"';
    case 'BAD_SCALAR_START':
      return `A text that begins with ${text[offset]} must be in quotes.`;
    case 'BAD_ALIAS':
      return 'A text that begins with & or * must be in quotes.';
    case 'BAD_DQ_ESCAPE':
      return `${text.slice(offset, offset + 2)} has no meaning in double quotes. Write \\\\ for a backslash.`;
    case 'BAD_INDENT':
      return 'The indentation is wrong. The names of a list item begin in the same column.';
    case 'BAD_DIRECTIVE':
      return 'A line that begins with % is no setting. Remove it.';
    case 'MULTIPLE_DOCS':
      return 'A second document begins here. Keep one, and remove this line.';
    case 'RESOURCE_EXHAUSTION':
      return TOO_DEEP;
    case 'UNEXPECTED_TOKEN':
      return `Something follows the value. ${IN_QUOTES}`;
    default:
      return `The line is not valid YAML (${message}). ${IN_QUOTES}`;
  }
}

/** Matches a line with a second colon that YAML reads as the end of a name. */
const COLON_IN_VALUE = /:\s.*:(\s|$)/;
