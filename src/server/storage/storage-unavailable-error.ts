/**
 * The storage could not do what it was asked for, for reasons of its own, and may be able to later. What the store
 * itself has said of it is told by its code alone: its message may hold anything.
 */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}
