-- Holds that are still valid, stays that take place, and no-shows whose nights are still taken, at some homes from a day to another, both included, the first of each home. A stay
-- has the day of its departure too.
-- reads: properties: nights are of the day at the home
-- reads: states: the plan shows stays and nights that were sold twice
-- reads: auth: a guest with an account has their name there
-- reads: payments: `open_of_price` takes off what was paid
-- nullable: guest_id, guest_name, ota_name, open_cents
-- not null: overbooked
select r.id, r.property_id, r.check_in, r.check_out, r.status, r.source, r.ota_name, r.guest_id, r.adults, r.children, r.infants, r.currency,
  -- one of: guest-name
  , case when is_collected_here(r) then price.open_cents end as open_cents,
  exists (select from occupancy o where o.reservation_id = r.id and o.overbooked) as overbooked
from unnest(:property_ids::uuid[]) home (id)
cross join lateral (
  select s.id from reservations s
  where s.property_id = home.id and s.check_in <= :to_day and s.check_out >= :from_day
    and (stay_takes_place(s.status) or (s.status = 'pending' and s.hold_expires_at > now())
      or s.status = 'no_show' and exists (
        select from occupancy n join properties p on p.id = n.property_id
        where n.reservation_id = s.id and upper(n.stay) > (now() at time zone p.timezone)::date))
  order by s.check_in, s.id
  limit :limit
) found
join reservations r on r.id = found.id
left join users u on u.id = r.guest_id
left join contacts c on c.id = r.contact_id
cross join lateral open_of_price(r) price
order by r.check_in, r.id
