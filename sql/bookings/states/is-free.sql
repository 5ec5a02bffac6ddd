-- Tells whether nights of a home are free. Holds whose time is up do not count.
-- one
-- not null: free
select not exists (
  select from occupancy o
  left join reservations r on r.id = o.reservation_id
  where o.property_id = :property_id and o.stay && daterange(:check_in, :check_out)
    and coalesce(r.hold_expires_at > now(), true)) as free
