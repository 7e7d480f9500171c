import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * The format of backups: a gzipped tar with these entries in order. `manifest.json` describes the backup.
 * `tables/NAME/000001.copy` and its successors contain rows in the format of PostgreSQL's COPY. `uploads/NAME` and
 * `totals.json` follow. `SHA256SUMS` has the checksums of all other entries, in the format of `sha256sum`.
 */
export const FORMAT = 'composable-jobs backup';

/**
 * The version of the format. It is incremented when the format changes so that older programs can no longer read it.
 */
export const FORMAT_VERSION = 1;

export const MANIFEST = 'manifest.json';
export const TOTALS = 'totals.json';
export const SUMS = 'SHA256SUMS';

/** The fields of the manifest that all versions of the format share. */
export const anyManifest = z.object({ format: z.literal(FORMAT), version: z.int() });

export const manifest = anyManifest.extend({
  version: z.literal(FORMAT_VERSION),
  /** The version of the program that wrote the backup. */
  program: z.string(),
  /** When the snapshot was taken. */
  taken: z.iso.datetime(),
  /** The names of the board's migrations. */
  migrations: z.array(z.string()).min(1),
  /** The tables. Each comes after the tables that it references. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});
export type Manifest = z.output<typeof manifest>;
export type CopiedTable = Manifest['tables'][number];

export const totals = z.object({
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.int()),
  uploads: z.int(),
  /** The uploads that the database names but the storage does not have. */
  missing: z.array(z.string()),
});
export type Totals = z.output<typeof totals>;

export const partName = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`;

export const uploadName = (name: string) => `uploads/${name}`;

/** Matches the name of an upload's entry. The name cannot lead to another folder. */
const UPLOAD = /^uploads\/(?<upload>[\w-][\w.-]*)$/;
const PART = /^tables\/(?<table>[^/]+)\/\d{6,}\.copy$/;

export type EntryKind = { table: string } | { upload: string };

/** Classifies an entry between the manifest and the totals. Returns undefined for anything but a table or an upload. */
export function kindOfEntry(name: string): EntryKind | undefined {
  const table = PART.exec(name)?.groups?.table;
  if (table !== undefined) return { table };
  const upload = UPLOAD.exec(name)?.groups?.upload;
  return upload === undefined ? undefined : { upload };
}

/** Formats a line of `SHA256SUMS`. https://www.gnu.org/software/coreutils/sha2-utilities */
export function sumLine(name: string, sha256: string): string {
  return `${sha256}  ${name}\n`;
}

export const sha256Of = (content: Uint8Array | string) =>
  createHash('sha256').update(content).digest('hex');

export function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, number) => sum + number, 0);
}
