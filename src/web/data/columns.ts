import { createSerializationAdapter } from '@tanstack/react-router';

/**
 * A list of objects in columns: its number of rows, and the cells of each property. The cells of a property that some
 * rows lack are in an object, by the index of the row.
 */
type Table = { $rows: number; columns: Record<string, Cells> };
type Cells = unknown[] | Record<number, unknown>;

type Row = Record<string, unknown>;

/** The data that is serialized in columns; only on the server. */
const marked = new WeakSet<object>();

/**
 * Marks the data of a loader to be serialized as JSON, with lists of objects in columns. A page contains its data twice:
 * as HTML, and for hydration. In columns, the values stand in the same order as in the HTML and nothing else is between
 * them, so they compress well. The router's own format numbers each object.
 * @param data plain JSON without dates and without properties named `$rows`
 */
export function inColumns<Data extends object>(data: Data): Data {
  if (import.meta.env.SSR) marked.add(data);
  return data;
}

/**
 * Serializes the marked data on the server, and reads it in the browser.
 * https://github.com/TanStack/router/blob/main/packages/router-core/src/ssr/serializer/transformer.ts
 */
export const columnsAdapter = createSerializationAdapter({
  key: 'columns',
  test: (value): value is object => import.meta.env.SSR && isObject(value) && marked.has(value),
  // Without the condition, `toColumnsJson` would be in the browser's scripts.
  toSerializable: (data) => (import.meta.env.SSR ? toColumnsJson(data) : ''),
  fromSerializable: fromColumnsJson,
});

/** Writes data as JSON, with each list of objects in columns. */
export function toColumnsJson(data: object): string {
  return JSON.stringify(data, (_, value) => (isList(value) ? toTable(value) : value));
}

export function fromColumnsJson(json: string): object {
  return JSON.parse(json, (_, value) => (value?.$rows ? toList(value) : value));
}

function toTable(rows: Row[]): Table {
  const names = [...new Set(rows.flatMap(Object.keys))];
  return {
    $rows: rows.length,
    columns: Object.fromEntries(
      names.map((name) => {
        const cells = rows.map((row) => (Object.hasOwn(row, name) ? row[name] : undefined));
        return [name, cells.includes(undefined) ? { ...cells } : cells];
      }),
    ),
  };
}

function toList({ $rows, columns }: Table): Row[] {
  return Array.from({ length: $rows }, (_, row) =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([name, cells]) =>
        row in cells ? [[name, cells[row]]] : [],
      ),
    ),
  );
}

/** Whether a value is a list of at least two objects. */
function isList(value: unknown): value is Row[] {
  return Array.isArray(value) && value.length > 1 && value.every(isObject);
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
