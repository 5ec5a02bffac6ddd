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
      or (h.published, h.city_id, h.country_id, h.property_type, h.room_type, h.timezone, h.instant_book, h.created_at)
        is distinct from (p.status = 'published', p.city_id, p.country_id, p.property_type, p.room_type, p.timezone, p.instant_book, p.created_at)
      or (h.base_price_cents, h.weekend_price_cents, h.cleaning_fee_cents, h.extra_guest_fee_cents, h.latitude, h.longitude)
        is distinct from (p.base_price_cents, coalesce(p.weekend_price_cents, p.base_price_cents), p.cleaning_fee_cents, p.extra_guest_fee_cents, p.public_latitude, p.public_longitude)
      or (h.max_guests, h.included_guests, h.min_stay, h.max_stay, h.lead_time_days, h.booking_window_days, h.bedrooms, h.bathrooms)
        is distinct from (p.max_guests, p.included_guests, p.min_stay, p.max_stay, p.lead_time_days, p.booking_window_days, p.bedrooms, p.bathrooms)
      or (h.weekend_bits, h.rating, h.neighborhood_id, h.amenities)
        is distinct from (p.weekend_bits, coalesce(p.rating_average * 100, -1), coalesce(p.neighborhood_id, ''), amenity_bits(p.amenities))
      or h.has_own_tax <> (p.tax_per_adult_night_cents is not null or p.tax_percent_hundredths is not null)
      or h.text not like containing(p.title)`
}
