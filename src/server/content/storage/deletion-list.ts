import { join } from 'node:path';
import type { BucketAddress } from '#server/platform/config/bucket-address.ts';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3-storage.ts';

/** The list of people who have deleted their accounts, outside of the database: a small file for each. */
export type DeletionList = {
  /** Adds an entry. Adding it again changes nothing. */
  add(digest: string, deletedAt: Date): Promise<void>;
  /** Returns the digests of all entries. */
  read(): Promise<string[]>;
};

type Location = { dataDir: string; uploadsBucket?: BucketAddress | undefined };

/** The folder below `DATA_DIR`, and below the prefix of the bucket. */
const FOLDER = 'deletions';

const isDigest = (name: string) => /^[\da-f]{64}$/.test(name);

/** Opens the list beside the uploads: in the bucket if one is configured, and otherwise in `dataDir`. */
export function openDeletionList({ dataDir, uploadsBucket }: Location): DeletionList {
  return listIn(
    uploadsBucket
      ? s3Storage(
          { ...uploadsBucket, prefix: `${uploadsBucket.prefix}${FOLDER}/` },
          { isListed: isDigest, contentType: 'text/plain' },
        )
      : folderStorage(join(dataDir, FOLDER)),
  );
}

/** Opens the list in a folder, such as that of the board from which a backup comes. */
export function openDeletionFolder(folder: string): DeletionList {
  return listIn(folderStorage(folder));
}

function listIn(files: ReturnType<typeof folderStorage>): DeletionList {
  return {
    add: (digest, deletedAt) => files.put(digest, Buffer.from(`${deletedAt.toISOString()}\n`)),
    read: async () => (await files.list()).map(({ name }) => name).filter(isDigest),
  };
}
