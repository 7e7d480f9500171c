import { ServiceUnavailableError } from '#server/platform/errors.ts';

export type StoredFile = {
  name: string;
  /** The time of the last write (ms since the Unix epoch). */
  written: number;
};

/** Stores uploaded files by name. Callers validate the names. */
export type UploadStorage = {
  /** Creates or replaces a file. Atomic: a failure leaves the previous content. */
  put(name: string, content: Buffer): Promise<void>;
  /** Undefined if no file has this name. */
  read(name: string): Promise<Buffer | undefined>;
  /** Succeeds even if no file has this name. */
  remove(name: string): Promise<void>;
  /** Lists every file; in a folder, including incomplete files after a crash. */
  list(): Promise<StoredFile[]>;
};

/**
 * The upload storage failed and may recover. The store's own message may contain secrets, so callers pass only its code.
 */
export class StorageUnavailableError extends ServiceUnavailableError {
  override name = 'StorageUnavailableError';

  constructor(message: string, options?: ErrorOptions) {
    super('The board cannot reach its uploads. Please try again soon.', message, options);
  }
}
