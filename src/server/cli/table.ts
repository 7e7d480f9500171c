/** Formats rows as lines with aligned columns. `align` applies to all columns except the first. */
export function table(rows: string[][], align: 'start' | 'end'): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || align === 'start' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Replaces control characters, because text that people entered must not control the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\u{FFFD}');
}
