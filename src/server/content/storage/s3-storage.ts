import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BucketAddress } from '#server/platform/config/bucket-address.ts';
import { type BucketTimeouts, openBucket } from './s3-bucket.ts';
import { uploadHash } from './upload-name.ts';
import type { StoredFile, UploadStorage } from './upload-storage.ts';

type Options = {
  timeouts?: BucketTimeouts | undefined;
  /**
   * Whether a file is listed; by default, only uploads. The bucket may contain other files, and the board removes listed
   * files that it does not use.
   */
  isListed?: (name: string) => boolean;
  contentType?: string;
};

const isUpload = (name: string) => uploadHash(name) !== undefined;

/**
 * Stores uploads in a bucket under keys with its prefix. Writes in S3 are atomic and strongly consistent. If the bucket
 * is unavailable, functions throw `StorageUnavailableError` within five seconds by default; `list` does so within five
 * seconds per thousand files. https://docs.aws.amazon.com/AmazonS3/latest/userguide/Welcome.html#ConsistencyModel
 */
export function s3Storage(
  address: BucketAddress,
  { timeouts, isListed = isUpload, contentType = 'image/webp' }: Options = {},
): UploadStorage {
  const { bucket: Bucket, prefix } = address;
  const request = openBucket(address, timeouts);
  const at = (name: string) => ({ Bucket, Key: `${prefix}${name}` });

  return {
    put: (name, content) =>
      request('store an upload', async ({ client, PutObjectCommand }, abortSignal) => {
        const put = new PutObjectCommand({
          ...at(name),
          Body: content,
          // These headers are for clients that read the bucket directly. The board sends its own.
          ContentType: contentType,
          CacheControl: 'public, max-age=31536000, immutable',
        });
        await client.send(put, { abortSignal });
      }),

    read: (name) =>
      request('return an upload', async ({ client, GetObjectCommand, NoSuchKey }, abortSignal) => {
        try {
          const { Body } = await client.send(new GetObjectCommand(at(name)), { abortSignal });
          // The SDK's timeouts do not cover reading the body, so the signal must.
          return await buffer(addAbortSignal(abortSignal, Body as Readable));
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        }
      }),

    remove: (name) =>
      request(
        'remove an upload',
        async ({ client, DeleteObjectCommand, NoSuchKey }, abortSignal) => {
          try {
            await client.send(new DeleteObjectCommand(at(name)), { abortSignal });
          } catch (error) {
            // Stores other than Amazon's may report a missing key here.
            if (!(error instanceof NoSuchKey)) throw error;
          }
        },
      ),

    async list() {
      const files: StoredFile[] = [];
      let token: string | undefined;
      do {
        const page = await request(
          'list its uploads',
          ({ client, ListObjectsV2Command }, abortSignal) => {
            const list = { Bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: token };
            return client.send(new ListObjectsV2Command(list), { abortSignal });
          },
        );
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(prefix.length);
          if (LastModified && isListed(name)) {
            files.push({ name, written: LastModified.getTime() });
          }
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return files;
    },
  };
}
