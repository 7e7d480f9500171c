import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

/** A list of texts, none of which is empty or listed twice. */
export const uniqueTexts = z.array(z.string().min(1)).check(({ value, issues }) => {
  for (const [index, text] of value.entries()) {
    if (value.indexOf(text) === index) continue;
    issues.push({
      code: 'custom',
      input: text,
      path: [index],
      message: `"${text}" is a duplicate`,
    });
  }
});

/** The content of a data file, and errors about it. */
export type DataFile<Data> = {
  data: Data;
  /** An error that names the file and the line of a value. `path` contains the keys that lead to the value. */
  errorAt(path: readonly PropertyKey[], message: string): Error;
};

/**
 * Reads a YAML file. All values are texts, as written, because readers of such lists do not expect that `163` is a
 * number; a schema converts numbers.
 * @throws Error that names the file and the line of the first mistake
 */
export function readYaml<Schema extends z.ZodType>(
  file: URL,
  schema: Schema,
): DataFile<z.output<Schema>> {
  return parseYaml(readFileSync(file, 'utf8'), nameOf(file), schema);
}

/**
 * Reads a Markdown file with front matter: YAML between two lines of `---` before the text.
 * @throws Error that names the file and the line of the first mistake
 */
export function readMarkdown<Schema extends z.ZodType>(
  file: URL,
  schema: Schema,
): { data: z.output<Schema>; text: string } {
  const [, front, text] = /^(---\n.*?\n)---\n(.*)$/s.exec(readFileSync(file, 'utf8')) ?? [];
  if (front === undefined || text === undefined) {
    throw new Error(`${nameOf(file)}:1: The file must begin with values between two lines of ---`);
  }
  return { data: parseYaml(front, nameOf(file), schema).data, text: text.trim() };
}

/** The path of a file from the root of the repository. */
const nameOf = (file: URL) => relative(process.cwd(), fileURLToPath(file));

export function parseYaml<Schema extends z.ZodType>(
  source: string,
  name: string,
  schema: Schema,
): DataFile<z.output<Schema>> {
  const lines = new LineCounter();
  const document = parseDocument(source, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
  });
  const errorAtOffset = (offset: number, message: string) =>
    new Error(`${name}:${lines.linePos(offset).line}: ${message}`);
  const errorAt = (path: readonly PropertyKey[], message: string) =>
    errorAtOffset(offsetOf(document, path), message);

  const [invalid] = [...document.errors, ...document.warnings];
  if (invalid) throw errorAtOffset(invalid.pos[0], invalid.message);
  const { success, data, error } = schema.safeParse(document.toJS());
  if (success) return { data, errorAt };
  const [issue = { code: 'custom', path: [], message: error.message }] = error.issues;
  const path =
    issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  throw errorAt(path, [issue.path.join('.'), issue.message].filter(Boolean).join(': '));
}

/** The offset of a key or of an item of a list. If it is missing, returns the offset of what should contain it. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  const parent = document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  const node = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === last)?.key
    : document.getIn(path, true);
  if (isNode(node) && node.range) return node.range[0];
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}
