import { isUtf8 } from 'node:buffer';
import {
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml';
import { z } from 'zod';
import { type BoardFile, boardFile, DEFAULT_FILE } from './board-file.ts';
import { NO_ALIASES, NO_ANCHORS, NO_TAGS, unknownName, wrongValue } from './file-faults.ts';
import { type Fault, parseYaml } from './yaml-syntax.ts';

/** The maximum size of a file (bytes). */
export const MAX_SETTINGS_FILE = 8 * 1024 * 1024;

const HEADER = `# The settings of the board. A setting that is missing here gets its default value.
# After a change, run: npm run board -- settings import FILE
`;

/** Texts are in quotes, because a colon or a hash sign in an unquoted text changes its meaning. */
const FORMAT = {
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  lineWidth: 0,
} as const;

/** Writes settings as YAML, each with its description. The same settings always give the same text. */
export function formatSettings(file: BoardFile): string {
  const entries = Object.entries(boardFile.shape).map(([name, { description }]) => {
    const value = file[name as keyof BoardFile];
    return `\n# ${description}\n${format({ [name]: value })}`;
  });
  return HEADER + entries.join('');
}

/** Texts of several lines are written as they are, so that a comparison of two files shows the lines that differ. */
function format(value: object): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = 'BLOCK_LITERAL';
    },
  });
  return document.toString(FORMAT);
}

/** The settings of a file, or everything that is wrong with it, by line. */
export type SettingsFile =
  | { content: BoardFile; faults: [] }
  | { content: undefined; faults: Fault[] };

/** Reads the settings in a file. The file is the whole truth: a missing setting has its default value. */
export function readSettings(file: Uint8Array): SettingsFile {
  if (file.byteLength > MAX_SETTINGS_FILE) return refused(TOO_LARGE);
  const foreign = lineInOtherEncoding(file);
  if (foreign !== undefined) return refused(OTHER_ENCODING, foreign);
  const { document, damaged, lineOf, ...syntax } = parseYaml(new TextDecoder().decode(file));
  if (!isMap(document?.contents)) {
    if (syntax.faults.length > 0) return { content: undefined, faults: byLine(syntax.faults) };
    return refused(document?.contents === null ? EMPTY : NOT_A_MAPPING);
  }
  const { values, places, faults } = readValues(document.contents, lineOf);
  const { data: content, error } = boardFile.safeParse({ ...DEFAULT_FILE, ...values });
  const wrong = (error?.issues ?? []).flatMap((issue): Fault[] => {
    const place = places.get(issue.path.join('.'));
    if (place?.isRefused || damaged.has(String(issue.path[0]))) return [];
    const { line } = place ?? places.get(issue.path.slice(0, -1).join('.')) ?? { line: 1 };
    return [{ line, name: issue.path.join('.'), message: wrongValue(issue, place?.node) }];
  });
  const all = [...syntax.faults, ...faults, ...wrong];
  return content && all.length === 0
    ? { content, faults: [] }
    : { content: undefined, faults: byLine(all) };
}

const byLine = (faults: Fault[]) => faults.sort((one, other) => one.line - other.line);

const TOO_LARGE = 'The file is larger than 8 MB, which no board needs.';
const OTHER_ENCODING = 'The line is not UTF-8 text. Save the file with the encoding UTF-8.';
const EMPTY = 'The file has no settings. Write a complete one with settings export.';
const NOT_A_MAPPING = 'The file must have a line for each setting, such as: name: "Nordlicht Jobs"';

const refused = (message: string, line = 1): SettingsFile => ({
  content: undefined,
  faults: [{ line, name: '', message }],
});

/** A byte that is part of no other character in UTF-8. */
const LINE_FEED = 0x0a;

/** The first line with bytes that are not UTF-8. */
function lineInOtherEncoding(file: Uint8Array): number | undefined {
  if (isUtf8(file)) return undefined;
  let line = 1;
  let start = 0;
  let end = file.indexOf(LINE_FEED);
  while (end !== -1 && isUtf8(file.subarray(start, end))) {
    line += 1;
    start = end + 1;
    end = file.indexOf(LINE_FEED, start);
  }
  return line;
}

/** Where the file has a value, by the names that lead to it. */
type Place = {
  line: number;
  node: unknown;
  /** Whether a fault of this value is known already. */
  isRefused: boolean;
};

type Values = {
  values: Record<string, unknown>;
  places: Map<string, Place>;
  /** Names that are unknown or repeated, and values that are not plain YAML. */
  faults: Fault[];
};

/** Reads the values of known settings. A value that is not plain YAML is undefined. */
function readValues(contents: YAMLMap, lineOf: (offset: number) => number): Values {
  const faults: Fault[] = [];
  const places = new Map<string, Place>();
  const lineOfNode = (node: unknown, otherwise: number) =>
    isNode(node) && node.range ? lineOf(node.range[0]) : otherwise;

  function readValue(node: unknown, schema: unknown, path: string[], line: number): unknown {
    const name = path.join('.');
    const refusal = isNode(node) ? refusalOf(node) : undefined;
    places.set(name, { line, node, isRefused: refusal !== undefined });
    if (refusal) {
      faults.push({ line, name, message: refusal });
      return undefined;
    }
    if (isMap(node)) return readMap(node, schema, path, line);
    if (isSeq(node)) {
      const element = schema instanceof z.ZodArray ? schema.element : undefined;
      return node.items.map((item, index) =>
        readValue(item, element, [...path, String(index)], lineOfNode(item, line)),
      );
    }
    return isScalar(node) ? node.value : null;
  }

  function readMap(
    { items }: YAMLMap,
    schema: unknown,
    path: string[],
    parentLine: number,
  ): Record<string, unknown> {
    const shape = schema instanceof z.ZodObject ? schema.shape : undefined;
    const lines = new Map<string, number>();
    const entries: [string, unknown][] = [];
    for (const { key, value } of items as Pair[]) {
      const name = nameOf(key);
      const line = lineOfNode(key, parentLine);
      const fault = { line, name: [...path, name].join('.') };
      const first = lines.get(name);
      if (first !== undefined) {
        const message = `is set twice. Remove it here, or in line ${first}.`;
        faults.push({ ...fault, message });
      } else if (shape && !Object.hasOwn(shape, name)) {
        faults.push({ ...fault, message: unknownName(name, Object.keys(shape)) });
      } else {
        entries.push([name, readValue(value, shape?.[name], [...path, name], line)]);
      }
      if (first === undefined) lines.set(name, line);
    }
    return Object.fromEntries(entries);
  }

  const values = readMap(contents, boardFile, [], 1);
  return { values, places, faults };
}

/** A name as written. In YAML, a name may also be a number, a list or names with values. */
function nameOf(key: unknown): string {
  if (isScalar(key)) return String(key.value ?? key.source ?? '');
  return isSeq(key) ? '[…]' : '{…}';
}

/** Why a value is refused that YAML allows. References and types of other programs have no use in settings. */
function refusalOf(node: Node): string | undefined {
  if (isAlias(node)) return NO_ALIASES;
  if ('anchor' in node && node.anchor !== undefined) return NO_ANCHORS;
  return node.tag === undefined ? undefined : NO_TAGS;
}
