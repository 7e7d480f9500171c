import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BucketAddress } from '#server/platform/config/bucket-address.ts';
import { type BucketTimeouts, openBucket } from './s3-bucket.ts';
import { uploadHash } from './upload-name.ts';
import type { StoredFile, UploadStorage } from './upload-storage.ts';

/**
 * In a bucket, by names that begin with its prefix. A file is there whole or not at all, and at once for all who ask.
 * Each function throws `StorageUnavailableError` after five seconds at the latest, a list after as many for each
 * thousand. https://docs.aws.amazon.com/AmazonS3/latest/userguide/Welcome.html#ConsistencyModel
 */
export function s3Storage(address: BucketAddress, timeouts?: BucketTimeouts): UploadStorage {
  const { bucket: Bucket, prefix } = address;
  const ask = openBucket(address, timeouts);
  const at = (name: string) => ({ Bucket, Key: `${prefix}${name}` });

  return {
    put: (name, content) =>
      ask('take an upload', async ({ client, PutObjectCommand }, abortSignal) => {
        const put = new PutObjectCommand({
          ...at(name),
          Body: content,
          // For whoever reads the bucket itself: the board sends its own.
          ContentType: 'image/webp',
          CacheControl: 'public, max-age=31536000, immutable',
        });
        await client.send(put, { abortSignal });
      }),

    read: (name) =>
      ask('give an upload', async ({ client, GetObjectCommand, NoSuchKey }, abortSignal) => {
        try {
          const { Body } = await client.send(new GetObjectCommand(at(name)), { abortSignal });
          // The client leaves the rest of the reply to whoever reads it, however long that takes.
          return await buffer(addAbortSignal(abortSignal, Body as Readable));
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        }
      }),

    remove: (name) =>
      ask('remove an upload', async ({ client, DeleteObjectCommand, NoSuchKey }, abortSignal) => {
        try {
          await client.send(new DeleteObjectCommand(at(name)), { abortSignal });
        } catch (error) {
          // Not from Amazon's store, but from others'.
          if (!(error instanceof NoSuchKey)) throw error;
        }
      }),

    async list() {
      const files: StoredFile[] = [];
      let token: string | undefined;
      do {
        const page = await ask(
          'list its uploads',
          ({ client, ListObjectsV2Command }, abortSignal) => {
            const list = { Bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: token };
            return client.send(new ListObjectsV2Command(list), { abortSignal });
          },
        );
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(prefix.length);
          // A bucket may hold what is others’, and the board clears away what it does not know.
          if (LastModified && uploadHash(name)) {
            files.push({ name, written: LastModified.getTime() });
          }
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return files;
    },
  };
}
