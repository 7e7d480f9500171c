const EARTH_RADIUS = 6371;

type Point = { latitude: number; longitude: number };

/** The great-circle distance in kilometers: https://en.wikipedia.org/wiki/Haversine_formula */
export function kilometersBetween(a: Point, b: Point): number {
  const radians = Math.PI / 180;
  const north = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const chord =
    north ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * east ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(chord));
}
