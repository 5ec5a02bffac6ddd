-- Takes a home off the market for good, unless somebody stays there now or later; its past stays on the books, and the
-- calendars of other platforms are read no more.
-- optional
with archived as (
  update properties set status = 'archived', updated_at = now()
  where id = :property_id
    and not exists (
      select from reservations r
      where r.property_id = :property_id and r.status in ('pending', 'confirmed', 'checked_in')
        and r.check_out >= (now() at time zone properties.timezone)::date
        and coalesce(r.hold_expires_at > now(), true))
  returning id
), feeds as (
  delete from calendar_feeds where property_id in (select id from archived)
)
select id from archived
