type Located = {
  location: string;
  places: { locality: string; region: string }[];
};

/** Reorders the text of a job's location, so that the part that names the first of the job's places comes first. */
export function firstPlaceFirst({ location, places: [place] }: Located): string {
  const parts = location.split('; ');
  const name = place?.locality || place?.region;
  const index = name ? parts.findIndex((part) => part.includes(name)) : -1;
  if (index <= 0) return location;
  return [...parts.splice(index, 1), ...parts].join('; ');
}
