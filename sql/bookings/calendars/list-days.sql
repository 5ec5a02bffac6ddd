-- The calendar of a home, one row per day: price, rules and status. The season is that of the day, whatever length of
-- stay it asks for (docs/decisions/0003-prices-in-typescript-and-sql.md).
-- reads: properties, rates: a day shows its own price and rules, or else those of its season and its home
-- reads: states: a day says whether a stay has it
-- Seasons and taken nights are read once: a lookup for each day took three to five times as long.
-- replica: yes
-- not null: day, status, price_cents, discounted_cents, min_stay, max_stay, closed_to_arrival, closed_to_departure
-- not null: cleaning_fee_cents, extra_guest_fee_cents
-- nullable: season_id, owner_stay, closure_kind
with home as (
  select p.*, (now() at time zone p.timezone)::date as today from properties p where p.id = :property_id
), season as materialized (
  select id, reduction_hundredths, start_date, end_date from seasons where property_id = :property_id and status = 'active'
), taken as (
  select distinct on (night.day) night.day, o.closure_id, o.reservation_id, r.status, k.reason, k.kind as closure_kind,
    case k.kind when 'owner_stay' then jsonb_build_object('id', k.id, 'name', k.name, 'guests', k.guests, 'note', k.note) end as owner_stay
  from occupancy o
  left join reservations r on r.id = o.reservation_id
  left join closures k on k.id = o.closure_id
  cross join lateral (
    select greatest(lower(o.stay), :from_day::date) + i as day
    from generate_series(0, least(upper(o.stay) - 1, :to_day::date) - greatest(lower(o.stay), :from_day::date)) i
  ) night
  where o.property_id = :property_id and o.stay && daterange(:from_day::date, :to_day::date, '[]') and coalesce(r.hold_expires_at > now(), true)
  order by night.day, o.reservation_id nulls last, k.kind desc, o.closure_id
)
select d.day,
  case
    when d.day < home.today then 'past'
    when taken.closure_id is not null then 'closed'
    when taken.status = 'pending' then 'pending'
    when taken.reservation_id is not null then 'reserved'
    else 'available'
  end as status,
  night.price_cents,
  home.currency,
  night.price_cents - reduction_of(night.price_cents, coalesce(season.reduction_hundredths, 0)) as discounted_cents,
  season.id as season_id,
  coalesce(c.min_stay, home.min_stay) as min_stay,
  coalesce(c.max_stay, home.max_stay) as max_stay,
  coalesce(c.closed_to_arrival, false) as closed_to_arrival,
  coalesce(c.closed_to_departure, false) as closed_to_departure,
  coalesce(c.cleaning_fee_cents, home.cleaning_fee_cents) as cleaning_fee_cents,
  coalesce(c.extra_guest_fee_cents, home.extra_guest_fee_cents) as extra_guest_fee_cents,
  taken.reason,
  taken.closure_kind,
  taken.owner_stay,
  taken.reservation_id
from home
-- A subselect hides the number of days from the planner. One plan then serves all ranges; planning took longer than running.
cross join lateral (select :from_day::date + i as day from generate_series(0, (select :to_day::date - :from_day::date)) i) d
left join calendar_days c on c.property_id = home.id and c.day = d.day
cross join lateral (
  select price_of_night(c.price_cents, home.weekend_price_cents, home.base_price_cents, home.weekend_bits,
    extract(isodow from d.day)::integer - 1) as price_cents
) night
left join lateral (
  select s.id, s.reduction_hundredths from season s where d.day between s.start_date and s.end_date
  order by s.end_date - s.start_date, s.reduction_hundredths desc, s.id
  limit 1
) season on true
left join taken on taken.day = d.day
order by d.day
