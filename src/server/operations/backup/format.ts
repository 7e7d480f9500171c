import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * A backup is a gzipped tar, whose entries stand in this order:
 * `manifest.json`, what it is; `tables/NAME/000001.copy` and so on, each some rows as PostgreSQL's COPY writes
 * them; `uploads/NAME`; `totals.json`; and `SHA256SUMS` over all of them, in the form of `sha256sum`.
 */
export const FORMAT = 'composable-jobs backup';

/** Counted up when an older program could no longer read what is written. */
export const FORMAT_VERSION = 1;

export const MANIFEST = 'manifest.json';
export const TOTALS = 'totals.json';
export const SUMS = 'SHA256SUMS';

/** What any version's manifest tells. */
export const anyManifest = z.object({ format: z.literal(FORMAT), version: z.int() });

export const manifest = anyManifest.extend({
  version: z.literal(FORMAT_VERSION),
  /** The program's version that wrote it. */
  program: z.string(),
  /** When its snapshot was taken. */
  taken: z.iso.datetime(),
  /** The migrations that the board had. */
  migrations: z.array(z.string()).min(1),
  /** In an order in which no row comes before one that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});
export type Manifest = z.output<typeof manifest>;
export type CopiedTable = Manifest['tables'][number];

export const totals = z.object({
  /** How many rows each table has. */
  rows: z.record(z.string(), z.int()),
  uploads: z.int(),
  /** Uploads that the database names and the storage did not have. */
  missing: z.array(z.string()),
});
export type Totals = z.output<typeof totals>;

export const partName = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`;

export const uploadName = (name: string) => `uploads/${name}`;

/** A file's name, which leads to no other folder. */
const UPLOAD = /^uploads\/(?<upload>[\w-][\w.-]*)$/;
const PART = /^tables\/(?<table>[^/]+)\/\d{6,}\.copy$/;

export type EntryKind = { table: string } | { upload: string };

/** What an entry between the manifest and the totals is; undefined where it is neither. */
export function kindOfEntry(name: string): EntryKind | undefined {
  const table = PART.exec(name)?.groups?.table;
  if (table !== undefined) return { table };
  const upload = UPLOAD.exec(name)?.groups?.upload;
  return upload === undefined ? undefined : { upload };
}

/** The last entry, as far as its entries have come: https://www.gnu.org/software/coreutils/sha2-utilities */
export function sumLine(name: string, sha256: string): string {
  return `${sha256}  ${name}\n`;
}

export const sha256Of = (content: Uint8Array | string) =>
  createHash('sha256').update(content).digest('hex');

export function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, number) => sum + number, 0);
}
