/** @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** @param {number} number */
export function count(number) {
  return Math.round(number).toLocaleString('en');
}

/** Formats milliseconds with three digits. @param {number} milliseconds */
export function duration(milliseconds) {
  return milliseconds.toFixed(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0);
}

/** @param {number} milliseconds */
export function ms(milliseconds) {
  return Number.isNaN(milliseconds) ? '–' : `${duration(milliseconds)} ms`;
}

/** @param {number[]} sizes in bytes */
export function mebibytes(...sizes) {
  return `${sizes.map((size) => count(size / 2 ** 20)).join(', ')} MiB`;
}

/** @param {Record<string, string>} facts */
export function formatFacts(facts) {
  const width = Math.max(...Object.keys(facts).map(({ length }) => length));
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join('');
}
