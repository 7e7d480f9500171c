export type StoredFile = {
  name: string;
  /** When it was written (ms since 1970). */
  written: number;
};

/** Stores uploaded files by name. Callers validate the names. */
export type UploadStorage = {
  /** Replaces the file of this name. Atomic: a failure leaves the previous content. */
  put(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer | undefined>;
  /** Succeeds without a file of this name. */
  remove(name: string): Promise<void>;
  /** Every file, including what a crash left incomplete. */
  list(): Promise<StoredFile[]>;
};
