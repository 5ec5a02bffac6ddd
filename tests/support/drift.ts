import type postgres from 'postgres'
import type { Database } from '../../src/db/client.ts'

/**
 * Homes whose copies of the calendar on their row differ from the tables, except for past nights. `homes` can be a
 * relation with a sample of the homes, as in the bench.
 */
export async function findDrift(db: Database, homes: postgres.Fragment = db`properties`) {
  return db`
    select p.id, p.busy, o.busy as occupied, p.changed_days, d.days, p.season_days, s.days as seasons
    from ${homes} p
    cross join (values (datemultirange(daterange(current_date - 1, null)))) present (days)
    cross join lateral (select coalesce(range_agg(stay), '{}') as busy from occupancy where property_id = p.id) o
    cross join lateral (
      select coalesce(range_agg(daterange(day, day, '[]')), '{}') as days from calendar_days where property_id = p.id
    ) d
    cross join lateral (
      select coalesce(range_agg(daterange(start_date, end_date, '[]')), '{}') as days
      from seasons where property_id = p.id and status = 'active'
    ) s
    where p.busy * present.days <> o.busy * present.days or p.changed_days <> d.days or p.season_days <> s.days`
}
