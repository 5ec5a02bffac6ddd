/** Width of the world on the map, in its units. */
export const WORLD = 4096

/** The map ends where Mercator's grows beyond all measure. */
const NORTHMOST = 84
const SOUTHMOST = -80

/** A place on the map, by Mercator's projection; x grows to the east and y to the south. Pure. */
export function project(longitude: number, latitude: number): [x: number, y: number] {
  const bounded = Math.min(NORTHMOST, Math.max(SOUTHMOST, latitude))
  const y = Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360))
  return [((longitude + 180) / 360) * WORLD, WORLD / 2 - (WORLD / (2 * Math.PI)) * y]
}

/** The place of a point of the map: the inverse of `project`. Pure. */
export function placeAt(x: number, y: number): { longitude: number; latitude: number } {
  const angle = Math.atan(Math.exp(((WORLD / 2 - y) * 2 * Math.PI) / WORLD))
  return { longitude: (x / WORLD) * 360 - 180, latitude: (angle * 360) / Math.PI - 90 }
}
