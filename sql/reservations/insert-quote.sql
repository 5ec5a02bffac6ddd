-- Stores a quote for half an hour, and returns whether its nights are free. Expired holds do not count.
-- one
-- not null: available
insert into quotes (property_id, check_in, check_out, adults, children, infants, body, expires_at)
values (:property_id, :check_in, :check_out, :adults, :children, :infants, :body, now() + interval '30 minutes')
returning id, expires_at, not exists (
  select from occupancy o
  left join reservations r on r.id = o.reservation_id
  where o.property_id = :property_id and o.stay && daterange(:check_in, :check_out)
    and coalesce(r.hold_expires_at > now(), true)
) as available
