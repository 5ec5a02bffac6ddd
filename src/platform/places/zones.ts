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

/** True if a zone is one of a country's; any is of a country whose zones are not known. */
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
