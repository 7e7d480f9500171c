import { Argument, InvalidArgumentError } from 'commander';

/** A required file name. `-` is refused, because in most programs it means a standard stream. */
export function fileArgument(description: string): Argument {
  return new Argument('<file>', description).argParser((file: string) => {
    if (['', '-'].includes(file)) throw new InvalidArgumentError('Give the name of a file.');
    return file;
  });
}

/** Parses the id of an audit event. @throws InvalidArgumentError */
export function parseEventId(text: string): number {
  const id = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(id)) {
    throw new InvalidArgumentError('Give the number of an event.');
  }
  return id;
}
