type Props = {
  text: string;
  /** Sorted ranges that do not overlap, in UTF-16 code units. The start is inclusive and the end is exclusive. */
  ranges?: [start: number, end: number][] | undefined;
};

/** A text in which the ranges that match a search are wrapped in `<mark>`. */
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
