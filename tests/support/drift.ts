import type postgres from 'postgres'
import type { Database } from '../../src/platform/db/client.ts'

/**
 * Homes whose row of the search differs from what the tables say, nights before yesterday aside. `homes` can be a relation with a
 * sample of the homes, as in the bench.
 */
export async function findDrift(db: Database, homes: postgres.Fragment = db`properties`) {
  return db`
    select p.id, h.*, taken.nights, changed.*, season.*
    from ${homes} p
    left join search_homes h on h.id = p.id
    cross join lateral (
      select coalesce(range_agg(stay), '{}') * datemultirange(daterange(h.busy_from, null)) as nights from occupancy where property_id = p.id
    ) taken
    cross join lateral (
      select range_agg(daterange(h.busy_from + bit, h.busy_from + bit + 1)) as nights
      from generate_series(0, length(h.busy) - 1) bit where get_bit(h.busy, bit) = 1
    ) busy
    cross join lateral (
      select coalesce(min(day), 'infinity') as changed_from, coalesce(max(day), '-infinity') as changed_to
      from calendar_days where property_id = p.id
    ) changed
    cross join lateral (
      select coalesce(min(start_date), 'infinity') as season_from, coalesce(max(end_date), '-infinity') as season_to
      from seasons where property_id = p.id and status = 'active'
    ) season
    where h.id is null or coalesce(busy.nights, '{}') <> taken.nights
      or (h.changed_from, h.changed_to, h.season_from, h.season_to)
        is distinct from (changed.changed_from, changed.changed_to, season.season_from, season.season_to)
      or h.published <> (p.status = 'published')
      or exists (
        select from jsonb_each(to_jsonb(h) - '{latitude,longitude,weekend_price_cents,neighborhood_id,amenities}'::text[]) kept
        where to_jsonb(p) ? kept.key and kept.value is distinct from to_jsonb(p) -> kept.key
      )
      or (h.latitude, h.longitude, h.weekend_price_cents) is distinct from
        (p.public_latitude, p.public_longitude, coalesce(p.weekend_price_cents, p.base_price_cents))
      or (h.rating, h.neighborhood_id, h.amenities)
        is distinct from (coalesce(p.rating_average * 100, -1), coalesce(p.neighborhood_id, ''), amenity_bits(p.amenities))
      or h.has_own_tax <> (p.tax_per_adult_night_cents is not null or p.tax_percent_hundredths is not null)
      or h.text not like containing(p.title)`
}
