-- Tells whether a stay in a home is current or to come. An unpaid hold counts until its end.
-- reads: properties: a stay is over by the day at its home
-- one
-- not null: found
select exists (
  select from reservations r
  join properties p on p.id = r.property_id
  where r.property_id = :property_id and stay_is_open(r.status)
    and r.check_out >= (now() at time zone p.timezone)::date
    and coalesce(r.hold_expires_at > now(), true)) as found
