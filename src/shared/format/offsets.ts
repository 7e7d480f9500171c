/** Formats offsets from UTC in hours: "UTC−8 to UTC−5", "UTC+5:30". */
export function formatOffsets({ minimum, maximum }: { minimum: number; maximum: number }): string {
  const first = formatOffset(minimum);
  return minimum === maximum ? first : `${first} to ${formatOffset(maximum)}`;
}

function formatOffset(hours: number): string {
  const minutes = Math.abs(hours * 60);
  const rest = minutes % 60;
  return `UTC${hours < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest ? `:${rest}` : ''}`;
}
