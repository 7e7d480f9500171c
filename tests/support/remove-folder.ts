import { rm } from 'node:fs/promises';

/**
 * Removes a folder, if it exists. Tries again for several seconds while a process that was just killed still writes to
 * it, for example a database that shuts down. https://nodejs.org/docs/latest-v20.x/api/fs.html#fspromisesrmpath-options
 */
export const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
