import { join } from 'node:path';
import type { BucketAddress } from '#server/platform/config/bucket-address.ts';
import { folderStorage } from './folder-storage.ts';
import { cacheReads } from './read-cache.ts';
import { s3Storage } from './s3-storage.ts';
import type { UploadStorage } from './upload-storage.ts';

/**
 * The limits of the cache for a bucket: its size (bytes), which is enough for about a thousand logos, and how long a
 * logo is cached (ms).
 */
const READ_CACHE = { bytes: 16 * 1024 * 1024, lifetime: 60_000 };

type Location = { dataDir: string; uploadsBucket?: BucketAddress | undefined };

/**
 * Opens the bucket if one is configured, and otherwise a folder in `dataDir`. Does not access either before the first
 * operation.
 */
export function openUploadStorage({ dataDir, uploadsBucket }: Location): UploadStorage {
  if (uploadsBucket) return cacheReads(s3Storage(uploadsBucket), READ_CACHE);
  return folderStorage(join(dataDir, 'uploads'));
}
