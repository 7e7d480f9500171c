/**
 * Typed columns in one file. A JSON header with the position of each column is followed by the columns, which are
 * aligned to 8 bytes.
 */
export type Columns = Record<string, Uint8Array | Uint16Array | Uint32Array | Float32Array>;

const TYPES = { Uint8Array, Uint16Array, Uint32Array, Float32Array } as const;

type Header = Record<string, { type: keyof typeof TYPES; offset: number; length: number }>;

const align = (bytes: number) => Math.ceil(bytes / 8) * 8;

/** Writes columns into one buffer, which `readColumns` reads without copying. */
export function writeColumns(columns: Columns): Buffer {
  const header: Header = {};
  let offset = 0;
  for (const [name, column] of Object.entries(columns)) {
    const type = column.constructor.name;
    if (!isType(type)) throw new TypeError(`a column of type ${type}`);
    header[name] = { type, offset, length: column.length };
    offset = align(offset + column.byteLength);
  }
  const json = Buffer.from(JSON.stringify(header));
  const start = align(4 + json.length);
  const file = Buffer.alloc(start + offset);
  file.writeUInt32LE(json.length, 0);
  json.copy(file, 4);
  for (const [name, column] of Object.entries(columns)) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    file.set(bytes, start + (header[name]?.offset ?? 0));
  }
  return file;
}

/** Returns a column by its name, as a view of the file. */
export type ColumnReader = <Type extends keyof typeof TYPES>(
  name: string,
  type: Type,
) => InstanceType<(typeof TYPES)[Type]>;

/**
 * Reads columns.
 * @param file aligned to 8 bytes, like a new `ArrayBuffer`
 */
export function readColumns(file: ArrayBuffer): ColumnReader {
  const length = new DataView(file).getUint32(0, true);
  const header: Header = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 4, length)));
  const start = align(4 + length);
  return (name, type) => {
    const column = header[name];
    if (column?.type !== type) throw new TypeError(`no column ${name} of type ${type}`);
    const view = new TYPES[type](file, start + column.offset, column.length);
    return view as InstanceType<(typeof TYPES)[typeof type]>;
  };
}

function isType(name: string): name is keyof typeof TYPES {
  return Object.hasOwn(TYPES, name);
}
