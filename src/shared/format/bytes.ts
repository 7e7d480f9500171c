const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a size, such as "12.3 GB". */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${UNITS[step]}`;
}
