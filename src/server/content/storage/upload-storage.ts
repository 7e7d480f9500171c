import { ServiceUnavailableError } from '#server/platform/errors.ts';

export type StoredFile = {
  name: string;
  /** When the file was last written (ms since the Unix epoch). */
  written: number;
};

/** Stores uploaded files by name. Callers validate the names. */
export type UploadStorage = {
  /** Creates or replaces a file atomically: after a failure, the previous content remains. */
  put(name: string, content: Buffer): Promise<void>;
  /** Reads a file. Resolves to undefined if no file that can be read has this name. */
  read(name: string): Promise<Buffer | undefined>;
  /** Removes a file. Succeeds even if no file has this name. */
  remove(name: string): Promise<void>;
  /** Lists every file, including incomplete files that a crash may have left in a folder. */
  list(): Promise<StoredFile[]>;
};

/**
 * Thrown if the upload storage fails, perhaps only for a while. Callers pass only the store's error code, because its
 * message may contain secrets.
 */
export class StorageUnavailableError extends ServiceUnavailableError {
  override name = 'StorageUnavailableError';

  constructor(message: string, options?: ErrorOptions) {
    super('The board cannot reach its uploads. Please try again soon.', message, options);
  }
}
