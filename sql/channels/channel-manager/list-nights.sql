-- Days of a room from today on, within the horizon, as the channel manager is to know them. The price is that of one night at the
-- included guests, after seasons that do not depend on the length of the stay.
-- reads: properties, rates: prices and rules of days, as the channel sells them
-- reads: states: taken nights are closed at the channel
-- not null: day, is_available, price_cents, min_stay, max_stay, closed_to_arrival, closed_to_departure, stop_sell
select d.day,
  home.status = 'published' and not home.taken @> d.day as is_available,
  night.price_cents - reduction_of(night.price_cents, coalesce(season.reduction_hundredths, 0)) as price_cents,
  coalesce(c.min_stay, home.min_stay) as min_stay,
  coalesce(c.max_stay, home.max_stay) as max_stay,
  coalesce(c.closed_to_arrival, false) or d.day < home.today + home.lead_time_days
    or d.day > home.today + home.booking_window_days as closed_to_arrival,
  coalesce(c.closed_to_departure, false) as closed_to_departure,
  home.status <> 'published' as stop_sell
from webhook_subscriptions s
join lateral (
  select p.*, (now() at time zone p.timezone)::date as today,
    (select coalesce(range_agg(o.stay), '{}') from occupancy o where o.property_id = p.id) as taken
  from properties p
  where p.id = s.property_id
) home on true
cross join lateral unnest(
  :days::text::datemultirange * datemultirange(daterange(home.today, home.today + :horizon::integer))) part
cross join lateral (select lower(part) + i as day from generate_series(0, upper(part) - lower(part) - 1) i) d
left join calendar_days c on c.property_id = home.id and c.day = d.day
cross join lateral (
  select price_of_night(c.price_cents, home.weekend_price_cents, home.base_price_cents, home.weekend_bits,
    extract(isodow from d.day)::integer - 1) as price_cents
) night
left join lateral (
  select r.reduction_hundredths
  from seasons r
  where r.property_id = home.id and r.status = 'active' and r.policy = 'nights' and d.day between r.start_date and r.end_date
    and coalesce(r.min_stay, 1) = 1 and r.max_stay is null
  order by r.end_date - r.start_date, r.reduction_hundredths desc, r.id
  limit 1
) season on true
where s.id = :subscription_id
order by d.day
