type Range = [start: number, end: number];

/** The separator between the places of a job in imports. */
const SEPARATOR = '; ';

/**
 * The place that a card shows of a job's location: the place that matches the search, or else the first place.
 * @param location one or several places
 * @param ranges the matches of the search in `location`, in UTF-16 code units
 * @param known the number of places of the job that are in the gazetteer
 * @returns the place, the matches in it, and the number of other places
 */
export function firstPlace(location: string, ranges: Range[] = [], known = 0) {
  const before = location
    .slice(0, ranges[0]?.[0] ?? 0)
    .split(SEPARATOR)
    .slice(0, -1);
  const start = before.join(SEPARATOR).length + (before.length && SEPARATOR.length);
  const [text = ''] = location.slice(start).split(SEPARATOR);
  const places = location.split(SEPARATOR).length;
  return {
    text,
    ranges: ranges
      .map(([from, to]): Range => [from - start, to - start])
      .filter(([, to]) => to <= text.length),
    others: places > 1 ? Math.max(places, known) - 1 : 0,
  };
}
