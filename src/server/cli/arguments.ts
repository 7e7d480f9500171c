import { Argument, InvalidArgumentError } from 'commander';
import { isPlainDate, type PlainDate } from '#shared/domain/plain-date.ts';

/** A file name. `-` is refused, because in most programs it means a standard stream. */
export function fileArgument(description: string, name: '<file>' | '[file]' = '<file>'): Argument {
  return new Argument(name, description).argParser((file: string) => {
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

/** Parses a day. @throws InvalidArgumentError */
export function parseDate(text: string): PlainDate {
  if (!isPlainDate(text)) throw new InvalidArgumentError('Give a day such as 2026-11-30.');
  return text;
}
