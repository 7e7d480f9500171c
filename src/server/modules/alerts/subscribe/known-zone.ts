import { isTimeZone } from '#shared/domain/time-zone.ts';

/** The time zone that a browser states; that of the board if it states none that this server knows. */
export function knownZone(stated: string | undefined, ofBoard: string): string {
  return stated && isTimeZone(stated) ? stated : ofBoard;
}
