/**
 * A server that imitates an applicant tracking system with many customers. It runs in its own process. The first
 * message to it names the folder with the compressed lists, one file for each customer and named after the customer.
 * The server then sends its port, and writes the certificate of its certificate authority into `authority.pem` beside
 * the folder.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from '../../scripts/build-if-stale.mjs';

const [folder] = await once(process, 'message');
/** @type {{ module: typeof import('#server/job-feeds/testing/feed-server.ts') }} */
const { module } = await runnerImport(join(ROOT, 'src/server/job-feeds/testing/feed-server.ts'));
const server = await module.startFeedServer();
for (const file of readdirSync(folder)) {
  const path = join(folder, file);
  const etag = `"${createHash('sha256').update(readFileSync(path)).digest('hex')}"`;
  const url = `https://boards-api.greenhouse.io/v1/boards/${file}/jobs?content=true&pay_transparency=true`;
  server.answer(url, () => ({
    etag,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    bytes: readFileSync(path),
  }));
}
const { port, ca = '' } = server.network.detour ?? {};
writeFileSync(`${folder}/../authority.pem`, ca);
process.send?.(port);

// End this process when the benchmark has ended.
process.once('disconnect', () => process.exit(0));
