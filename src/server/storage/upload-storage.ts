import { join } from 'node:path';
import { folderStorage } from './folder-storage.ts';

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

export function openUploadStorage({ dataDir }: { dataDir: string }): UploadStorage {
  return folderStorage(join(dataDir, 'uploads'));
}
