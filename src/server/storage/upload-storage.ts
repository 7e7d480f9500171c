import { join } from 'node:path';
import type { BucketAddress } from './bucket-address.ts';
import { folderStorage } from './folder-storage.ts';
import { keepReads } from './kept-reads.ts';
import { s3Storage } from './s3-storage.ts';

export type StoredFile = {
  name: string;
  /** When it was written (ms since 1970). */
  written: number;
};

/** Where uploaded files are kept. Whoever calls it answers for the names. */
export type UploadStorage = {
  /** Keeps the whole content under this name, in place of what was there, or nothing at all. */
  put(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  /** What is not there is as good as removed. */
  remove(name: string): Promise<void>;
  /** All that is kept, with what a crash has left half-written. */
  list(): Promise<StoredFile[]>;
};

/** So much of what is in a bucket is kept in memory, and for so long: some thousand logos, a minute. */
const KEPT_READS = { bytes: 16 * 1024 * 1024, lifetime: 60_000 };

type Place = { dataDir: string; uploadsBucket?: BucketAddress | undefined };

/** The bucket, or else a folder in `dataDir`. Neither is asked for anything yet. */
export function openUploadStorage({ dataDir, uploadsBucket }: Place): UploadStorage {
  if (uploadsBucket) return keepReads(s3Storage(uploadsBucket), KEPT_READS);
  return folderStorage(join(dataDir, 'uploads'));
}
