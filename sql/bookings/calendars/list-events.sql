-- The events of a feed from today on, and the stay that has exactly the nights of each.
-- reads: states: an event with exactly the nights of a stay is that stay
-- reads: properties: past events are left out, by the day at the home
-- nullable: reservation_id
-- not null: check_in, check_out, is_block, is_echo
select distinct e.start_date as check_in, e.end_date + 1 as check_out, coalesce(e.is_block, false) as is_block, coalesce(e.is_echo, false) as is_echo,
  o.reservation_id
from calendar_feeds f
join properties p on p.id = f.property_id
cross join lateral jsonb_to_recordset(f.taken) e (start_date date, end_date date, is_block boolean, is_echo boolean)
left join occupancy o on o.property_id = f.property_id and o.reservation_id is not null and o.stay * daterange(current_date - 1, null) = daterange(greatest(e.start_date, current_date - 1), e.end_date, '[]')
where f.id = :feed_id and f.property_id = :property_id and e.end_date >= (now() at time zone p.timezone)::date
order by check_in, check_out
limit 1000
