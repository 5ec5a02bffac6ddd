import tzLookup from '@photostructure/tz-lookup'

/** Time zones by place, as IANA names. Pure. */

const spellings = new Map<string, string>()

/** One name for the names of one zone, such as Asia/Kolkata and Asia/Calcutta. */
function spelling(zone: string): string {
  const known = spellings.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  spellings.set(zone, known)
  return known
}

const countries = new Map<string, readonly string[]>()

/** The zones of a country; none where Unicode's data know none: Kosovo, and islands that nobody lives on. */
export function zonesOf(country_id: string): readonly string[] {
  const known = countries.get(country_id)
  if (known) return known
  // Node 22 has the property, later ones the method.
  const locale: Partial<Intl.Locale> & { timeZones?: string[] } = new Intl.Locale(`und-${country_id}`)
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? []
  countries.set(country_id, zones)
  return zones
}

/** Whether a zone is one of a country's; any is of a country whose zones are not known. */
export function isZoneOf(country_id: string, zone: string): boolean {
  const zones = zonesOf(country_id)
  return zones.length === 0 || zones.some((one) => spelling(one) === spelling(zone))
}

/**
 * The zone at a point in degrees, if it is one of the country's. The borders of zones are known to some kilometres only:
 * undefined where the point seems to lie in another country.
 */
export function zoneIn(country_id: string, latitude: number, longitude: number): string | undefined {
  const zone = tzLookup(latitude, longitude)
  return isZoneOf(country_id, zone) ? zone : undefined
}

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
