-- Archives a home, unless a reservation is current or to come. Past reservations stay. Its feeds are deleted when they are next due
-- (src/calendars/feeds.ts).
-- optional
update properties set status = 'archived', updated_at = now()
where id = :property_id
  and not exists (
    select from reservations r
    where r.property_id = :property_id and r.status in ('pending', 'confirmed', 'checked_in')
      and r.check_out >= (now() at time zone properties.timezone)::date
      and coalesce(r.hold_expires_at > now(), true))
returning id
