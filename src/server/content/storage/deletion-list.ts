import { join } from 'node:path';
import type { BucketAddress } from '#server/platform/config/bucket-address.ts';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3-storage.ts';

/** The list of people who have deleted their accounts, outside of the database: a small file for each. */
export type DeletionList = {
  /** Creates the list, so that an empty list differs from one that was lost. */
  create(): Promise<void>;
  /** Adds an entry. Adding it again changes nothing. */
  add(digest: string, deletedAt: Date): Promise<void>;
  /** Returns the digests of all entries; undefined if there is no list. */
  read(): Promise<string[] | undefined>;
};

type Location = { dataDir: string; uploadsBucket?: BucketAddress | undefined };

/** The folder below `DATA_DIR`, and below the prefix of the bucket. */
const FOLDER = 'deletions';

/** The name of the file that every list has. It has the form of a digest, but is not the digest of any person. */
const CREATED = '0'.repeat(64);

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

/** Opens the list in a folder, such as the folder of the board from which a backup comes. */
export function openDeletionFolder(folder: string): DeletionList {
  return listIn(folderStorage(folder));
}

function listIn(files: ReturnType<typeof folderStorage>): DeletionList {
  let isCreated = false;
  return {
    async create() {
      if (isCreated) return;
      await files.put(CREATED, Buffer.from('The list of deleted accounts\n'));
      isCreated = true;
    },
    add: (digest, deletedAt) => files.put(digest, Buffer.from(`${deletedAt.toISOString()}\n`)),
    async read() {
      const names = (await files.list()).map(({ name }) => name).filter(isDigest);
      return names.length > 0 ? names.filter((name) => name !== CREATED) : undefined;
    },
  };
}
