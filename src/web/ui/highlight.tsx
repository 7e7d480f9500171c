type Props = {
  text: string;
  /** Sorted, non-overlapping ranges: start (inclusive) and end (exclusive), in UTF-16 code units. */
  ranges?: [start: number, end: number][] | undefined;
};

/** A text with the ranges that match a search wrapped in `<mark>`. */
export function Highlight({ text, ranges = [] }: Props) {
  return (
    <>
      {ranges.map(([start, end], index) => [
        text.slice(ranges[index - 1]?.[1] ?? 0, start),
        <mark key={start}>{text.slice(start, end)}</mark>,
      ])}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}
