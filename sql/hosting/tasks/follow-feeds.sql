-- Keeps cleanings after the stays of other platforms: at the end of each event of a feed with stays, where no stay of the service has the last
-- night. Departures of today and before stay, because feeds leave them out.
-- reads: calendars: the events of feeds, and the nights that they close
with departure as (
  select distinct e.end_date + 1 as day
  from calendar_feeds f
  cross join lateral jsonb_to_recordset(f.taken) e (end_date date, is_block boolean)
  where f.property_id = :property_id and f.stays and not coalesce(e.is_block, false)
    and exists (select from closures c where c.feed_id = f.id and e.end_date between c.start_date and c.end_date)
), gone as (
  delete from tasks t
  where t.property_id = :property_id and t.reservation_id is null and t.departs_on > current_date and t.done_at is null
    and not exists (select from departure d where d.day = t.departs_on)
)
insert into tasks (property_id, day, kind, departs_on)
select :property_id, d.day, 'cleaning', d.day from departure d where d.day >= current_date
on conflict (property_id, departs_on) where departs_on is not null and reservation_id is null do nothing
