import tzLookup from '@photostructure/tz-lookup'
import { zoneIn, zonesOf } from '../../src/platform/places/zones.ts'

interface Point {
  country_id: string
  latitude: number
  longitude: number
}

/** A point on a sphere of radius 1. */
function onSphere({ latitude, longitude }: Point): [x: number, y: number, z: number] {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

/** The zones of places: each its own if it is one of its country's, else that of the nearest place of that country. */
export function zonesOfPlaces(places: readonly Point[]): string[] {
  const located = places.map((place) => ({
    place,
    zone: zoneIn(place.country_id, place.latitude, place.longitude),
    at: onSphere(place),
  }))
  const byCountry = Map.groupBy(located, ({ place }) => place.country_id)
  return located.map(({ place, zone, at: [x, y, z] }) => {
    if (zone !== undefined) return zone
    let nearest: { zone: string; cosine: number } | undefined
    for (const { zone: other, at } of byCountry.get(place.country_id) ?? []) {
      const cosine = x * at[0] + y * at[1] + z * at[2]
      if (other !== undefined && cosine > (nearest?.cosine ?? -2)) nearest = { zone: other, cosine }
    }
    // The borders of a small country may miss every place.
    return nearest?.zone ?? zonesOf(place.country_id)[0] ?? tzLookup(place.latitude, place.longitude)
  })
}
