import { ServiceUnavailableError } from '#server/platform/errors.ts';

/**
 * The upload storage failed and may recover. The store's own message may contain secrets, so callers pass only its code.
 */
export class StorageUnavailableError extends ServiceUnavailableError {
  override name = 'StorageUnavailableError';

  constructor(message: string, options?: ErrorOptions) {
    super('The board cannot reach its uploads. Please try again soon.', message, options);
  }
}
