type Props = {
  text: string;
  /** From each first number up to the second, in order. */
  marks?: [start: number, end: number][] | undefined;
};

/** A text in which some places are marked. */
export function Marked({ text, marks = [] }: Props) {
  return (
    <>
      {marks.map(([start, end], index) => [
        text.slice(marks[index - 1]?.[1] ?? 0, start),
        <mark key={start}>{text.slice(start, end)}</mark>,
      ])}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
